import type { Ctx } from '../../context.ts';
import type { ImportTotal } from '../fields/rules.ts';
import type { RunDifference } from '../schema-centre.ts';
import * as queries from './queries.ts';
import { type AcceptedRecord, addReconciled, type RefusedRow, reconcile } from './rules.ts';

/**
 * Compares a batch with the books in its transaction, after its counts, and adds the sums to those of the run. Answers
 * the records that differ.
 */
export async function reconcileBatch<Row>(
  tx: Ctx,
  runId: number,
  totals: readonly ImportTotal<Row>[],
  batch: { accepted: readonly AcceptedRecord<Row>[]; refused: readonly RefusedRow<Row>[] },
): Promise<RunDifference[]> {
  const found = reconcile(totals, batch.accepted, batch.refused);
  const before = await queries.getReconciliation(tx.db, runId);
  await queries.setReconciliation(tx.db, runId, addReconciled(before, found.totals));
  return found.differences;
}
