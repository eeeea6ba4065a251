import { sql } from 'kysely';

/** The row of `settings` that holds the network settings. */
export const NETWORK_SETTINGS = 'network';

/** Whether polling is on; off until somebody switches it on. */
export const isPollingOn = sql<boolean>`coalesce(
  (select (value ->> 'isPolling')::boolean from settings where name = ${NETWORK_SETTINGS}), false)`;
