import { setTimeout as sleep } from 'node:timers/promises'
import { liveThrough } from '../stage/night.ts'
import type { Drill } from './drill.ts'

const CUSTOMERS = 40

/**
 * kill -9, again and again, of the web app, the worker and PostgreSQL, alone and at the same time, in the midst of
 * hostile delivery. Proves that a crash at any point loses nothing and does nothing twice: claim and effect commit
 * together, Stripe's retry heals, and the jobs of a worker that is gone are taken up again.
 */
export const kills: Drill = {
  name: 'kill -9',
  run: async ({ postgres, newDatabase, chance, kills: most, ...context }) => {
    const killed = { web: 0, worker: 0, PostgreSQL: 0 }
    const databaseUrl = await newDatabase()
    const morning = await liveThrough(
      { ...context, databaseUrl, customers: CUSTOMERS, rounds: 4 },
      async (product, signal) => {
        const victims = { PostgreSQL: postgres, web: product.web, worker: product.worker }
        const names = ['web', 'worker', 'PostgreSQL'] as const
        const count = () => Object.values(killed).reduce((sum, one) => sum + one, 0)
        while (count() < most) {
          await sleep(200 + chance.below(2000), undefined, { signal })
          const first = chance.pick(names)
          const chosen = names.filter((name) => name === first || chance.isLucky(0.15))
          for (const name of chosen) killed[name] += 1
          await Promise.all(chosen.map((name) => victims[name].kill()))
          await chance.pause(1000)
          // The database first: a program without one only ends again.
          if (chosen.includes('PostgreSQL')) await postgres.start()
          await Promise.all(
            chosen.filter((name) => name !== 'PostgreSQL').map((name) => victims[name].start()),
          )
        }
      },
    )
    const faults = Object.entries(killed).map(([name, count]) => `${count} ${name}`)
    return { ...morning, faults: faults.join(', ') }
  },
}
