// Apart from the schemas, so that a help text names the days without loading them.

/** A pending invoice this many days past due is overdue (seeds/000 4 and 9, decision 2). */
export const OVERDUE_DAYS = 15;
