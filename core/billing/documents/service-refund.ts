import { letterhead } from '../../company/service.ts';
import type { Ctx } from '../../context.ts';
import { getCustomerRecord } from '../../customers/service-billing.ts';
import { actorKey } from '../../identity/actor.ts';
import type { FileAnswer } from '../../kernel/contract.ts';
import { getRefund } from '../refunds/service.ts';
import { refundPdf } from './pdf.ts';
import { addressee, PDF } from './service.ts';

/** The receipt of a refund as PDF, with a place to sign. @throws AppError notFound. */
export async function downloadRefund(ctx: Ctx, id: number): Promise<FileAnswer> {
  const refund = await getRefund(ctx, id);
  const body = await refundPdf(
    {
      ...refund,
      company: await letterhead(ctx),
      customer: addressee(await getCustomerRecord(ctx, refund.customerId)),
    },
    actorKey(ctx.actor),
  );
  return { filename: `refund-${refund.refundNumber}.pdf`, contentType: PDF, body };
}
