import { routes } from '@nimule/core/routes';
import { type Operations, tableOf } from './operation-table.ts';

/**
 * What calls need of the contract. A build has the finished table here (vite/operation-table.ts), without the schemas from
 * which it is made: they would be a third of every first visit.
 */
export const operations: Operations = tableOf(routes);
