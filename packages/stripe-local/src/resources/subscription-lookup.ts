import { z } from 'zod'
import { timestamp } from '../http/values.ts'

/** An instant (Unix seconds), or `now`. */
export const trialEnd = z.union([z.literal('now'), timestamp])
