import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import path from 'node:path'
import { expect, it, vi } from 'vitest'
import { root } from '../root.ts'
import { isAlive } from './is-alive.ts'
import { startProgram } from './program.ts'

/** A shell that prints its own number and that of a child, and waits. */
const family = 'sleep 600 & echo $$ $!; wait'

const numbersIn = (line: string): number[] => line.split(' ').map(Number)

it('ends a program together with its children', async () => {
  const pids: number[] = []
  const program = startProgram({
    name: 'family',
    command: ['sh', '-c', family],
    onLine: (line) => pids.push(...numbersIn(line)),
  })
  await vi.waitUntil(() => pids.length === 2)
  await program.stop()
  expect(await program.ended).toEqual({ ok: false, how: 'SIGTERM' })
  await vi.waitUntil(() => !pids.some(isAlive))
})

it('kills a program that does not heed SIGTERM', async () => {
  const program = startProgram({
    name: 'deaf',
    command: ['sh', '-c', `trap '' TERM; echo up; sleep 600`],
    graceSeconds: 0.1,
  })
  await vi.waitUntil(() => program.output() === 'up')
  await program.stop()
  expect(await program.ended).toEqual({ ok: false, how: 'SIGKILL' })
})

it('says how a program ended by itself, and keeps what it printed', async () => {
  const program = startProgram({ name: 'short', command: ['sh', '-c', 'echo out; echo err >&2; exit 3'] })
  expect(await program.ended).toEqual({ ok: false, how: 'exit code 3' })
  expect(program.output().split('\n').sort()).toEqual(['err', 'out'])
})

it('tells of a program that cannot be started', async () => {
  const program = startProgram({ name: 'absent', command: ['/no/such/program'] })
  expect((await program.ended).how).toContain('ENOENT')
  await program.stop()
})

it('leaves nothing behind when the supervisor itself is killed', async () => {
  const source = `import { startProgram } from ${JSON.stringify(path.join(import.meta.dirname, 'program.ts'))}
    startProgram({ name: 'family', command: ['sh', '-c', ${JSON.stringify(family)}], onLine: console.log })`
  const supervisor = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', source], {
    cwd: root,
  })
  const [line] = (await once(createInterface({ input: supervisor.stdout }), 'line')) as [string]
  const pids = numbersIn(line)
  expect(pids.every(isAlive)).toBe(true)
  supervisor.kill('SIGKILL')
  await vi.waitUntil(() => !pids.some(isAlive), { timeout: 10_000 })
}, 20_000)
