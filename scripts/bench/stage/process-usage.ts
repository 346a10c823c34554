import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** Of all processes of Node in a process group. Linux alone tells; elsewhere both are NaN. */
export type Usage = { cpuMilliseconds: number; peakMegabytes: number }

/** Milliseconds of a tick of /proc, the same on every Linux (USER_HZ). */
const TICK = 10

/** What the processes of a group have used since they began. */
export function usageOf(group: number): Usage {
  if (process.platform !== 'linux') return { cpuMilliseconds: Number.NaN, peakMegabytes: Number.NaN }
  const usages = readdirSync('/proc').flatMap((pid) => (/^\d+$/.test(pid) ? usageIn(group, pid) : []))
  return {
    cpuMilliseconds: sum(usages.map(({ cpuMilliseconds }) => cpuMilliseconds)),
    peakMegabytes: sum(usages.map(({ peakMegabytes }) => peakMegabytes)),
  }
}

function usageIn(group: number, pid: string): Usage[] {
  try {
    // The name, in brackets, may hold anything.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    if (Number(fields[2]) !== group || readlinkSync(`/proc/${pid}/exe`) !== process.execPath) return []
    const peak = /^VmHWM:\s*(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return [
      {
        cpuMilliseconds: (Number(fields[11]) + Number(fields[12])) * TICK,
        peakMegabytes: Number(peak) / 1024,
      },
    ]
  } catch {
    // It ended meanwhile, or is another's.
    return []
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0)
}
