import { closeCodes } from '../access/codes/service.ts';
import { firstOpenDay } from '../accounting/opening/rules-calendar.ts';
import { lockedMonths } from '../accounting/service.ts';
import { post } from '../accounting/service-post.ts';
import type { Ctx } from '../context.ts';
import { takeYearlyNumbers } from '../database/counters.ts';
import type { IsoDate } from '../kernel/dates.ts';
import { breaksRule, notFound } from '../kernel/errors.ts';
import type { Cents } from '../kernel/money.ts';
import { writeOutbox } from '../records/outbox.ts';
import { mobileMoneyAccounts, wifiRefunded, wifiSold } from './postings.ts';
import * as queries from './queries.ts';
import { packageOf, type StoredSession, statusOf, visitorView, WIFI_SALES } from './rules.ts';
import type { VisitorSession } from './schema.ts';
import { makeAccess, readAccess } from './service-access.ts';
import { openSessions } from './service-network.ts';

/** A payment request of a visitor that was paid. */
export interface WifiSale {
  intentId: number;
  packageId: string;
  /** +211 and nine digits. */
  phone: string;
  /** The name of the provider as it is shown, such as MTN MoMo: a sale keeps the name of its day. */
  provider: string;
  currency: 'USD' | 'SSP';
  /** In the currency; what it is worth in US cents, at `rateCents`: SSP cents for one US dollar. */
  amountCents: Cents;
  usdCents: Cents;
  rateCents: Cents;
  hotspotId?: string;
  isSimulated: boolean;
}

/**
 * Sells the session of a paid request, in the transaction that marks the request as paid and after all its other writes:
 * it takes a number and posts last. The session begins now, so that late money loses no time. Money / 4320, in a locked
 * month on the first day that is open: the visitor has paid.
 * @throws AppError conflict for a request that has its session; rule for a package that is not sold.
 */
export async function sellSession(tx: Ctx, sale: WifiSale): Promise<StoredSession> {
  const terms = packageOf(sale.packageId);
  if (!terms) breaksRule('wifi.package', `There is no WiFi package ${sale.packageId}.`);
  const [saleNumber] = await takeYearlyNumbers(tx.db, WIFI_SALES, [tx.today]);
  const access = await makeAccess(tx, saleNumber!);
  const session = await queries.sessions.insert(
    tx.db,
    {
      saleNumber: saleNumber!,
      intentId: sale.intentId,
      packageId: terms.id,
      packageName: terms.name,
      durationMinutes: terms.durationMinutes,
      dataMB: terms.dataMB,
      speedMbps: terms.speedMbps,
      phoneNumber: sale.phone,
      provider: sale.provider,
      moneyAccount: mobileMoneyAccounts[sale.currency],
      currency: sale.currency,
      amount: sale.amountCents,
      usd: sale.usdCents,
      exchangeRate: sale.rateCents,
      soldDate: tx.today,
      startTime: tx.now,
      expiryTime: new Date(tx.now.getTime() + terms.durationMinutes * 60_000),
      hotspotId: sale.hotspotId ?? '',
    },
    {
      access_hash: ['bytea', () => `\\x${access.hash.toString('hex')}`],
      access_encrypted: ['text', () => access.encrypted],
    },
  );
  await openSessions(tx, [{ session, code: access.code }]);
  await writeOutbox(tx, 'wifi.sold', [session.id]);
  const date = firstOpenDay(session.soldDate, await lockedMonths(tx));
  await post(tx, [wifiSold(session, { isSimulated: sale.isSimulated, date })]);
  return session;
}

/**
 * Gives the whole price of a session back at the rate of its sale, in the transaction that has recorded the refund
 * (`refundId` of payment_refunds); an active session ends. 4320 / money.
 * @throws AppError notFound; rule for a locked month.
 */
export async function refundSession(
  tx: Ctx,
  { intentId, refundId, date = tx.today }: { intentId: number; refundId: number; date?: IsoDate },
): Promise<StoredSession> {
  const session = await lockSessionOf(tx, intentId);
  const ended = await endSession(tx, session);
  await post(tx, [wifiRefunded(session, { refundId, date })]);
  return ended;
}

/** Ends an active session now, and its device is off; one that is over stays as it is. */
export async function endSession(tx: Ctx, session: StoredSession): Promise<StoredSession> {
  if (statusOf(session, tx.now) !== 'active') return session;
  const endedAt = tx.now > session.startTime ? tx.now : session.startTime;
  await closeCodes(tx, { source: 'wifi', ids: [session.id], reason: 'ended' });
  return queries.sessions.update(tx.db, session, { endedAt });
}

/** The session of a payment request, locked. @throws AppError notFound. */
export async function lockSessionOf(tx: Ctx, intentId: number): Promise<StoredSession> {
  const found = await queries.getSessionOfIntent(tx.db, intentId);
  const session = found && (await queries.sessions.lock(tx.db, found.id));
  return session ?? notFound('WiFi session', intentId);
}

/**
 * What the visitor of a payment request sees of the session, with the access code; null before it is paid.
 * @throws AppError unavailable under another secret key than the one of the sale.
 */
export async function visitorSessionOf(ctx: Ctx, intentId: number): Promise<VisitorSession | null> {
  const session = await queries.getSessionOfIntent(ctx.db, intentId);
  if (!session) return null;
  const code = readAccess(ctx, session.saleNumber, session.accessEncrypted);
  return visitorView(session, code, ctx.now);
}
