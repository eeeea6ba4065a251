import { cashPlace } from '@nimule/core/accounting/schema-money';
import { paymentAccounts } from '@nimule/core/billing/payments/schema';
import {
  type Cents,
  type Currency,
  cents,
  formatSsp,
  formatUsd,
  parseAmount,
  plainPositive,
  usdToSsp,
  ZERO,
} from '@nimule/core/kernel/money';
import type { CounterSale } from '@nimule/core/sales/schema';
import { z } from 'zod';
import { pickedCustomer } from '../../../parts/customer-field.tsx';
import { box } from '../../../ui/form/text-box.ts';
import { serialsIn } from '../equipment-words.ts';
import {
  checkStock,
  EMPTY_SALE_LINE,
  isBelowList,
  listPriceText,
  saleItems,
  saleLinesBox,
  serialsProblem,
  stockBox,
  totalOf,
} from './sale-lines.ts';

/** Not paid now: it stays open on the invoice. */
export const LATER = 'later';
export const waysToPay = [...paymentAccounts, LATER] as const;

const fields = z.object({
  customerId: pickedCustomer,
  items: saleLinesBox,
  stock: stockBox,
  account: z.enum(waysToPay),
  currency: z.enum(['USD', 'SSP']),
  /** What was given, in the currency; blank for the whole amount. */
  given: box(plainPositive),
  /** What is to be paid, in cents of the currency; blank until it is known. */
  due: z.string(),
  /** The till or the safe, of cash; blank for the till. */
  from: cashPlace.or(z.literal('')).optional(),
  reference: z.string().max(200, 'The reference is too long: at most 200 characters.'),
  receivedBy: z.string().max(200, 'The name is too long: at most 200 characters.'),
  notes: z.string().max(2000, 'The notes are too long: at most 2000 characters.'),
});
export type CounterValues = z.input<typeof fields>;

export function moneyText(amount: Cents, currency: Currency): string {
  return currency === 'SSP' ? formatSsp(amount) : formatUsd(amount);
}

/** A sale at the counter: only cash gives change, and prices below the list are for orders. */
export const counterForm = fields.superRefine((values, ctx) => {
  const { items, stock, account, currency, given, due } = values;
  checkStock(items, stock, ctx);
  for (const [place, line] of items.entries()) {
    const problem = line.isSerialised && serialsProblem(line.quantity, line.serials);
    if (problem)
      ctx.addIssue({ code: 'custom', path: ['items', place, 'serials'], message: problem });
    if (!isBelowList(line)) continue;
    const message = `Below the list's ${listPriceText(line)}: another person must accept it. Make a sales order instead.`;
    ctx.addIssue({ code: 'custom', path: ['items', place, 'price'], message });
  }
  if (account === LATER || account === 'cash' || due === '') return;
  const amount = parseAmount(given, currency);
  if (amount === undefined || amount <= Number(due)) return;
  const message = `To be paid are ${moneyText(cents(Number(due)), currency)}.`;
  ctx.addIssue({ code: 'custom', path: ['given'], message });
});

export function newCounterSale(mayTakePayments: boolean): CounterValues {
  return {
    ...{ customerId: '', items: [EMPTY_SALE_LINE], stock: {} },
    ...{ account: mayTakePayments ? 'cash' : LATER, currency: 'USD', given: '', due: '' },
    ...{ reference: '', receivedBy: '', notes: '' },
  };
}

/** What is to be paid in a currency, after the customer's credit; undefined while the total or the rate is not known. */
export function dueOf(
  { items, currency }: { items: CounterValues['items']; currency: Currency },
  credit: Cents,
  rate: Cents | undefined,
): Cents | undefined {
  const total = totalOf(items);
  if (total === undefined) return undefined;
  const open = cents(Math.max(0, total - credit));
  if (currency === 'USD') return open;
  return rate === undefined ? undefined : usdToSsp(open, rate);
}

/** What is given back of an amount, or stays open; undefined while it cannot be read. */
export function changeOf(given: Cents | undefined, due: Cents | undefined) {
  if (given === undefined || due === undefined) return undefined;
  return { change: cents(Math.max(0, given - due)), open: cents(Math.max(0, due - given)) };
}

/** The payment as it is sent: the whole amount unless less was given. */
function paymentOf({ account, currency, given, due, reference, from }: CounterValues) {
  if (account === LATER || due === '0') return undefined;
  const amount = parseAmount(given, currency);
  const isPart = amount !== undefined && due !== '' && amount < Number(due);
  const place = account === 'cash' && from ? { from } : {};
  return { account, currency, reference, ...place, ...(isPart && { amount: given }) };
}

export function counterBody(values: CounterValues) {
  const { customerId, items, receivedBy, notes } = values;
  const payment = paymentOf(values);
  return {
    customerId: Number(customerId),
    items: saleItems(items).map((item, place) => ({
      ...item,
      ...(items[place]!.isSerialised && { serials: serialsIn(items[place]!.serials) }),
    })),
    notes,
    ...(receivedBy.trim() !== '' && { receivedBy }),
    ...(payment && { payment }),
  };
}

/** What of the money given goes back, by the payment that was recorded. */
export function changeAfter(
  { account, currency, given }: Pick<CounterValues, 'account' | 'currency' | 'given'>,
  { payment }: CounterSale,
): Cents {
  const amount = parseAmount(given, currency);
  if (account !== 'cash' || amount === undefined) return ZERO;
  const taken =
    payment === null ? ZERO : currency === 'SSP' ? payment.amountSsp : payment.amountUsd;
  return cents(Math.max(0, amount - taken));
}
