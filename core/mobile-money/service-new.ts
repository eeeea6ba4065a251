import type { Ctx } from '../context.ts';
import { actorName } from '../identity/actor.ts';
import { timeInJuba } from '../kernel/dates.ts';
import { conflicts } from '../kernel/errors.ts';
import type { Cents } from '../kernel/money.ts';
import { parsePhone } from '../kernel/phone.ts';
import * as queries from './queries.ts';
import { askedSince, askedUntil, type Intent, uuidOf } from './rules.ts';

/** What is asked of a telephone. */
interface Asked extends Pick<Intent, 'provider' | 'phone' | 'currency' | 'exchangeRate'> {
  /** What the prompt is for. */
  what:
    | { packageId: string; hotspotId: string }
    | { customerId: number; invoiceIds: readonly number[] };
  usd: Cents;
  /** In `currency`: US cents or piastres. */
  amount: Cents;
  /** Of a browser, which alone reads what became of it. */
  visitor?: queries.Visitor;
}

/**
 * Stores a new request for money and answers its id; `advance` sends it afterwards. The caller has locked the account of a
 * customer.
 * @throws AppError conflict where the key of the browser is of another request.
 */
export async function insertRequest(tx: Ctx, asked: Asked): Promise<number> {
  const { what, usd, visitor, ...rest } = asked;
  const forWhat =
    'packageId' in what
      ? ({ purpose: 'wifi', customerId: null, ...what } as const)
      : ({
          purpose: 'customer',
          customerId: what.customerId,
          packageId: null,
          hotspotId: '',
        } as const);
  const id = await queries.insertIntent(
    tx.db,
    {
      reference: uuidOf(tx.random.bytes(16)),
      driver: tx.ports.payments.kind as Intent['driver'],
      amountUsd: usd,
      nextCheckAt: tx.now,
      createdAt: tx.now,
      createdBy: tx.actor.kind === 'visitor' ? '' : actorName(tx.actor),
      ...forWhat,
      ...rest,
    },
    { visitor, userId: tx.actor.kind === 'staff' ? tx.actor.userId : null },
  );
  if ('invoiceIds' in what) await queries.insertInvoices(tx.db, id, what.invoiceIds);
  return id;
}

interface NewRequest {
  customer: { id: number; phone: string };
  invoiceIds: readonly number[];
  /** The telephone that is to be asked. */
  phone: string;
}

/**
 * Refuses a second request for the same invoices while a payer may still confirm the earlier one: both would be paid. What is
 * confirmed later all the same is credit. The customer's own telephone is asked whatever others are, so that nobody keeps the
 * customer from paying. A request that names no invoice is for all open ones. The caller has locked the customer's account, so
 * that of two at once one is refused.
 * @throws AppError conflict `bill.asked`. Source: decision 133.
 */
export async function assertNotAsked(
  tx: Ctx,
  { customer, invoiceIds, phone }: NewRequest,
): Promise<void> {
  const earlier = await queries.findAsked(tx.db, {
    customerId: customer.id,
    invoiceIds,
    since: askedSince(tx.now),
    phone: phone === parsePhone(customer.phone) ? phone : null,
  });
  if (!earlier) return;
  const { phone: asked, askedAt } = earlier;
  conflicts(
    'bill.asked',
    `The telephone that ends in ${asked.slice(-3)} was asked for this bill at ${timeInJuba(askedAt)}, and may still confirm. Confirm there, or try again after ${timeInJuba(askedUntil(askedAt))}.`,
  );
}
