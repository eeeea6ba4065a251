import type { Ctx } from '../../context.ts';
import type { KeptRecord, Touched, TouchedDocument } from '../../kernel/imported.ts';
import type { InvoiceRecord } from '../invoices/rules-record.ts';
import { findCredits } from '../payments/queries.ts';
import type { Payment } from '../payments/schema.ts';
import * as queries from './queries-touched.ts';
import { markUndone } from './queries-undo.ts';
import { type UndoPlan, undoneNumber } from './rules-undo.ts';

/** Whether a document has to do with one of the batch that stays. */
type IsHeld = (table: queries.DocumentTable, id: number) => boolean;

const NOT_SET_BACK =
  'This import had replaced the opening balance, and it is not set back. Import it again if it is still owed.';

type Versions = Record<queries.DocumentTable, Map<number, number>>;

const byId = (found: readonly queries.NetVersion[]) => new Map(found.map((d) => [d.id, d.net]));

/**
 * Reads the versions of the documents that an import may settle or use: open invoices and credit of customers, and the
 * given invoices. The accounts must be locked. The answered function is called after the batch, and answers those that
 * it has touched.
 */
export async function watchDocuments(
  tx: Ctx,
  customerIds: readonly number[],
  invoiceIds: readonly number[] = [],
): Promise<() => Promise<Touched>> {
  const credits = (await findCredits(tx.db, customerIds)).map(({ id }) => id);
  const before: Versions = {
    invoices: byId([
      ...(await queries.findOpenImported(tx.db, customerIds)),
      ...(await queries.findNetVersions(tx.db, 'invoices', invoiceIds)),
    ]),
    payments: byId(await queries.findNetVersions(tx.db, 'payments', credits)),
  };
  const touched = async (table: queries.DocumentTable): Promise<TouchedDocument[]> => {
    const after = await queries.findNetVersions(tx.db, table, [...before[table].keys()]);
    return after
      .map(({ id, net }) => ({ id, before: before[table].get(id)!, after: net }))
      .filter((document) => document.before !== document.after);
  };
  return async () => ({
    invoices: await touched('invoices'),
    payments: await touched('payments'),
  });
}

/**
 * Prepares to take a batch back from documents of earlier imports: of those that nobody has changed since the batch. The
 * answered function is called when the documents of the batch are undone, and before credit settles anything again. Then
 * the documents are as before the batch, and count as unchanged for the undo of the import that created them; without
 * those in `isHeld`, which have to do with a document of the batch that stays. Answers the opening balances that the batch
 * had replaced, and that are not set back.
 */
export async function watchTouched(
  tx: Ctx,
  touched: Touched,
): Promise<(isHeld: IsHeld) => Promise<KeptRecord[]>> {
  const sameOf = async (table: queries.DocumentTable) => {
    const now = byId(
      await queries.findNetVersions(
        tx.db,
        table,
        touched[table].map(({ id }) => id),
      ),
    );
    return touched[table].filter(({ id, after }) => now.get(id) === after);
  };
  const same = { invoices: await sameOf('invoices'), payments: await sameOf('payments') };
  return async (isHeld) => {
    const kept: KeptRecord[] = [];
    for (const table of ['invoices', 'payments'] as const) {
      const free = same[table].filter(({ id }) => !isHeld(table, id));
      await queries.takeBackSteps(
        tx.db,
        table,
        free.map(({ id, before }) => ({ id, net: before })),
      );
      const replaced = await queries.findReplaced(
        tx.db,
        table,
        free.map(({ id }) => id),
      );
      const entity = table === 'invoices' ? 'invoice' : 'payment';
      kept.push(
        ...replaced.map(({ id, number }) => ({
          entity,
          entityId: id,
          label: number,
          reason: NOT_SET_BACK,
        })),
      );
    }
    return kept;
  };
}

/** Sets the numbers of opening balances free that another import has replaced, and reversed with that. */
export async function markReplacedUndone(
  tx: Ctx,
  runId: number,
  found: { invoices: readonly InvoiceRecord[]; payments: readonly Payment[] },
  replaced: UndoPlan['replaced'],
): Promise<void> {
  const invoices = found.invoices.filter(({ id }) => replaced.invoices.has(id));
  const payments = found.payments.filter(({ id }) => replaced.payments.has(id));
  await markUndone(
    tx.db,
    'invoices',
    runId,
    invoices.map(({ id, invoiceId }) => ({ id, number: undoneNumber(invoiceId, runId) })),
  );
  await markUndone(
    tx.db,
    'payments',
    runId,
    payments.map(({ id, receiptId }) => ({ id, number: undoneNumber(receiptId, runId) })),
  );
}
