import type { Ctx } from '../context.ts';
import { actorName } from '../identity/actor.ts';
import { insertStatusChanges, type StatusChange } from './queries-status.ts';

export type { StatusChange } from './queries-status.ts';

/**
 * Records changes of customers' statuses, in the transaction that makes them, in one statement however many there
 * are; those whose status stays are left out. Every path that changes a status calls it, and the database refuses the
 * transaction otherwise. `by` says whether a person decided it or the 15-day rule (decision 3); the actor is whoever
 * let the rule act. 'Suspended now' and the history of a customer read it.
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
