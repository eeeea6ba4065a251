import { letterhead } from '../../company/service.ts';
import type { Ctx } from '../../context.ts';
import { renderPdf } from '../../documents/pdf/pdf.ts';
import { actorKey } from '../../identity/actor.ts';
import type { FileAnswer } from '../../kernel/contract.ts';
import { breaksRule } from '../../kernel/errors.ts';
import { lapseProblem } from '../rules.ts';
import { getVoucherBatch } from '../sales/service-list.ts';

/** Where visitors redeem codes: the WiFi page (decision 46). */
function wifiPage({ config }: Pick<Ctx, 'config'>): string {
  const origin = config.publicUrl?.replace(/\/$/, '') ?? `http://${config.host}:${config.port}`;
  return `${origin}/wifi-payment`;
}

/** Where a visitor redeems this code. */
function redeemAddress(ctx: Pick<Ctx, 'config'>, code: string): string {
  return `${wifiPage(ctx)}?code=${code.replaceAll('-', '')}`;
}

/**
 * The unused vouchers of a sale as PDF, 24 on a page of A4, to cut out.
 * @throws AppError notFound; rule for a sale without unused vouchers; unavailable if the document cannot be made.
 */
export async function voucherSheet(ctx: Ctx, id: number): Promise<FileAnswer> {
  const batch = await getVoucherBatch(ctx, id);
  const { batchNumber, priceUsd, priceSsp, lapsesOn, vouchers } = batch;
  const unused = vouchers.filter(
    ({ status }) => status === 'unused' && !lapseProblem(batch, ctx.today),
  );
  const [first] = unused;
  if (!first) breaksRule('voucher.noneUnused', `${batchNumber} has no unused vouchers.`);
  const { bundleName, dataAllowanceMB, validityDays, speedMbps } = first;
  const document = {
    company: await letterhead(ctx),
    ...{ batchNumber, bundleName, dataAllowanceMB, validityDays, speedMbps },
    ...{ priceUsd, priceSsp, lapsesOn, date: ctx.today },
    redeemAt: wifiPage(ctx).replace(/^https?:\/\//, ''),
    vouchers: unused.map(({ voucherCode }) => ({
      code: voucherCode,
      address: redeemAddress(ctx, voucherCode),
    })),
  };
  const body = await renderPdf('voucherSheet', document, actorKey(ctx.actor));
  return { filename: `vouchers-${batchNumber}.pdf`, contentType: 'application/pdf', body };
}
