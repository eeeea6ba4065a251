import type { CodeUse } from '../access/schema-codes.ts';
import type { Ctx } from '../context.ts';
import { breaksRule, notFound } from '../kernel/errors.ts';
import type { Page } from '../kernel/paging.ts';
import { audit } from '../records/audit.ts';
import { signInsOfIntent } from '../wifi/service-access.ts';
import { intents } from './queries.ts';
import type { IntentRow } from './queries-list.ts';
import * as lists from './queries-list.ts';
import {
  acceptRefusal,
  lookedUp,
  providerName,
  providersOf,
  refundRefusal,
  refusalOf,
  whatOf,
} from './rules.ts';
import {
  type CollectionSettings,
  type PaymentRequest,
  type PaymentRequestDetail,
  paymentRequest,
  type RequestFilter,
} from './schema.ts';
import { advance } from './service-steps.ts';

/** How mobile money is collected here, for the screens of staff. */
export async function getCollectionSettings(ctx: Ctx): Promise<CollectionSettings> {
  const { payments } = ctx.ports;
  return {
    driver: payments.kind,
    providers: providersOf(ctx.config, (provider) => payments.collects(provider)),
    currencies: [...payments.currencies],
  };
}

/** @throws AppError rule where nothing can be collected through the provider. */
export function assertCollects({ ports: { payments }, config }: Ctx, provider: string): void {
  if (payments.kind === 'off')
    breaksRule('payments.off', 'Payments by mobile money are switched off. Use a voucher.');
  const named = providersOf(config, () => true).some(({ id }) => id === provider);
  if (!named || !payments.collects(provider))
    breaksRule(
      'payments.provider',
      `${providerName(config, provider)} cannot be used at the moment. Choose another way to pay.`,
    );
}

function requestOf(ctx: Ctx, row: IntentRow): PaymentRequest {
  return {
    id: row.id,
    reference: row.reference,
    purpose: row.purpose,
    what: whatOf(row.packageId, row.customerName),
    customerId: row.customerId,
    customerNumber: row.customerNumber,
    provider: providerName(ctx.config, row.provider),
    phone: row.phone,
    currency: row.currency,
    amount: row.amount,
    amountUsd: row.amountUsd,
    exchangeRate: row.exchangeRate,
    status: row.status,
    problem: row.problem,
    providerTransactionId: row.providerTransactionId ?? '',
    documentNumber: row.documentNumber,
    paymentId: row.paymentId,
    isSimulated: row.driver === 'simulated',
    createdAt: row.createdAt,
    createdBy: row.createdBy || 'Visitor',
    settledAt: row.settledAt,
    version: row.version,
  };
}

/** Requests for mobile money, newest first by default. Amounts in their currency and in US cents. */
export async function listPaymentRequests(
  ctx: Ctx,
  filter: RequestFilter,
): Promise<Page<PaymentRequest>> {
  const page = await lists.findIntents(ctx.db, filter);
  return { ...page, rows: page.rows.map((row) => requestOf(ctx, row)) };
}

/** A request with everything that was sent and heard. @throws AppError notFound. */
export async function getPaymentRequest(ctx: Ctx, id: number): Promise<PaymentRequestDetail> {
  const row = (await lists.getIntentRow(ctx.db, id)) ?? notFound('Payment request', id);
  const refund = await lists.getRefundOf(ctx.db, id);
  const { paidCurrency, paidAmount, paidPhone } = row;
  const heard = paidCurrency === null ? null : { currency: paidCurrency, phone: paidPhone ?? '' };
  return {
    ...requestOf(ctx, row),
    // An amount that the provider named in no readable way is zero here; the events have its words.
    paid: heard && { ...heard, amount: paidAmount ?? (0 as typeof row.amount) },
    events: await lists.findEvents(ctx.db, id),
    refund: refund ?? null,
    mayAccept: acceptRefusal(row) === undefined,
    mayRefund: refundRefusal(row) === undefined,
    refusal: refusalOf(row),
  };
}

/**
 * Asks the provider now what became of a request, also where it is not due.
 * @throws AppError notFound; rule where the request was made through another way to collect than the one in use.
 */
export async function checkPaymentRequest(ctx: Ctx, id: number): Promise<PaymentRequestDetail> {
  const row = (await lists.getIntentRow(ctx.db, id)) ?? notFound('Payment request', id);
  if (lookedUp.includes(row.status)) {
    if (row.driver !== ctx.ports.payments.kind)
      breaksRule(
        'paymentRequest.driver',
        `This request was made with ISP_PAYMENTS=${row.driver}, which is not in use now.`,
      );
    await advance(ctx, { id, isForced: true });
  }
  return getPaymentRequest(ctx, id);
}

/** Where the code of a sale of WiFi was used to sign in; nothing of another request. @throws AppError notFound. */
export async function wifiSignIns(ctx: Ctx, id: number): Promise<CodeUse[]> {
  if (!(await intents.get(ctx.db, id))) notFound('Payment request', id);
  return signInsOfIntent(ctx, id);
}

/** A line of the audit log about a request. */
export async function auditRequest(
  tx: Ctx,
  action: 'make' | 'accept' | 'refund',
  id: number,
  { before, summary }: { before?: PaymentRequest; summary: string },
): Promise<PaymentRequest> {
  const row = (await lists.getIntentRow(tx.db, id))!;
  const after = requestOf(tx, row);
  await audit(tx, {
    action: `paymentRequest.${action}`,
    entity: 'paymentRequest',
    entityId: id,
    summary,
    schema: paymentRequest,
    ...(before ? { before } : {}),
    after,
  });
  return after;
}

/** A request as staff see it, without its events. */
export async function readRequest(tx: Ctx, id: number): Promise<PaymentRequest> {
  return requestOf(tx, (await lists.getIntentRow(tx.db, id)) ?? notFound('Payment request', id));
}
