/** The most seats or credit packs of one purchase. */
export const MOST_UNITS = 1000
