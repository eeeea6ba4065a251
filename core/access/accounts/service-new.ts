import type { Ctx } from '../../context.ts';
import { drainOutbox } from '../../records/outbox.ts';
import { NEW_CUSTOMERS, storedSettings } from '../decisions/service-settings.ts';
import * as queries from './queries.ts';
import { freeName, nameFor } from './rules-new.ts';
import { createAccount } from './service.ts';

/**
 * Adds an access account for each customer that was added since the last call, if the settings say so: the user name follows
 * from the customer number, and the password is made. A customer that has an account by now, or has been removed, gets none.
 * Any number of processes may call it; each customer gets one account. Returns how many were added.
 */
export async function openNewAccounts(ctx: Ctx): Promise<number> {
  const { accountForNewCustomers: kind } = await storedSettings.read(ctx.db);
  if (kind === 'none') return 0;
  let added = 0;
  await drainOutbox(ctx, NEW_CUSTOMERS.consumer, NEW_CUSTOMERS.fact, async (tx, facts) => {
    const ids = facts.map(({ entityId }) => entityId);
    for (const { id, customerNumber } of await queries.findWithoutAccount(tx.db, ids)) {
      const name = nameFor(customerNumber);
      const username = freeName(name, await queries.findNamesLike(tx.db, name));
      await createAccount(tx, { customerId: id, kind, username });
      added += 1;
    }
  });
  return added;
}
