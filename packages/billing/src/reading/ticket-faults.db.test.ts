import { createDatabase } from '@paidup/db'
import { createTestDatabase } from '@paidup/db/testing'
import { expect, it, onTestFinished } from 'vitest'
import { createTicketCheck } from './ticket-faults.ts'

it('tells of read tickets that are behind the rows, until what it says to type is done', async () => {
  const database = await createTestDatabase()
  onTestFinished(database.drop)
  const db = createDatabase({ url: database.url })
  onTestFinished(() => db.$disconnect())
  await db.planEntitlement.create({
    data: {
      stripeSubscriptionId: 'sub_restored',
      stripeCustomerId: 'cus_restored',
      plan: 'pro',
      status: 'active',
      quantity: 1,
      readTicket: 40,
    },
  })
  const check = createTicketCheck(db)
  const [fault] = await check()
  expect(fault).toMatch(/^The read tickets are behind the rows/)
  await db.$queryRawUnsafe(/SELECT setval.*;/.exec(fault ?? '')?.[0] ?? '')
  expect(await check()).toEqual([])
})
