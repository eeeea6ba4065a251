import { findOpenInvoiceIds } from '../billing/payments/service.ts';
import { type Ctx, transact } from '../context.ts';
import { lockAccount } from '../customers/service-billing.ts';
import { invalidField } from '../kernel/errors.ts';
import { type Cents, formatUsd, MAX_AMOUNT, sspToUsd } from '../kernel/money.ts';
import { PHONE_MESSAGE, parsePhone } from '../kernel/phone.ts';
import { currentRate } from '../rates/service-current.ts';
import { claimKey, keepAnswer } from '../records/idempotency.ts';
import { amountIn, providersOf } from './rules.ts';
import { type PaymentRequestDetail, providerIds, type RequestInput } from './schema.ts';
import { assertCollects, auditRequest, getPaymentRequest } from './service.ts';
import { assertNotAsked, insertRequest } from './service-new.ts';
import { advance } from './service-steps.ts';

const OPERATION = 'requestPayment';

/**
 * Asks a customer on the telephone to confirm a payment, which is recorded as a payment by mobile money when the provider
 * says that it was paid; it settles the chosen invoices first. A repeat with the same Idempotency-Key answers the same
 * request. `amount` in `currency`, by default the usual one of the way to collect.
 * @throws AppError notFound for the customer; invalid for a number, an amount or an invoice; conflict where somebody is asked for
 *   the same invoices already; rule where nothing is collected.
 */
export async function requestPayment(ctx: Ctx, input: RequestInput): Promise<PaymentRequestDetail> {
  const begun = await transact(ctx, async (tx) => {
    const kept = await claimKey(tx, OPERATION, input);
    if (kept) return { id: (kept.response as { id: number }).id, isNew: false };
    const id = await create(tx, input);
    // The answer is read anew by a repeat: by then the payment may have come.
    await keepAnswer(tx, OPERATION, { id });
    return { id, isNew: true };
  });
  if (begun.isNew) await advance(ctx, { id: begun.id });
  return getPaymentRequest(ctx, begun.id);
}

async function create(tx: Ctx, input: RequestInput): Promise<number> {
  const { payments } = tx.ports;
  const provider = input.provider ?? firstProvider(tx);
  assertCollects(tx, provider);
  const currency = input.currency ?? payments.currencies[0]!;
  if (!payments.currencies.includes(currency))
    invalidField('currency', `Only ${payments.currencies.join(' and ')} can be asked for.`);
  const customer = await lockAccount(tx, input.customerId);
  const exchangeRate = await currentRate(tx, 'standard', tx.today);
  const amountUsd = currency === 'SSP' ? sspToUsd(input.amount, exchangeRate) : input.amount;
  assertAmount(amountUsd);
  const invoiceIds = input.invoiceIds ?? [];
  const open = await findOpenInvoiceIds(tx, customer.id);
  const unknown = invoiceIds.find((invoiceId) => !open.includes(invoiceId));
  if (unknown !== undefined)
    invalidField('invoiceIds', `Invoice ${unknown} is not an open invoice of this customer.`);
  const phone = phoneOf(input, customer.phone);
  await assertNotAsked(tx, {
    customer,
    invoiceIds: invoiceIds.length === 0 ? open : invoiceIds,
    phone,
  });
  const id = await insertRequest(tx, {
    what: { customerId: customer.id, invoiceIds },
    provider,
    phone,
    currency,
    amount: input.amount,
    usd: amountUsd,
    exchangeRate,
  });
  const summary = `${amountIn(currency, input.amount)} of ${customer.name}`;
  await auditRequest(tx, 'make', id, { summary });
  return id;
}

function firstProvider({ config, ports: { payments } }: Ctx): string {
  const all = providersOf(config, (provider) => payments.collects(provider));
  return all.find(({ isAvailable }) => isAvailable)?.id ?? providerIds[0];
}

function assertAmount(amountUsd: Cents): void {
  if (amountUsd <= 0)
    invalidField('amount', "The amount is less than one US cent at today's rate.");
  if (amountUsd > MAX_AMOUNT.USD)
    invalidField('amount', `The amount cannot be above ${formatUsd(MAX_AMOUNT.USD)}.`);
}

/** The number that is asked: the customer's, unless another is given. */
function phoneOf({ phone }: RequestInput, own: string): string {
  if (phone) return phone;
  if (own === '') invalidField('phone', 'The customer has no telephone number. Enter one.');
  return parsePhone(own) ?? invalidField('phone', PHONE_MESSAGE);
}
