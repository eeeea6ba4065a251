import { askAboveLimit } from '../../approvals/service-second.ts';
import type { Ctx } from '../../context.ts';
import { actorName } from '../../identity/actor.ts';
import { sumOf } from '../../kernel/money.ts';
import { sumReturnedOn } from '../refunds/queries.ts';
import { isReturnOfCash } from './rules-accounts.ts';
import type { Payment } from './schema.ts';

/**
 * Asks a second person for reversals of payments of one customer that pay out cash like a refund, by the limit of refunds and
 * together with them (decision 68). Nobody is asked for what somebody corrects of the own payments of the same day. Call it
 * before anything is written. @throws Waiting.
 */
export async function askForReversals(
  tx: Ctx,
  payments: readonly Payment[],
  reason: string,
): Promise<void> {
  const by = actorName(tx.actor);
  const returned = payments.filter((payment) => isReturnOfCash(payment, { by, day: tx.today }));
  const [first] = returned;
  if (!first) return;
  const { customerId, customerName } = first;
  const receipts = returned.map(({ receiptId }) => receiptId).join(', ');
  await askAboveLimit(tx, {
    kind: 'customer_refund',
    ...{ entity: 'customer', entityId: customerId, record: customerName },
    summary: `Reversal of ${receipts} of ${customerName}, paid in cash`,
    amountUsd: sumOf(returned, ({ amountUsd }) => amountUsd),
    earlierTodayUsd: () => sumReturnedOn(tx.db, customerId, tx.today),
    facts: returned.map(({ receiptId, createdBy }) => ({
      label: receiptId,
      text: `Recorded by ${createdBy}`,
    })),
    reason,
  });
}
