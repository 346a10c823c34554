import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'

interface Ancestor {
  pid: number
  parent: number
  argv: string[]
}

/**
 * The processes between this one and the `npx`, `npm` or `pnpm` a person typed, that one included. A signal to one
 * of them does not always reach us, but its end can be noticed.
 */
export function launchers(): number[] {
  const chain: Ancestor[] = []
  for (let pid = process.ppid; pid > 1;) {
    const ancestor = describe(pid)
    if (!ancestor) break
    chain.push(ancestor)
    pid = ancestor.parent
  }
  const last = chain.findLastIndex(({ argv }) => isLauncher(argv))
  return chain.slice(0, last + 1).map(({ pid }) => pid)
}

/** npm and pnpm put their command line into argv[0]; otherwise they are scripts that node runs. */
function isLauncher([program = '', script = '']: string[]): boolean {
  const launcher = /^(npx|npm|pnpm|tsx)\b/
  if (launcher.test(path.basename(program.split(' ')[0] ?? ''))) return true
  return path.basename(program) === 'node' && launcher.test(path.basename(script))
}

function describe(pid: number): Ancestor | undefined {
  try {
    if (process.platform === 'linux') {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8')
      const argv = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
      return { pid, parent: Number(/^PPid:\s*(\d+)/m.exec(status)?.[1]), argv }
    }
    const line = execFileSync('ps', ['-o', 'ppid=,args=', '-p', String(pid)], { encoding: 'utf8' }).trim()
    const [parent, ...argv] = line.split(/\s+/)
    return { pid, parent: Number(parent), argv }
  } catch {
    return undefined
  }
}
