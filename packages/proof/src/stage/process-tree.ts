import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

/** A process and all that come from it, the oldest first. */
export function processTree(pid: number): number[] {
  const childrenOf = new Map<number, number[]>()
  for (const { child, parent } of everyProcess())
    childrenOf.set(parent, [...(childrenOf.get(parent) ?? []), child])
  const tree = [pid]
  for (const one of tree) tree.push(...(childrenOf.get(one) ?? []))
  return tree
}

function everyProcess(): { child: number; parent: number }[] {
  if (process.platform !== 'linux') {
    const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n')
    return lines.map((line) => {
      const [child, parent] = line.trim().split(/\s+/).map(Number)
      return { child: child ?? 0, parent: parent ?? 0 }
    })
  }
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.flatMap((pid) => {
    const parent = parentOf(pid)
    return parent === undefined ? [] : [{ child: Number(pid), parent }]
  })
}

function parentOf(pid: string): number | undefined {
  try {
    return Number(/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  } catch {
    // It ended meanwhile.
    return undefined
  }
}
