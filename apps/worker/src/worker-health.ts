import type { Log } from '@paidup/billing'
import { Looks } from './looks.ts'
import { QueueHealth } from './queue-health.ts'
import { READER_PATIENCE } from './reader.ts'

/** Whether the worker does its work: the jobs, and the reads. */
export class WorkerHealth {
  readonly queue: QueueHealth
  readonly reads: Looks

  constructor(log: Log) {
    this.queue = new QueueHealth(log)
    this.reads = new Looks(log, { seam: 'reads', what: 'read' }, () => READER_PATIENCE)
  }

  /** What keeps work from being done, as a sentence that says what to do; null when it is. */
  fault(): string | null {
    return this.queue.looks.fault() ?? this.reads.fault()
  }

  noteSilence(): void {
    this.queue.looks.noteSilence()
    this.reads.noteSilence()
  }
}
