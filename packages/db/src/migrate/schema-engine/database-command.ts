import pg from 'pg'
import { ensureDatabase, dropDatabase } from '../databases.ts'

/**
 * The commands the CLI runs outside the RPC: `can-connect-to-database`, `create-database`, `drop-database`.
 * A failure is reported as the CLI reads it: JSON lines on stderr, the first of which it skips.
 * @returns the exit code
 */
export async function runDatabaseCommand(command: string, url: string): Promise<number> {
  try {
    await run(command, url)
    return 0
  } catch (error) {
    const fields = {
      error_code: prismaCode(error),
      message: error instanceof Error ? error.message : String(error),
    }
    log('INFO', { message: `Running ${command}` })
    log('ERROR', fields)
    return 1
  }
}

async function run(command: string, url: string): Promise<void> {
  switch (command) {
    case 'can-connect-to-database': {
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      return client.end()
    }
    case 'create-database':
      return ensureDatabase(url)
    case 'drop-database':
      return dropDatabase(url)
    default:
      throw new Error(`Unknown command ${command}`)
  }
}

/** SQLSTATE or socket error to the code by which the CLI decides what to do next; P1003 makes it create the database. */
function prismaCode(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  switch (code) {
    case '28P01':
    case '28000':
      return 'P1000'
    case '3D000':
      return 'P1003'
    default:
      return 'P1001'
  }
}

function log(level: 'INFO' | 'ERROR', fields: Record<string, string>): void {
  console.error(
    JSON.stringify({ timestamp: new Date().toISOString(), level, fields, target: 'schema_engine::logger' }),
  )
}
