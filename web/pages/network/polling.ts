/** How often screens read measured values again: nodes are measured once a minute. */
export const POLL_MS = 60_000;
