import { customerAtAddress } from '../access/sessions/service.ts';
import { lockedMonths } from '../accounting/service.ts';
import { openInvoicesOf } from '../billing/payments/service.ts';
import { type Ctx, transact } from '../context.ts';
import type { CustomerRecord } from '../customers/rules-record.ts';
import { lookupCustomer } from '../customers/service.ts';
import { getCustomerRecord, lockAccount } from '../customers/service-billing.ts';
import { monthOf } from '../kernel/dates.ts';
import { conflicts, invalidField, isAppError, notFound } from '../kernel/errors.ts';
import { formatSsp, MAX_AMOUNT, sumOf } from '../kernel/money.ts';
import { PHONE_MESSAGE, parsePhone } from '../kernel/phone.ts';
import { poundsToSettle } from '../rates/rules.ts';
import { currentRate } from '../rates/service-current.ts';
import { getPause } from '../records/pause.ts';
import { tryAtAddress } from '../vouchers/redeem/service-throttle.ts';
import * as queries from './queries.ts';
import type { Intent } from './rules.ts';
import {
  BILL_INVOICES,
  type BillPaymentInput,
  type BillQuery,
  type OwnBill,
  type Purchase,
} from './schema.ts';
import { assertCollects } from './service.ts';
import { assertNotAsked, insertRequest } from './service-new.ts';
import { advance } from './service-steps.ts';
import { addressOf, assertFewEnough, hashOf, purchaseOf } from './service-visitors.ts';

const UNKNOWN = 'No customer has this number and telephone. Look at an invoice, or ask our staff.';
const NOTHING_OWED = 'Nothing is owed. There is nothing to pay.';
const CHOOSE = 'Enter the customer number and telephone.';

/**
 * What a customer owes: of the number and telephone that are given, otherwise of the customer whose connection asks. The bill
 * is null where the connection is nobody's.
 * @throws AppError invalid where number and telephone do not belong together; tooMany after too many of those.
 * Source: decision 133.
 */
export async function findOwnBill(ctx: Ctx, input: BillQuery): Promise<{ bill: OwnBill | null }> {
  const id = await ownerOf(ctx, input);
  return { bill: id === undefined ? null : (await billOf(ctx, id)).bill };
}

/** The id of the customer whose bill it is; undefined where nobody is known by the connection. */
async function ownerOf(
  ctx: Ctx,
  { customerNumber = '', customerPhone = '' }: BillQuery,
): Promise<number | undefined> {
  if (customerNumber === '' && customerPhone === '') {
    const address = addressOf(ctx);
    return address === '' ? undefined : customerAtAddress(ctx, address);
  }
  if (customerNumber === '') invalidField('customerNumber', 'Enter the customer number.');
  if (customerPhone === '') invalidField('customerPhone', PHONE_MESSAGE);
  let found: number | undefined;
  const isRight = async (tx: Ctx) => {
    const customer = await withNumber(tx, customerNumber);
    const isTheirs = customer !== undefined && parsePhone(customer.phone) === customerPhone;
    if (isTheirs) found = customer.id;
    return isTheirs;
  };
  if (!(await tryAtAddress(ctx, { what: 'bill' }, isRight)))
    invalidField('customerNumber', UNKNOWN);
  return found;
}

async function withNumber(tx: Ctx, customerNumber: string) {
  try {
    return await lookupCustomer(tx, customerNumber);
  } catch (error) {
    if (isAppError(error) && error.kind === 'notFound') return undefined;
    throw error;
  }
}

interface Bill {
  bill: OwnBill;
  invoiceIds: number[];
  exchangeRate: Intent['exchangeRate'];
}

async function billOf(ctx: Ctx, customerId: number): Promise<Bill> {
  const customer: CustomerRecord = await getCustomerRecord(ctx, customerId);
  const invoices = await openInvoicesOf(ctx, customerId);
  const exchangeRate = await currentRate(ctx, 'standard', ctx.today);
  const priceUSD = sumOf(invoices, ({ openUsd }) => openUsd);
  const { customerId: customerNumber, status, suspendedByRule } = customer;
  return {
    bill: {
      customerNumber,
      status,
      endsByPaying: status === 'Suspended' && suspendedByRule,
      priceUSD,
      priceSSP: poundsToSettle(priceUSD, exchangeRate) ?? MAX_AMOUNT.SSP,
      invoices: invoices
        .slice(0, BILL_INVOICES)
        .map(({ invoiceId, dueDate, openUsd }) => ({ invoiceNumber: invoiceId, dueDate, openUsd })),
      invoiceCount: invoices.length,
    },
    invoiceIds: invoices.map(({ id }) => id),
    exchangeRate,
  };
}

/**
 * Asks the payer for the whole bill of a customer, under the key of the browser as `buyWifi` does; when it is paid it becomes
 * a payment of the customer. Answers what became of it so far.
 * @throws AppError as `findOwnBill`; invalid for a telephone number or a key of another purchase; conflict where the amount has
 *   changed, nothing is owed, somebody is asked for the bill already, or nothing can be recorded (a locked month, the pause after a
 *   restore); rule for a provider through which nothing is collected;
 *   tooMany.
 */
export async function payOwnBill(ctx: Ctx, input: BillPaymentInput): Promise<Purchase> {
  if (input.phone === '') invalidField('phone', PHONE_MESSAGE);
  const hash = hashOf(input.key);
  // First: a repeat may come from another connection, which names nobody or somebody else.
  const known = await queries.getIntentOfVisitor(ctx.db, hash);
  if (known) assertSame(known, input);
  const id = known ? known.id : await begin(ctx, input, hash);
  await advance(ctx, { id });
  return purchaseOf(ctx, (await queries.intents.get(ctx.db, id)) ?? notFound('Purchase', id));
}

/** Begins a payment; of two at once with the same key, the second finds the first. */
async function begin(ctx: Ctx, input: BillPaymentInput, hash: Buffer): Promise<number> {
  assertCollects(ctx, input.provider);
  const customerId = (await ownerOf(ctx, input)) ?? invalidField('customerNumber', CHOOSE);
  return transact(ctx, async (tx) => {
    const customer = await lockAccount(tx, customerId);
    const first = await queries.getIntentOfVisitor(tx.db, hash);
    if (first) assertSame(first, input);
    return first ? first.id : create(tx, customer, { input, hash });
  });
}

/** @throws AppError conflict where the payment could not be recorded. */
async function assertRecords(tx: Ctx): Promise<void> {
  // The data of a restored backup do not know who has paid since.
  const isLocked = (await lockedMonths(tx)).has(monthOf(tx.today));
  if (isLocked || (await getPause(tx.db)))
    conflicts(
      'bill.closed',
      'Bills cannot be paid here at the moment. Please try again later, or come to our office.',
    );
}

async function create(
  tx: Ctx,
  customer: CustomerRecord,
  { input, hash }: { input: BillPaymentInput; hash: Buffer },
): Promise<number> {
  const { payments } = tx.ports;
  const { id: customerId } = customer;
  await assertRecords(tx);
  const { bill, invoiceIds, exchangeRate } = await billOf(tx, customerId);
  await assertNotAsked(tx, { customer, invoiceIds, phone: input.phone });
  if (bill.priceUSD <= 0) conflicts('bill.nothing', NOTHING_OWED);
  if (bill.priceSSP !== input.priceSSP)
    conflicts('bill.changed', `${formatSsp(bill.priceSSP)} is owed now. Look at the bill again.`);
  if (bill.priceUSD > MAX_AMOUNT.USD || bill.priceSSP > MAX_AMOUNT.SSP)
    conflicts('bill.tooLarge', 'This bill is too large for mobile money. Ask our staff.');
  const currency = payments.currencies[0] ?? 'SSP';
  const address = addressOf(tx);
  await assertFewEnough(tx, address, input);
  return insertRequest(tx, {
    what: { customerId, invoiceIds },
    provider: input.provider,
    phone: input.phone,
    currency,
    amount: currency === 'SSP' ? bill.priceSSP : bill.priceUSD,
    usd: bill.priceUSD,
    exchangeRate,
    visitor: { hash, address },
  });
}

function assertSame({ purpose, provider, phone }: Intent, input: BillPaymentInput): void {
  const isSame = purpose === 'customer' && provider === input.provider && phone === input.phone;
  if (!isSame) invalidField('key', 'This key belongs to another purchase. Begin a new one.');
}
