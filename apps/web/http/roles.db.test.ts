import { appRouter, mayDo, refusalWords, roles, type Action } from '@paidup/api'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { builtFrontend } from './frontend.ts'
import { requestsOf } from './testing/roles-requests.ts'
import { openStage, type Stage } from './testing/roles-stage.ts'
import { columns, readRolesTable, type Column, type Row } from './testing/roles-table.ts'
import { openWebApp, type WebApp } from './testing/web-app.ts'

const table = readRolesTable()
let app: WebApp
let stage: Stage
beforeAll(async () => {
  app = await openWebApp('roles')
  stage = await openStage(app)
}, 60_000)
afterAll(() => app.close())

function askFor({ what }: Row, column: Column) {
  const procedure = what.includes(' ') ? undefined : what
  const [path, body] = requestsOf(stage, column)[what] ?? [
    procedure === undefined ? (what.split(' ')[1] ?? '') : `/api/trpc/${procedure}`,
  ]
  const method = procedure === undefined ? (what.split(' ')[0] ?? '') : body ? 'POST' : 'GET'
  return stage.browserOf(column).ask(method, path, body ?? (method === 'POST' ? { form: {} } : undefined))
}

/** Whether the last request may have changed something. better-auth also changes sessions where it only reads. */
let isTouched = false
const mayTouch = ({ what }: Row, column: Column) =>
  column !== 'nobody' && (what.startsWith('POST') || what.includes('/api/auth/'))

describe.each(table)('$what', (row) => {
  beforeEach(async () => {
    if (isTouched) await stage.reset()
  })

  it.each(columns)('is as the table says for: %s', async (column) => {
    const { isDone, status } = row.cells[column]
    const before = isDone ? null : await stage.look()
    isTouched = mayTouch(row, column)
    const answer = await askFor(row, column)
    expect(answer.status, answer.text).toBe(status)
    expect(app.faults).toEqual([])
    if (isDone) return
    expect(await stage.look()).toEqual(before)
    if (status === 302) expect(answer.location).toMatch(/^\/(login|signup)\?redirectTo=/)
    if (status === 403 && !row.what.includes('/api/auth/'))
      expect(answer.text).toContain(refusalWords(row.action as Action))
  })
})

describe('the table', () => {
  it('has each procedure, with the action that it names', () => {
    const named = table
      .filter(({ what }) => !what.includes(' '))
      .map(({ what, action }) => `${what}: ${action}`)
    const router: Record<string, unknown> = appRouter._def.procedures
    const procedures = Object.entries(router).map(([path, procedure]) => {
      const { _def } = procedure as { _def: { meta?: { action: Action } } }
      return `${path}: ${_def.meta?.action}`
    })
    expect(named.sort()).toEqual(procedures.sort())
  })

  it('has each route', async () => {
    const frontend = await builtFrontend()
    if (typeof frontend.build === 'function') throw new Error('The web app is not built')
    const paths = Object.values(frontend.build.routes).flatMap((route) =>
      route === undefined || route.id === 'root' ? [] : [`/${route.path ?? ''}`],
    )
    const named = table.map(({ what }) => what.split(' ')[1] ?? '').filter((path) => path.startsWith('/'))
    const pages = named.filter((path) => !path.startsWith('/api/auth/organization/'))
    expect([...new Set(pages)].sort()).toEqual(paths.sort())
  })

  it('has a form post for each route that takes one', async () => {
    const frontend = await builtFrontend()
    if (typeof frontend.build === 'function') throw new Error('The web app is not built')
    const takers = Object.values(frontend.build.routes).flatMap((route) =>
      route?.module.action ? [`/${route.path}`] : [],
    )
    for (const path of takers.filter((one) => !one.startsWith('/api/')))
      expect(table.map(({ what }) => what.split(' ').slice(0, 2).join(' '))).toContain(`POST ${path}`)
  })

  it('has each endpoint of better-auth’s for organizations', () => {
    const endpoints = Object.values(app.auth.api).flatMap((endpoint) => {
      const { path, options } = endpoint as { path?: string; options: { method: string } }
      return path?.startsWith('/organization/') ? [`${options.method} /api/auth${path}`] : []
    })
    const named = table.map(({ what }) => what.split(' ').slice(0, 2).join(' '))
    const ofOrganizations = named.filter((what) => what.includes(' /api/auth/organization/'))
    expect([...new Set(ofOrganizations)].sort()).toEqual(endpoints.sort())
  })

  it('lets nobody do what the rights do not give', () => {
    for (const { what, action, cells } of table.filter((row) => row.action !== ''))
      for (const role of roles)
        if (!mayDo(role, action as Action))
          expect([what, role, cells[role].isDone]).toEqual([what, role, false])
  })
})
