import { createHash } from 'node:crypto';
import { loginAddresses } from '../access/routers/service.ts';
import { getPayment } from '../billing/payments/service.ts';
import { type Ctx, transact } from '../context.ts';
import { addressKey, waitInWords } from '../identity/sessions/rules-throttle.ts';
import {
  AppError,
  breaksRule,
  conflicts,
  invalidField,
  isAppError,
  notFound,
} from '../kernel/errors.ts';
import { isLoopback } from '../kernel/loopback.ts';
import { formatSsp } from '../kernel/money.ts';
import { PHONE_MESSAGE } from '../kernel/phone.ts';
import { currentRate } from '../rates/service-current.ts';
import { packagesAt } from '../wifi/rules.ts';
import { endSession, lockSessionOf, visitorSessionOf } from '../wifi/service-sell.ts';
import * as queries from './queries.ts';
import { type Intent, isOpen, NOT_RECORDED, PAYMENT_FAILED, providersOf } from './rules.ts';
import type { Purchase, PurchaseInput, WifiOffer } from './schema.ts';
import { KEY_TAKEN } from './schema-constraints.ts';
import { assertCollects } from './service.ts';
import { insertRequest } from './service-new.ts';
import { advance } from './service-steps.ts';

/** Unpaid purchases for one number: those that may wait at once, and those that may be begun in an hour. */
interface PhoneLimit {
  open: number;
  anHour: number;
}
/** Of one address: prompts that the owner of the number may not want. */
const OF_PHONE_HERE: PhoneLimit = { open: 5, anHour: 10 };
/** Of all addresses. A stranger cannot lock the owner out from elsewhere before this. */
const OF_PHONE: PhoneLimit = { open: 15, anHour: 30 };
/** Of all addresses, for a browser that has paid from this number: strangers leave it half. */
const OF_PHONE_FOR_OWNER: PhoneLimit = { open: 30, anHour: 60 };
/** A whole hotspot shares one address. */
const MAX_NEW_OF_ADDRESS = 300;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const PHONE_WAIT_SECONDS = 60;

export const hashOf = (key: string) => createHash('sha256').update(key).digest();

/** What the page of a visitor needs: packages at the standard rate of today, and the ways to pay (seeds/002 9). */
export async function getWifiOffer(ctx: Ctx): Promise<WifiOffer> {
  const { payments } = ctx.ports;
  const rate = await currentRate(ctx, 'standard', ctx.today);
  return {
    companyName: ctx.config.company.name,
    packages: packagesAt(rate),
    providers: providersOf(ctx.config, (provider) => payments.collects(provider)),
    isSimulated: payments.kind === 'simulated',
    takesPayments: payments.kind !== 'off',
    loginAddresses: await loginAddresses(ctx),
  };
}

/**
 * Asks the payer for the price of a package, under the key of the browser: the same key is the same purchase, and is
 * never asked for twice. Answers what became of it so far.
 * @throws AppError invalid for a telephone number or a key of another purchase; conflict where the price has changed; rule
 *   for a provider through which nothing is collected; tooMany.
 */
export async function buyWifi(ctx: Ctx, input: PurchaseInput): Promise<Purchase> {
  if (input.phone === '') invalidField('phone', PHONE_MESSAGE);
  const hash = hashOf(input.key);
  const known = await queries.getIntentOfVisitor(ctx.db, hash);
  const id = known ? known.id : await begin(ctx, input, hash);
  if (known) assertSame(known, input);
  await advance(ctx, { id });
  return purchaseOf(ctx, (await queries.intents.get(ctx.db, id))!);
}

/** Begins a purchase; of two at once with the same key, the second finds the first. */
async function begin(ctx: Ctx, input: PurchaseInput, hash: Buffer): Promise<number> {
  try {
    return await create(ctx, input, hash);
  } catch (error) {
    if (!isAppError(error) || error.code !== KEY_TAKEN) throw error;
    const first = (await queries.getIntentOfVisitor(ctx.db, hash))!;
    assertSame(first, input);
    return first.id;
  }
}

function create(ctx: Ctx, input: PurchaseInput, hash: Buffer): Promise<number> {
  assertCollects(ctx, input.provider);
  return transact(ctx, async (tx) => {
    const { payments } = tx.ports;
    const rate = await currentRate(tx, 'standard', tx.today);
    const wanted = packagesAt(rate).find(({ id }) => id === input.packageId)!;
    if (input.priceSSP !== undefined && input.priceSSP !== wanted.priceSSP)
      conflicts(
        'wifi.priceChanged',
        `The price is ${formatSsp(wanted.priceSSP)} now. Choose the package again.`,
      );
    const currency = payments.currencies[0] ?? 'SSP';
    const address = addressOf(tx);
    await assertFewEnough(tx, address, input);
    return insertRequest(tx, {
      what: { packageId: wanted.id, hotspotId: input.hotspotId ?? '' },
      provider: input.provider,
      phone: input.phone,
      currency,
      amount: currency === 'SSP' ? wanted.priceSSP : wanted.priceUSD,
      usd: wanted.priceUSD,
      exchangeRate: rate,
      visitor: { hash, address },
    });
  });
}

/** The address by which purchases are counted. One of this machine is a proxy's, and says nothing about who asks. */
export function addressOf({ origin }: Ctx): string {
  const address = origin.ip === '' || origin.ip === '::1' ? '' : addressKey(origin.ip);
  return isLoopback(address) ? '' : address;
}

/**
 * Nobody lets somebody else's telephone ring all day, or fills the table; and nobody locks its owner out (decision 79).
 * @throws AppError tooMany.
 */
export async function assertFewEnough(
  tx: Ctx,
  address: string,
  { phone, paidKey }: { phone: string; paidKey?: string | undefined },
): Promise<void> {
  await queries.lockVisitors(tx.db, { address, phone });
  const ago = (ms: number) => new Date(tx.now.getTime() - ms);
  const made = await queries.countOfPhone(
    tx.db,
    { phone, address },
    { open: ago(DAY_MS), unpaid: ago(HOUR_MS) },
  );
  const isOwner = paidKey !== undefined && (await hasPaidFrom(tx, phone, paidKey));
  assertWithin(isOwner ? OF_PHONE_FOR_OWNER : OF_PHONE, made.open, made.unpaid);
  if (isOwner) return;
  assertWithin(OF_PHONE_HERE, made.openHere, made.unpaidHere);
  const hourAgo = ago(HOUR_MS);
  const times = await queries.findTimesOfAddress(tx.db, address, hourAgo, MAX_NEW_OF_ADDRESS);
  if (times.length < MAX_NEW_OF_ADDRESS) return;
  const seconds = Math.max(1, Math.ceil((times.at(-1)!.getTime() - hourAgo.getTime()) / 1000));
  throw tooMany(`Too many payments were begun. Try again in ${waitInWords(seconds)}.`, seconds);
}

async function hasPaidFrom(tx: Ctx, phone: string, paidKey: string): Promise<boolean> {
  const earlier = await queries.getIntentOfVisitor(tx.db, hashOf(paidKey));
  return earlier?.phone === phone && earlier.status === 'paid';
}

function assertWithin({ open, anHour }: PhoneLimit, waiting: number, begun: number): void {
  if (waiting >= open)
    throw tooMany(
      `${waiting} payments wait on this telephone already. Confirm or refuse one of them first.`,
      PHONE_WAIT_SECONDS,
    );
  if (begun >= anHour)
    throw tooMany(
      'Too many payments were begun for this telephone. Confirm one of them, or try again in an hour.',
      HOUR_MS / 1000,
    );
}

function tooMany(message: string, retryAfter: number): AppError {
  return new AppError('tooMany', 'purchase.tooMany', message, { retryAfter });
}

function assertSame(intent: Intent, { packageId, provider, phone }: PurchaseInput): void {
  if (
    intent.packageId === packageId &&
    intent.provider === provider &&
    intent.phone === phone &&
    intent.purpose === 'wifi'
  )
    return;
  invalidField('key', 'This key belongs to another purchase. Begin a new one.');
}

/** What became of a purchase; asks the provider where that is due. @throws AppError notFound for an unknown key. */
export async function checkPurchase(ctx: Ctx, { key }: { key: string }): Promise<Purchase> {
  const intent = await findPurchase(ctx, key);
  if (intent.nextCheckAt === null || intent.nextCheckAt > ctx.now) return purchaseOf(ctx, intent);
  await advance(ctx, { id: intent.id });
  return purchaseOf(ctx, (await queries.intents.get(ctx.db, intent.id))!);
}

async function findPurchase(ctx: Ctx, key: string): Promise<Intent> {
  const found = await queries.getIntentOfVisitor(ctx.db, hashOf(key));
  if (found) return found;
  throw new AppError('notFound', 'purchase.notFound', 'This purchase is not known.');
}

/**
 * Ends the visitor's own session (seeds/002 4); one that is over stays as it is.
 * @throws AppError notFound for an unknown key; rule where nothing was paid.
 */
export async function endOwnSession(ctx: Ctx, { key }: { key: string }): Promise<Purchase> {
  const { id } = await findPurchase(ctx, key);
  return transact(ctx, async (tx) => {
    const intent = (await queries.intents.lock(tx.db, id)) ?? notFound('Purchase', id);
    if (intent.settledAt === null || (await visitorSessionOf(tx, id)) === null)
      breaksRule('purchase.noSession', 'This purchase has no session.');
    await endSession(tx, await lockSessionOf(tx, id));
    return purchaseOf(tx, intent);
  });
}

function stateOf(ctx: Ctx, intent: Intent): Pick<Purchase, 'status' | 'message'> {
  const { name, phone } = ctx.config.company;
  if (intent.status === 'paid') return { status: 'paid', message: '' };
  if (isOpen(intent)) return { status: 'waiting', message: '' };
  if (intent.status === 'review') {
    const came = intent.problem.startsWith(NOT_RECORDED)
      ? 'The payment came, and our staff have to record it.'
      : 'A payment came that differs from the request.';
    return { status: 'review', message: `${came} ${name} looks into it: ${phone}.` };
  }
  if (intent.status === 'refunded')
    return { status: 'failed', message: 'This payment was given back.' };
  const reason =
    intent.problem && !intent.problem.includes('try again') ? ` ${intent.problem}` : '';
  return { status: 'failed', message: `${PAYMENT_FAILED}${reason}` };
}

export async function purchaseOf(ctx: Ctx, intent: Intent): Promise<Purchase> {
  const { packageId, phone, provider, driver, status, paymentId } = intent;
  return {
    ...stateOf(ctx, intent),
    packageId: packageId ?? '',
    phone,
    provider,
    isSimulated: driver === 'simulated',
    session: status === 'paid' ? await visitorSessionOf(ctx, intent.id) : null,
    receiptNumber: paymentId === null ? '' : (await getPayment(ctx, paymentId)).receiptId,
  };
}
