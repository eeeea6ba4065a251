import type { z } from 'zod';
import { type Ctx, transact } from '../../context.ts';
import { actorName } from '../../identity/actor.ts';
import { audit } from '../../records/audit.ts';
import { vouchersToSend } from '../../vouchers/sales/service-messages.ts';
import type { smsAnswer, smsInput } from '../../vouchers/schema.ts';
import { insertMessage } from '../queries.ts';
import { CODES_A_MESSAGE, VOUCHER_TYPE, voucherText } from './rules.ts';

/**
 * Queues the codes of a sale's unused vouchers as SMS to its customer, four in a message. The queue keeps the vouchers' ids:
 * their codes are filled in when a message is sent, and are in no kept text.
 * @throws AppError notFound; invalid for vouchers of another sale; rule for a sale without a telephone number and where
 *   none of them is unused; others that are not are left out, and named in the answer.
 */
export function textVouchers(
  ctx: Ctx,
  id: number,
  { voucherIds }: z.output<typeof smsInput>,
): Promise<z.output<typeof smsAnswer>> {
  return transact(ctx, async (tx) => {
    const { batch, voucherIds: ids, leftOut } = await vouchersToSend(tx, id, voucherIds);
    const { bundleName, lapsesOn, batchNumber, customerName, customerPhone } = batch;
    const sale = { company: tx.config.company.name, bundleName, lapsesOn };
    for (let start = 0; start < ids.length; start += CODES_A_MESSAGE) {
      const part = ids.slice(start, start + CODES_A_MESSAGE);
      await insertMessage(tx.db, {
        type: VOUCHER_TYPE,
        channel: 'sms',
        customerId: null,
        recipient: customerPhone,
        name: customerName,
        subject: '',
        text: voucherText(sale),
        fields: { codes: { secret: VOUCHER_TYPE, ids: part } },
        at: tx.now,
        by: actorName(tx.actor),
      });
    }
    await audit(tx, {
      action: 'voucher.text',
      entity: 'voucherBatch',
      entityId: id,
      summary: `${batchNumber} to ${customerPhone}`,
      facts: { quantity: ids.length, leftOut: leftOut.map(({ lineNo }) => lineNo) },
    });
    return { queued: ids.length, phone: customerPhone, leftOut };
  });
}
