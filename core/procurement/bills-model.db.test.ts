import { newSupplier, orderWithGoods } from '@nimule/fixtures/testing/procurement';
import { contextOf, createMarkedApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ledgerChecks, runChecks } from '../accounting/service-check.ts';
import { type Ctx, transact } from '../context.ts';
import { addDays, isoDate } from '../kernel/dates.ts';
import { isAppError } from '../kernel/errors.ts';
import { cents } from '../kernel/money.ts';
import { updateRate } from '../rates/service.ts';
import { supplierChecks } from '../reports/checks/service.ts';
import { createBill } from './bills/service.ts';
import { acceptBill, cancelBill, refuseBill } from './bills/service-decide.ts';
import { listBills } from './bills/service-list.ts';
import {
  allocateSupplierPayment,
  createSupplierPayment,
  reverseSupplierPayment,
} from './payments/service.ts';
import { listSupplierPayments } from './payments/service-list.ts';
import { supplierStatement } from './statement/service.ts';

// Random sequences of goods, bills, payments, advances and reversals in both currencies with changing rates. Every check
// holds after each, and when everything is settled nothing is left in dollars or in pounds.

/** Random sequences; the fault tests perform more. */
const RUNS = Number(process.env.NIMULE_PROPERTY_RUNS ?? 5);

let app: TestApp;
let ctx: Ctx;
beforeAll(async () => {
  app = await createMarkedApp('2026-11-21T08:00:00Z');
  ctx = contextOf(app);
  for (const [day, rate] of [
    ['2026-11-05', 411_37],
    ['2026-11-10', 523_01],
    ['2026-11-15', 377_77],
  ] as const)
    await updateRate(ctx, { rate: cents(rate), validFrom: isoDate(day) });
});
afterAll(() => app.close());

interface Order {
  id: number;
  currency: 'USD' | 'SSP';
  lines: { quantity: number; unitPrice: number }[];
}
interface Model {
  supplierId: number;
  orders: Order[];
  bills: number[];
  payments: number[];
  numbers: number;
}

const currency = fc.constantFrom('USD', 'SSP' as const);
const daysAgo = fc.integer({ min: 0, max: 20 });
const price = fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 5_000_000 }));
const pick = fc.nat();
const lines = fc.array(fc.record({ quantity: fc.integer({ min: 1, max: 7 }), unitPrice: price }), {
  minLength: 1,
  maxLength: 3,
});
const amount = fc.oneof(fc.integer({ min: 1, max: 1000 }), fc.integer({ min: 1, max: 20_000_000 }));
const account = fc.constantFrom('checking', 'savings', 'cash', 'credit_card' as const);

const step = fc.oneof(
  fc.record({ kind: fc.constant('goods'), currency, lines, daysAgo }),
  fc.record({
    kind: fc.constant('bill'),
    pick,
    quantity: fc.integer({ min: 1, max: 4 }),
    // Now and then another price, which holds the bill.
    change: fc.constantFrom(0, 0, 0, 1, -1, 500),
    daysAgo,
  }),
  fc.record({ kind: fc.constant('decide'), pick, accept: fc.boolean() }),
  fc.record({ kind: fc.constant('cancel'), pick }),
  fc.record({
    kind: fc.constant('pay'),
    currency,
    amount,
    account,
    picks: fc.array(pick, { maxLength: 3 }),
    daysAgo,
  }),
  fc.record({
    kind: fc.constant('allocate'),
    pick,
    picks: fc.array(pick, { minLength: 1, maxLength: 3 }),
  }),
  fc.record({ kind: fc.constant('reverse'), pick }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const one = <T>(list: readonly T[], index: number): T | undefined => list[index % list.length];
const some = (list: readonly number[], picks: readonly number[]) => [
  ...new Set(picks.flatMap((index) => one(list, index) ?? [])),
];

async function perform(model: Model, made: Step): Promise<void> {
  const { supplierId, orders, bills, payments } = model;
  switch (made.kind) {
    case 'goods': {
      const id = await orderWithGoods(ctx, {
        supplierId,
        currency: made.currency,
        exchangeRate: 399_99,
        lines: made.lines,
        date: addDays(ctx.today, -made.daysAgo),
      });
      orders.push({ id, currency: made.currency, lines: made.lines });
      return;
    }
    case 'bill': {
      const order = one(orders, made.pick);
      if (!order) return;
      model.numbers += 1;
      const input = order.lines.map(({ quantity, unitPrice }, index) => ({
        orderId: order.id,
        orderLine: index + 1,
        quantity: Math.min(quantity, made.quantity),
        unitPrice: cents(Math.max(0, unitPrice + made.change)),
      }));
      const { id } = await createBill(ctx, {
        supplierId,
        supplierNumber: `N-${model.numbers}`,
        billDate: addDays(ctx.today, -made.daysAgo),
        lines: input,
      });
      bills.push(id);
      return;
    }
    case 'decide': {
      const id = one(bills, made.pick);
      if (id !== undefined)
        await transact(ctx, (tx) => (made.accept ? acceptBill(tx, id) : refuseBill(tx, id)));
      return;
    }
    case 'cancel': {
      const id = one(bills, made.pick);
      if (id !== undefined) await cancelBill(ctx, id, { reason: 'x', version: undefined });
      return;
    }
    case 'pay': {
      const payment = await createSupplierPayment(ctx, {
        supplierId,
        amount: cents(made.amount),
        currency: made.currency,
        account: made.account,
        paymentDate: addDays(ctx.today, -made.daysAgo),
        billIds: some(bills, made.picks),
      });
      payments.push(payment.id);
      return;
    }
    case 'allocate': {
      const id = one(payments, made.pick);
      const billIds = some(bills, made.picks);
      if (id !== undefined && billIds.length > 0)
        await allocateSupplierPayment(ctx, id, { billIds });
      return;
    }
    default: {
      const id = one(payments, made.pick);
      if (id !== undefined) await reverseSupplierPayment(ctx, id, 'x');
    }
  }
}

async function expectSound(supplierId: number, checked = supplierChecks): Promise<void> {
  const { checks } = await runChecks(ctx, checked);
  expect(checks.filter(({ isSound }) => !isSound)).toEqual([]);
  const { supplier, closingUsd } = await supplierStatement(ctx, supplierId, {});
  expect(closingUsd).toBe(supplier.openUsd - supplier.advanceUsd);
}

/** Pays every bill in its currency, so that nothing is owed; advances stay. */
async function settleAll(model: Model): Promise<void> {
  const { supplierId } = model;
  for (const which of ['USD', 'SSP'] as const) {
    const { rows } = await listBills(ctx, { supplierId, state: 'open' });
    const own = rows.filter((bill) => bill.currency === which);
    if (own.length === 0) continue;
    const total = own.reduce((sum, bill) => sum + bill.openAmount, 0);
    await createSupplierPayment(ctx, {
      supplierId,
      amount: cents(total),
      currency: which,
      account: 'checking',
      billIds: own.map(({ id }) => id),
    });
  }
  expect((await listBills(ctx, { supplierId, state: 'open' })).rows).toEqual([]);
}

const balances = (supplierId: number, without: string) =>
  sql<{ account: string }>`
    select account_code as account, sum(debit_cents - credit_cents)::bigint as usd, sum(ssp_cents)::bigint as ssp
    from journal_lines where supplier_id = ${supplierId} and account_code <> ${without} group by 1
    having sum(debit_cents - credit_cents) <> 0 or sum(ssp_cents) <> 0`.execute(app.db);

it('keeps every check, and ends at zero in dollars and pounds', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 30 }), async (steps) => {
      const model: Model = {
        supplierId: await newSupplier(ctx),
        orders: [],
        bills: [],
        payments: [],
        numbers: 0,
      };
      for (const made of steps) {
        try {
          await perform(model, made);
        } catch (error) {
          if (!isAppError(error)) throw error;
        }
        await expectSound(model.supplierId);
      }
      await settleAll(model);
      await expectSound(model.supplierId);
      // What came and is not billed stays on 2130, and advances on 1530.
      expect((await balances(model.supplierId, '2130')).rows.map(({ account }) => account)).toEqual(
        (await listSupplierPayments(ctx, { supplierId: model.supplierId })).rows.some(
          ({ advanceUsd }) => advanceUsd > 0,
        )
          ? ['1530']
          : [],
      );
      for (const { id, reversedOn } of (
        await listSupplierPayments(ctx, { supplierId: model.supplierId })
      ).rows)
        if (reversedOn === null) await reverseSupplierPayment(ctx, id, 'x');
      await expectSound(model.supplierId, [...ledgerChecks, ...supplierChecks]);
    }),
    { numRuns: RUNS },
  );
});
