import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Place } from '../../app/http/answer-webhook.server.ts'
import { providerAt } from '../signed-paths.ts'
import { Bodies } from './bodies.ts'
import { Pace } from './pace.ts'
import { Places, type Turn } from './places.ts'
import { createRefusals, LIMIT, type RefusalOptions } from './refusals.ts'

export type DoorOptions = RefusalOptions & {
  /** How many deliveries are processed at once. */
  places: number
}

/** What a delivery that was let in has with it; express takes it over as the locals of its response. */
export type Admitted = { body: Buffer; place: Place }

/** How many may wait for a place: what one process takes on within a second. */
const WAITING = 400

/** Milliseconds that a delivery waits for a place. With what a transaction may take, its sender is still there then. */
const PATIENCE = 4000

const BODIES = { limit: LIMIT, atOnce: 128, room: 32 * LIMIT }

/**
 * Lets in as many deliveries as this process can take on, and refuses the others before anything of them is read. One
 * that is let in has its whole body by then, so that a slow sender never holds a place. Who hang up while they wait are
 * gone, untouched. What is no delivery passes by.
 */
export function createDoor(
  { places: count, ...options }: DoorOptions,
  inside: RequestListener,
): RequestListener {
  const places = new Places({ count, waiting: WAITING, patience: PATIENCE })
  const bodies = new Bodies(BODIES)
  const pace = new Pace()
  const { overloaded, tooLarge } = createRefusals(options)

  const refuse = (request: IncomingMessage, response: ServerResponse, provider: string) =>
    overloaded(request, response, provider, { 'Retry-After': pace.countRefused() })

  const receive = async (request: IncomingMessage, response: ServerResponse, provider: string) => {
    const body = await bodies.read(request)
    if (body === 'gone') return
    if (body === 'too_large') return tooLarge(request, response, provider)
    if (body === 'put_out') return refuse(request, response, provider)
    const turn = places.isFull ? 'late' : await turnOf(places, response)
    if (turn !== 'theirs') bodies.letGo(body)
    if (turn === 'late') return refuse(request, response, provider)
    if (turn === 'gone') return
    pace.countLetIn()
    const place = placeOf(response, () => {
      places.leave()
      bodies.letGo(body)
    })
    Object.assign(response, { locals: { body, place } satisfies Admitted })
    inside(request, response)
  }

  return (request, response) => {
    const provider = request.method === 'POST' ? providerAt(request.url ?? '') : undefined
    if (provider === undefined) inside(request, response)
    else if (places.isFull) refuse(request, response, provider)
    else void receive(request, response, provider)
  }
}

async function turnOf(places: Places, response: ServerResponse): Promise<Turn> {
  const gone = new AbortController()
  const leave = () => gone.abort()
  response.once('close', leave)
  const turn = await places.take(gone.signal)
  response.off('close', leave)
  return turn
}

/** A place is held until it was answered, and as long as what was begun there goes on. */
function placeOf(response: ServerResponse, leave: () => void): Place {
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
