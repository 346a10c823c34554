import { beginSchedule, cancelSchedule, phasesFrom, releaseSchedule } from '../billing/schedules.ts'
import { missingParam } from '../core/errors.ts'
import { clockOf } from '../core/timers.ts'
import { timeFor } from '../core/world.ts'
import { customerOf } from '../objects/customer.ts'
import { simpleRoutes } from './simple.ts'

export const subscriptionScheduleRoutes = simpleRoutes({
  path: '/v1/subscription_schedules',
  table: 'subscription_schedule',
  prefix: 'sub_sched',
  build: (world, given) => {
    if (typeof given.customer !== 'string') throw missingParam('customer')
    const customer = customerOf(world, given.customer)
    const start = typeof given.start_date === 'number' ? given.start_date : timeFor(world, customer.id)
    const clock = clockOf(world, customer.id)
    return {
      canceled_at: null,
      completed_at: null,
      current_phase: null,
      end_behavior: given.end_behavior ?? 'release',
      phases: phasesFrom(world, given.phases, start),
      released_at: null,
      status: 'not_started',
      subscription: null,
      test_clock: clock,
    }
  },
  created: ['subscription_schedule.created'],
  updated: ['subscription_schedule.updated'],
  then: beginSchedule,
  actions: [
    {
      verb: 'cancel',
      patch: (world) => ({ status: 'canceled', canceled_at: world.clock.now() }),
      events: ['subscription_schedule.canceled'],
      then: cancelSchedule,
    },
    {
      verb: 'release',
      patch: (world, row) => ({
        status: 'released',
        released_at: world.clock.now(),
        released_subscription: row.subscription,
        subscription: null,
      }),
      events: ['subscription_schedule.released'],
      then: releaseSchedule,
    },
  ],
})
