/** Stripe's statuses of a subscription that is no more, which is final. */
export const GONE = ['canceled', 'incomplete_expired']

/** Those in which there is no subscription any more, or not yet. */
export const OVER = [...GONE, 'incomplete']

/** Those from which a subscription does not come back by itself. */
export const ENDED = [...GONE, 'unpaid']
