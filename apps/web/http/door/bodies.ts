import type { IncomingMessage } from 'node:http'

/** The whole body; or why there is none: over the limit, put out to make room, or its sender has gone. */
export type Body = Buffer | 'too_large' | 'put_out' | 'gone'

export type BodyOptions = {
  /** Bytes that one may have. */
  limit: number
  /** How many may be on their way at once. */
  atOnce: number
  /** Bytes that all of them may have together, until they are let go. */
  room: number
}

/**
 * Reads bodies into memory that has an end. Most are there with their headers; one that is slow waits for nobody's
 * sake: where there is no room for another, the one that has been on its way longest is put out.
 */
export class Bodies {
  readonly #options: BodyOptions
  readonly #onTheirWay = new Set<(end: Body) => void>()
  #held = 0

  constructor(options: BodyOptions) {
    this.#options = options
  }

  /** Reads to the end, or as far as it goes. A buffer counts until it is handed to `letGo`. */
  read(request: IncomingMessage): Promise<Body> {
    return new Promise((resolve) => {
      const chunks: Buffer[] = []
      let length = 0
      const end = (body: Body) => {
        request.off('data', onData).off('end', onEnd).off('close', onClose)
        this.#onTheirWay.delete(end)
        if (!Buffer.isBuffer(body)) this.#held -= length
        resolve(body)
      }
      const onData = (chunk: Buffer) => {
        chunks.push(chunk)
        length += chunk.byteLength
        this.#held += chunk.byteLength
        if (length > this.#options.limit) end('too_large')
        else this.#makeRoom()
      }
      const onEnd = () => end(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks))
      const onClose = () => end('gone')
      request.on('data', onData).on('end', onEnd).on('close', onClose)
      this.#onTheirWay.add(end)
      this.#makeRoom()
    })
  }

  letGo(body: Buffer): void {
    this.#held -= body.byteLength
  }

  #makeRoom(): void {
    while (this.#onTheirWay.size > this.#options.atOnce || this.#held > this.#options.room) {
      const [oldest] = this.#onTheirWay
      if (!oldest) return
      oldest('put_out')
    }
  }
}
