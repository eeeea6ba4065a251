/** Decision 14. */
export const IDLE_MINUTES = 10;
/** seeds/002 4 and 9: the warning comes this many seconds before the idle logout. */
export const IDLE_WARNING_SECONDS = 30;
