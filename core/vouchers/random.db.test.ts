import { signInFirst } from '@nimule/fixtures/testing/servers/first-sign-in';
import { contextOf, createMarkedApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createContext } from '../context.ts';
import { addDays, dateInJuba } from '../kernel/dates.ts';
import { isAppError } from '../kernel/errors.ts';
import { cents } from '../kernel/money.ts';
import { updateRate } from '../rates/service.ts';
import { currentRate } from '../rates/service-current.ts';
import { checkBooks } from '../reports/checks/service.ts';
import { createBundle, updateBundle } from './bundles/service.ts';
import { expireVouchers } from './expiry/service.ts';
import { activateVoucher, redeemVoucher } from './redeem/service.ts';
import { activateSignedIn } from './redeem/service-sign-ins.ts';
import { priced } from './rules.ts';
import { sellVouchers } from './sales/service.ts';
import { getVoucherBatch } from './sales/service-list.ts';
import { voidVouchers } from './sales/service-void.ts';
import type { VoucherStatus } from './schema.ts';
import { updateVoucherSettings } from './settings/service.ts';

/** Random sequences; the long runs perform more. */
const LONG_RUNS = process.env.NIMULE_PROPERTY_RUNS;
const RUNS = LONG_RUNS ? Math.ceil(Number(LONG_RUNS) / 4) : 6;
/** Seconds where nothing else runs. */
const MOST_MS = LONG_RUNS ? 600_000 : 60_000;

let app: TestApp;
let bundleId: number;
let priceUsd = cents(1_37);
beforeAll(async () => {
  app = await createMarkedApp('2026-11-23T08:00:00Z');
  const bundle = { name: 'Random', dataAllowanceMB: 500, validityDays: 3, priceUsd };
  bundleId = (await createBundle(contextOf(app), { ...bundle, bundleType: 'data' })).id;
  await updateVoucherSettings(contextOf(app), { lapseDays: 30 });
});
afterAll(() => app.close());

const account = fc.constantFrom('cash', 'bank', 'mobile_money');
const step = fc.oneof(
  fc.record({
    kind: fc.constant('sell' as const),
    quantity: fc.integer({ min: 1, max: 5 }),
    account,
    currency: fc.constantFrom('USD', 'SSP'),
  }),
  fc.record({ kind: fc.constantFrom('activate', 'redeem', 'void' as const), pick: fc.nat() }),
  fc.record({ kind: fc.constant('signIn' as const), pick: fc.nat() }),
  fc.record({ kind: fc.constant('takeOver' as const) }),
  fc.record({ kind: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 20 }) }),
  fc.record({
    kind: fc.constant('price' as const),
    price: fc.integer({ min: 1, max: 500_00 }),
    rate: fc.integer({ min: 100_00, max: 3000_00 }),
  }),
);

interface Known {
  id: number;
  batchId: number;
  code: string;
  status: VoucherStatus;
  lapsesOn: string;
  /** A first sign-in that nobody has taken over. */
  signedInAt?: Date | undefined;
  endsAt?: Date;
}

/** Activates a voucher of the model, from its sign-in on if there was one. */
function begin(voucher: Known): void {
  const at = voucher.signedInAt ?? app.time.now;
  voucher.status = 'activated';
  voucher.endsAt = new Date(at.getTime() + 3 * 86_400_000);
}

/** Sign-ins are taken over: those of voided vouchers change nothing. */
function takeOver(known: readonly Known[]): void {
  for (const voucher of known) {
    if (voucher.status === 'unused' && voucher.signedInAt) begin(voucher);
    voucher.signedInAt = undefined;
  }
}

const WORTHLESS = "The price is less than the smallest amount at today's rates.";

/** Whether the pounds of one voucher are less than a cent at the standard rate: it is not sold then. */
async function isWorthless(currency: 'USD' | 'SSP'): Promise<boolean> {
  const ctx = contextOf(app);
  const rates = {
    voucher: await currentRate(ctx, 'voucher', ctx.today),
    standard: await currentRate(ctx, 'standard', ctx.today),
  };
  return priced(priceUsd, currency, rates).valueUsd === 0;
}

/** What the model expects of a voucher now. */
const statusOf = ({ status, endsAt }: Known): VoucherStatus =>
  status === 'activated' && endsAt! <= app.time.now ? 'expired' : status;

test(
  'any sequence of sales, uses, sign-ins, voids, waits and price changes leaves sound books',
  async () => {
    let addresses = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 25 }), async (steps) => {
        const known: Known[] = [];
        const ctx = () => contextOf(app);
        for (const one of steps) {
          if (one.kind === 'sell') {
            const { kind: _, ...fields } = one;
            const sale = { ...fields, reference: 'DEP-1', sameReference: true };
            if (await isWorthless(one.currency)) {
              await expect(sellVouchers(ctx(), { ...sale, bundleId })).rejects.toThrow(WORTHLESS);
              continue;
            }
            const batch = await sellVouchers(ctx(), { ...sale, bundleId });
            for (const { id, voucherCode, lapsesOn } of batch.vouchers)
              known.push({
                ...{ id, lapsesOn, code: voucherCode },
                batchId: batch.id,
                status: 'unused',
              });
          } else if (one.kind === 'wait') {
            app.time.set(`${addDays(dateInJuba(app.time.now), one.days)}T08:00:00Z`);
            await expireVouchers(ctx());
            takeOver(known);
            for (const voucher of known)
              if (voucher.status === 'unused' && dateInJuba(app.time.now) > voucher.lapsesOn)
                voucher.status = 'expired';
          } else if (one.kind === 'price') {
            await updateBundle(ctx(), bundleId, { priceUsd: cents(one.price) });
            priceUsd = cents(one.price);
            await updateRate(ctx(), { purpose: 'voucher', rate: cents(one.rate) });
            await updateRate(ctx(), { purpose: 'standard', rate: cents(one.rate + 100_00) });
          } else if (one.kind === 'takeOver') {
            await activateSignedIn(ctx());
            takeOver(known);
          } else if (known.length > 0) {
            const voucher = known[one.pick % known.length]!;
            if (one.kind === 'signIn') {
              const isFirst = voucher.status === 'unused' && !voucher.signedInAt;
              expect(await signInFirst(app, voucher.id)).toBe(isFirst);
              if (isFirst) voucher.signedInAt = app.time.now;
              continue;
            }
            addresses += 1;
            const visitor = createContext(
              app,
              { kind: 'visitor' },
              { ip: `2001:db8:${addresses.toString(16)}::1` },
            );
            const work = {
              activate: () => activateVoucher(ctx(), voucher.id),
              redeem: () => redeemVoucher(visitor, { code: voucher.code }),
              void: () =>
                voidVouchers(ctx(), voucher.batchId, {
                  voucherIds: [voucher.id],
                  reason: 'Random',
                }),
            }[one.kind];
            const isDone = await work().then(
              () => true,
              (error) => {
                if (!isAppError(error)) throw error;
                return false;
              },
            );
            // One that has signed in cannot be taken back (decision 132).
            const isUsed = one.kind === 'void' && voucher.signedInAt !== undefined;
            expect(isDone).toBe(voucher.status === 'unused' && !isUsed);
            if (!isDone) continue;
            if (one.kind === 'void') voucher.status = 'void';
            else begin(voucher);
            voucher.signedInAt = undefined;
          }
        }
        for (const batchId of new Set(known.map((voucher) => voucher.batchId))) {
          const {
            vouchers,
            unused,
            active,
            expired,
            void: taken,
            quantity,
          } = await getVoucherBatch(ctx(), batchId);
          expect(unused + active + expired + taken).toBe(quantity);
          for (const { id, status } of vouchers)
            expect(status).toBe(statusOf(known.find((voucher) => voucher.id === id)!));
        }
        const { checks } = await checkBooks(ctx());
        expect(checks.filter(({ isSound }) => !isSound)).toEqual([]);
      }),
      { numRuns: RUNS },
    );
  },
  MOST_MS,
);
