import type { Request, RequestHandler, Response } from 'express'
import type { Place } from '../../app/http/answer-webhook.server.ts'
import { providerAt } from '../signed-paths.ts'
import { Bodies } from './bodies.ts'
import { Places } from './places.ts'
import { createRefusals, LIMIT, type RefusalOptions } from './refusals.ts'

export type DoorOptions = RefusalOptions & {
  /** How many deliveries are processed at once: as many as there are connections for them. */
  places: number
}

/** How many may wait for a place: what one process takes on within a second. */
const WAITING = 200

/** Milliseconds that a delivery waits for a place. With what a transaction may take, its sender is still there then. */
const PATIENCE = 2000

const BODIES = { limit: LIMIT, atOnce: 128, room: 32 * LIMIT }

/**
 * Lets in as many deliveries as this process can take on, and refuses the others before anything of them is read. One
 * that is let in has its whole body in `response.locals.body` and its place in `response.locals.place`, so that a slow
 * sender never holds one. Who hangs up while they wait are gone, untouched.
 */
export function createDoor({ places: count, ...options }: DoorOptions): RequestHandler {
  const places = new Places({ count, waiting: WAITING, patience: PATIENCE })
  const bodies = new Bodies(BODIES)
  const refusals = createRefusals(options)

  const admit = async (request: Request, response: Response, provider: string): Promise<boolean> => {
    const body = await bodies.read(request)
    if (body === 'gone') return false
    const refuse = (outcome: keyof typeof refusals) => {
      refusals[outcome](request, response, provider)
      return false
    }
    if (body === 'too_large') return refuse('too_large')
    if (body === 'put_out') return refuse('overloaded')
    const gone = new AbortController()
    const leave = () => gone.abort()
    response.once('close', leave)
    const turn = places.isFull ? 'late' : await places.take(gone.signal)
    response.off('close', leave)
    if (turn !== 'theirs') bodies.letGo(body)
    if (turn === 'gone') return false
    if (turn === 'late') return refuse('overloaded')
    response.locals['body'] = body
    response.locals['place'] = placeOf(response, () => {
      places.leave()
      bodies.letGo(body)
    })
    return true
  }

  return (request, response, next) => {
    const provider = request.method === 'POST' ? providerAt(request.path) : undefined
    if (provider === undefined) return next()
    if (places.isFull) return refusals.overloaded(request, response, provider)
    admit(request, response, provider).then((isIn) => void (isIn && next()), next)
  }
}

/** A place is held until it was answered, and as long as what was begun there goes on. */
function placeOf(response: Response, leave: () => void): Place {
  let holders = 1
  const letGo = () => {
    holders -= 1
    if (holders === 0) leave()
  }
  response.once('close', letGo)
  return {
    hold: (work) => {
      holders += 1
      return work.finally(letGo)
    },
  }
}
