import { existsSync, readFileSync } from 'node:fs'

/** Whether a process runs. One that has ended, but whose parent has not asked how, does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
  }
  const status = `/proc/${pid}/status`
  if (process.platform !== 'linux' || !existsSync('/proc/self/status')) return true
  try {
    return !/^State:\s*[ZX]/m.test(readFileSync(status, 'utf8'))
  } catch {
    return false
  }
}
