import { customersInLedger } from '../accounting/service-customers.ts';
import type { Ctx } from '../context.ts';
import { findReferences } from '../database/references.ts';
import type { Created, KeptRecord } from '../kernel/imported.ts';
import * as queries from './queries-removal.ts';
import { recordStatusChanges } from './service-status.ts';

export interface RemovalOptions {
  runId: number;
  /** The tables of documents, and whether all of a customer's documents have been undone. */
  documents: readonly string[];
  hasOnlyUndone(customerId: number): boolean;
}

/** What to do with a customer that an import created. */
type Fate = 'removed' | 'inactive' | { stays: string };

function fateOf(
  found: { isChanged: boolean; tables: readonly string[]; isInLedger: boolean; isBilled: boolean },
  hasOnlyUndone: boolean,
  documents: readonly string[],
): Fate {
  if (found.isChanged) return { stays: 'The customer was changed since.' };
  if (found.tables.length === 0 && !found.isInLedger) return 'removed';
  const others = found.tables.filter((table) => !documents.includes(table));
  if (others.length > 0) return { stays: 'Other records name the customer.' };
  if (!hasOnlyUndone) return { stays: 'The customer has invoices or payments that stay.' };
  return found.isBilled ? 'inactive' : { stays: 'Entries in the books name the customer.' };
}

/**
 * Removes customers that an import created and that nothing names, in a constant number of statements. Those whom only
 * undone documents name become Inactive and are marked, so that the next import takes them as new; those who were changed
 * or have other records since stay as they are. Answers those that are left, with the reason. The caller writes the audit
 * line of the whole undo.
 */
export async function removeImported(
  tx: Ctx,
  created: readonly Created[],
  { runId, documents, hasOnlyUndone }: RemovalOptions,
): Promise<{ removed: number; kept: KeptRecord[] }> {
  const versions = new Map(created.map(({ id, version }) => [id, version]));
  const customers = await queries.lockForRemoval(tx.db, [...versions.keys()]);
  const ids = customers.map(({ id }) => id);
  const references = await findReferences(tx.db, 'customers', ids);
  const ledger = await customersInLedger(tx, ids);
  const fates = customers.map((customer) => {
    const { id } = customer;
    const fate = fateOf(
      {
        isChanged: customer.version !== versions.get(id),
        tables: references.get(id) ?? [],
        isInLedger: ledger.has(id),
        isBilled: ledger.get(id) ?? true,
      },
      hasOnlyUndone(id),
      documents,
    );
    return { customer, fate };
  });
  const withFate = (wanted: Fate) =>
    fates.filter(({ fate }) => fate === wanted).map(({ customer }) => customer);
  const removed = withFate('removed');
  const inactive = withFate('inactive');
  await queries.removeCustomers(
    tx.db,
    removed.map(({ id }) => id),
  );
  await queries.leaveInactive(
    tx.db,
    inactive.map(({ id }) => id),
    runId,
    tx.now,
  );
  const changes = inactive.map(({ id, status }) => {
    return { customerId: id, from: status, to: 'Inactive' as const };
  });
  await recordStatusChanges(tx, changes, 'hand');
  const kept = fates.flatMap(({ customer: { id, customerId, name }, fate }): KeptRecord[] => {
    if (fate === 'removed') return [];
    const reason =
      fate === 'inactive'
        ? 'Reversed documents name the customer, who is Inactive now.'
        : fate.stays;
    return [{ entity: 'customer', entityId: id, label: `${customerId} ${name}`, reason }];
  });
  return { removed: removed.length, kept };
}
