import { sql } from 'kysely';
import { NETWORK_SETTINGS } from './schema.ts';

/** Whether polling is on; off until somebody switches it on. */
export const isPollingOn = sql<boolean>`coalesce(
  (select (value ->> 'isPolling')::boolean from settings where name = ${NETWORK_SETTINGS}), false)`;
