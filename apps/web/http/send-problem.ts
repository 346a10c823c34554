import type { Response } from 'express'
import { PROBLEM_TYPE, problemOf } from '../app/problem.server.ts'

/** Answers with a fault, for code that stands before Remix. */
export function sendProblem(response: Response, status: number, title: string, detail: string): void {
  response
    .status(status)
    .type(PROBLEM_TYPE)
    .send(JSON.stringify(problemOf(status, title, detail)))
}
