import { execFile, execFileSync } from 'node:child_process'
import { chownSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'

const execFileAsync = promisify(execFile)

/** How to run PostgreSQL's programs: it refuses to run as root. */
export interface Runner {
  /** Runs to the end and gives what was printed. Rejects with the output on another exit code than 0. */
  run(program: string, args: string[]): Promise<string>
  /** Makes a folder writable for the programs. */
  own(folder: string): void
}

const asRootSeesUser = ['--user', '--map-user=1000', '--map-group=1000']

/**
 * As an ordinary user: as that user. As root: in a user namespace, which works wherever the checkout lies; where
 * there are none, as `postgres` or `nobody`, who must be able to read the checkout.
 * @param probe a program of PostgreSQL to try it with
 */
export async function unprivilegedRunner(probe: string): Promise<Runner> {
  if (process.getuid?.() !== 0) return runner((program, args) => [program, args], {})
  const candidates = [
    runner((program, args) => ['unshare', [...asRootSeesUser, program, ...args]], {}),
    ...['postgres', 'nobody'].map(idsOf).map((ids) => ids && runner((program, args) => [program, args], ids)),
  ]
  for (const candidate of candidates) {
    const isUsable = await candidate?.run(probe, ['--version']).then(Boolean, () => false)
    if (candidate && isUsable) return candidate
  }
  throw new Error(
    'PostgreSQL refuses to run as root, and neither a user namespace nor the users postgres and nobody can run it here. ' +
      'Start as an ordinary user, or set DATABASE_URL to a PostgreSQL of yours.',
  )
}

type Ids = { uid: number; gid: number }

function runner(command: (program: string, args: string[]) => [string, string[]], ids: Partial<Ids>): Runner {
  return {
    run: async (program, args) => {
      const [file, argv] = command(program, args)
      // A folder that any user may enter: not every user may enter ours.
      const { stdout } = await execFileAsync(file, argv, { ...ids, cwd: path.parse(program).root })
      return stdout
    },
    own: (folder) => {
      if (ids.uid !== undefined && ids.gid !== undefined) chownSync(folder, ids.uid, ids.gid)
    },
  }
}

function idsOf(user: string): Ids | undefined {
  try {
    const id = (flag: string): number =>
      Number(execFileSync('id', [flag, user], { stdio: 'pipe' }).toString())
    return { uid: id('-u'), gid: id('-g') }
  } catch {
    return undefined
  }
}
