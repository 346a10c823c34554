import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import getPort from 'get-port'
import { unprivilegedRunner } from '@paidup/scripts/postgres/unprivileged.ts'
import { isAlive } from '@paidup/scripts/supervisor/is-alive.ts'
import { guard, unguard } from '@paidup/scripts/supervisor/watchdog.ts'
import { until } from './waiting.ts'

export type Bouncer = {
  /** The connection string of the same database, by way of the pooler. */
  url: string
  stop(): Promise<void>
}

/**
 * Starts a PgBouncer in transaction mode before a database, on loopback. It drops the startup parameter that sets the
 * time zone, which versions before 1.20 would refuse.
 * @param program the PgBouncer to run; as root, in a user namespace, because it refuses root
 */
export async function startBouncer(
  program: string,
  { databaseUrl, folder, signal }: { databaseUrl: string; folder: string; signal: AbortSignal },
): Promise<Bouncer> {
  const runner = await unprivilegedRunner(program)
  const port = await getPort({ host: '127.0.0.1' })
  const target = new URL(databaseUrl)
  const database = target.pathname.slice(1)
  const [ini, pidFile] = [path.join(folder, 'pgbouncer.ini'), path.join(folder, 'pgbouncer.pid')]
  writeFileSync(
    ini,
    `[databases]
${database} = host=127.0.0.1 port=${target.port} user=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 8
ignore_startup_parameters = extra_float_digits, options
pidfile = ${pidFile}
logfile = ${path.join(folder, 'pgbouncer.log')}
`,
  )
  runner.own(folder)
  await runner.run(program, ['-q', '-d', ini])
  const pidOf = () => Number(readFileSync(pidFile, 'utf8').trim())
  await until(() => pidOf() > 0, { what: 'PgBouncer runs', within: 5000, signal })
  const pid = pidOf()
  guard(pid)
  return {
    url: `postgresql://postgres@127.0.0.1:${port}/${database}`,
    stop: async () => {
      process.kill(pid, 'SIGKILL')
      // Not bound to the signal: what was started is ended also when all is to stop.
      await until(() => !isAlive(pid), {
        what: 'PgBouncer ends',
        within: 5000,
        signal: new AbortController().signal,
      })
      unguard(pid)
    },
  }
}
