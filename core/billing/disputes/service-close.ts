import type { Ctx } from '../../context.ts';
import { actorName } from '../../identity/actor.ts';
import { audit } from '../../records/audit.ts';
import type { InvoiceRecord } from '../invoices/rules-record.ts';
import * as queries from './queries.ts';
import { type DisputeOutcome, invoiceDispute } from './schema.ts';

/** Why an invoice takes its dispute with it. */
export interface DisputeEnd {
  outcome: DisputeOutcome;
  note?: string;
}

type Disputed = Pick<InvoiceRecord, 'id' | 'invoiceId' | 'disputedSince'>;

/**
 * Closes the open disputes of these invoices, as they were read under the lock of their accounts, with a line in the audit log
 * for each. Call it before an invoice is written as paid or cancelled, which the database refuses while a dispute is open.
 * The invoices count as due today at the earliest then (decision 120).
 */
export async function closeDisputes(
  tx: Ctx,
  invoices: readonly Disputed[],
  { outcome, note = '' }: DisputeEnd,
): Promise<void> {
  const disputed = invoices.filter(({ disputedSince }) => disputedSince !== null);
  if (disputed.length === 0) return;
  const closed = await queries.close(
    tx.db,
    disputed.map(({ id }) => ({ invoiceId: id, outcome, note })),
    { on: tx.today, at: tx.now, name: actorName(tx.actor) },
  );
  const numberOf = new Map(disputed.map(({ id, invoiceId }) => [id, invoiceId]));
  for (const { invoiceId, ...after } of closed) {
    await audit(tx, {
      action: 'invoice.disputeClose',
      entity: 'invoice',
      entityId: invoiceId,
      summary: `${numberOf.get(invoiceId)}: ${outcome}`,
      schema: invoiceDispute,
      before: { outcome: null, note: '' },
      after: { outcome: after.outcome, note: after.note },
    });
  }
}
