// In a file of its own, so that help texts can use these numbers without loading the schemas.

/** A pending invoice this many days past due is overdue (seeds/000 4 and 9, decision 2). */
export const OVERDUE_DAYS = 15;

/** seeds/000 4 and 9, decision 2. */
export const NEARING_OVERDUE_DAYS = 10;

/** seeds/000 9. */
export const DUE_DAY = 15;

/** Decision 4: customers of a late run still get this many days to pay. */
export const MIN_DAYS_TO_PAY = 14;

/** seeds/000 9. */
export const DUE_DAYS_AFTER_MANUAL = 30;
