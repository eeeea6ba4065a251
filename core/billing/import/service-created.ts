import type { Posting } from '../../accounting/rules.ts';
import type { Ctx } from '../../context.ts';
import type { Created } from '../../kernel/imported.ts';
import { findVersions } from './queries-undo.ts';

/** New payments with their versions: each posting of their credit has raised it by one. */
export function createdPayments(
  ids: readonly number[],
  postings: readonly Pick<Posting, 'source' | 'sourceId'>[],
): Created[] {
  const moves = new Map<number, number>();
  for (const { source, sourceId } of postings)
    if (source === 'payment.takenUp') moves.set(sourceId!, (moves.get(sourceId!) ?? 0) + 1);
  return ids.map((id) => ({ id, version: 1 + (moves.get(id) ?? 0) }));
}

/**
 * New invoices with their versions: the payment of an import has raised it by one. If credit has settled invoices, the
 * versions are read.
 */
export async function createdInvoices(
  tx: Ctx,
  ids: readonly number[],
  { paid, isSettled }: { paid: ReadonlySet<number>; isSettled: boolean },
): Promise<Created[]> {
  if (isSettled && ids.length > 0) return findVersions(tx.db, ids);
  return ids.map((id) => ({ id, version: paid.has(id) ? 2 : 1 }));
}
