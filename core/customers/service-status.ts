import type { Ctx } from '../context.ts';
import { actorName } from '../identity/actor.ts';
import type { Fact } from '../records/outbox.ts';
import { insertStatusChanges, type StatusChange } from './queries-status.ts';
import type { CustomerStatus } from './schema.ts';

export type { StatusChange } from './queries-status.ts';

/**
 * Records changes of customers' statuses in one statement, in the transaction that makes them; unchanged statuses are
 * skipped. Every change of a status must call it, or the database refuses the transaction. `by` says whether a user or
 * the 15-day rule decided it (decision 3); the actor is the one that ran the rule. Read by 'Suspended now' and the
 * customer's history.
 */
export async function recordStatusChanges(
  tx: Ctx,
  changes: readonly StatusChange[],
  by: 'hand' | 'rule',
): Promise<void> {
  const { actor } = tx;
  await insertStatusChanges(
    tx.db,
    changes.filter(({ from, to }) => from !== to),
    {
      at: tx.now,
      businessDate: tx.today,
      byRule: by === 'rule',
      actorKind: actor.kind,
      actorId: actor.kind === 'staff' ? actor.userId : null,
      actorName: actorName(actor),
    },
  );
}

/** The fact that a change of status by hand in the form states; imports and removals state none. */
export function factOfStatus(from: CustomerStatus, to: CustomerStatus): Fact | undefined {
  if (from !== 'Suspended' && to === 'Suspended') return 'customer.suspended';
  return from === 'Suspended' && to === 'Active' ? 'customer.restored' : undefined;
}
