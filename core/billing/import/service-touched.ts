import type { Ctx } from '../../context.ts';
import type { Touched, TouchedDocument } from '../../kernel/imported.ts';
import { findCredits } from '../payments/queries.ts';
import * as queries from './queries-touched.ts';

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
 * those in `isHeld`, which have to do with a document of the batch that stays.
 */
export async function watchTouched(
  tx: Ctx,
  touched: Touched,
): Promise<(isHeld: (table: queries.DocumentTable, id: number) => boolean) => Promise<void>> {
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
    for (const table of ['invoices', 'payments'] as const) {
      const free = same[table].filter(({ id }) => !isHeld(table, id));
      await queries.takeBackSteps(
        tx.db,
        table,
        free.map(({ id, before }) => ({ id, net: before })),
      );
    }
  };
}
