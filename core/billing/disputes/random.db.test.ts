import { seedOfRun } from '@nimule/fixtures/testing/seed';
import {
  contextOf,
  createTestApp,
  seededRandom,
  type TestApp,
} from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCustomer, getCustomer } from '../../customers/service.ts';
import { addDays, daysBetween, type IsoDate, isoDate } from '../../kernel/dates.ts';
import { cents } from '../../kernel/money.ts';
import { checkBooks } from '../../reports/checks/service.ts';
import { previewDisconnect, runDisconnect } from '../disconnect/service.ts';
import { createManualInvoice, getInvoice } from '../invoices/service.ts';
import { recordPayment } from '../payments/service.ts';
import { decideDispute, openDispute } from './service.ts';

let app: TestApp;
const ctx = () => contextOf(app);
beforeAll(async () => {
  app = await createTestApp('2026-11-01T08:00:00Z');
});
afterAll(() => app.close());

const RUNS = Number(process.env.NIMULE_PROPERTY_RUNS ?? 6);
const STEPS = 40;

/** What the test knows of an invoice by itself: its days in dispute, one by one. */
interface Known {
  id: number;
  due: IsoDate;
  amount: number;
  paid: number;
  isCancelled: boolean;
  disputedSince: IsoDate | null;
  lastDecision: IsoDate | null;
}

const openOf = (one: Known) => (one.isCancelled ? 0 : one.amount - one.paid);

/** Whether the rule may suspend for an invoice: decision 120, in days. */
function counts(one: Known, day: IsoDate): boolean {
  if (openOf(one) < 100 || one.disputedSince !== null) return false;
  const sinceDecision = one.lastDecision ? daysBetween(one.lastDecision, day) : 15;
  return daysBetween(one.due, day) >= 15 && sinceDecision >= 15;
}

describe('random sequences of invoices, disputes, payments and days', () => {
  test.each(Array.from({ length: RUNS }, (_, run) => run))(
    '%i suspend nobody for what is disputed, and everybody for the rest',
    async (run) => {
      const random = seededRandom(`${seedOfRun()}-disputes-${run}`);
      const pick = <T>(list: readonly T[]) => list[random.integer(list.length)]!;
      let day = isoDate('2026-11-01');
      const setDay = () => app.time.set(`${day}T08:00:00Z`);
      setDay();
      const customer = await createCustomer(ctx(), { name: `Random ${run}` });
      const invoices: Known[] = [];
      const open = () => invoices.filter((one) => openOf(one) > 0);
      const disputed = () => invoices.filter(({ disputedSince }) => disputedSince !== null);
      let isSuspended = false;
      let credit = 0;
      const close = (one: Known) => {
        if (one.disputedSince) one.lastDecision = day;
        one.disputedSince = null;
      };
      /** As after each payment, correction and dispute: the rule lets go whom nothing holds. */
      const letGo = () => {
        if (!invoices.some((one) => counts(one, day))) isSuspended = false;
      };
      const commands: Record<string, () => Promise<unknown>> = {
        async bill() {
          const amount = pick([99, 100, 30_00, 45_50]);
          const due = addDays(day, random.integer(10));
          const { id } = await createManualInvoice(ctx(), {
            customerId: customer.id,
            description: 'Month',
            amountUsd: cents(amount),
            billDate: day,
            dueDate: due,
          });
          const fresh = { paid: 0, isCancelled: false, disputedSince: null, lastDecision: null };
          invoices.push({ id, due, amount, ...fresh });
          settle(credit);
        },
        async pass() {
          day = addDays(day, 1 + random.integer(8));
          setDay();
        },
        async dispute() {
          const candidates = open().filter(({ disputedSince }) => disputedSince === null);
          if (candidates.length === 0) return;
          const one = pick(candidates);
          await openDispute(ctx(), one.id, { reason: 'Wrong' });
          one.disputedSince = day;
          letGo();
        },
        async decide() {
          if (disputed().length === 0) return;
          const one = pick(disputed());
          const way = pick(['rejected', 'withdrawn', 'note', 'cancel', 'lower'] as const);
          const lower = one.paid + Math.ceil(openOf(one) / 2);
          if (way === 'rejected' || way === 'withdrawn')
            await decideDispute(ctx(), one.id, { outcome: way });
          else if (way === 'cancel') {
            // What was paid on it settles the others, oldest first.
            await decideDispute(ctx(), one.id, { outcome: 'upheld', cancel: true });
            one.isCancelled = true;
            const freed = credit + one.paid;
            one.paid = 0;
            close(one);
            settle(freed);
          } else if (way === 'lower' && lower < one.amount) {
            await decideDispute(ctx(), one.id, { outcome: 'upheld', amountUsd: cents(lower) });
            one.amount = lower;
          } else await decideDispute(ctx(), one.id, { outcome: 'upheld', note: 'It stays' });
          close(one);
          letGo();
        },
        async pay() {
          const owed = open().reduce((sum, one) => sum + openOf(one), 0);
          if (owed === 0) return;
          const amount = 1 + random.integer(owed);
          await recordPayment(ctx(), { customerId: customer.id, amount: cents(amount) });
          settle(amount);
          letGo();
        },
        async rule() {
          await runDisconnect(ctx());
          isSuspended = invoices.some((one) => counts(one, day));
        },
      };
      function settle(amount: number) {
        let rest = amount;
        const order = open().sort((a, b) => (a.due < b.due ? -1 : a.due > b.due ? 1 : a.id - b.id));
        for (const one of order) {
          const part = Math.min(rest, openOf(one));
          one.paid += part;
          rest -= part;
          if (openOf(one) === 0) close(one);
        }
        credit = rest;
      }
      for (let step = 0; step < STEPS; step += 1) {
        const name = pick(['bill', 'pass', 'pass', 'dispute', 'dispute', 'decide', 'pay', 'rule']);
        await commands[name]!();
        const told = `step ${step}: ${name} on ${day}`;
        const { status } = await getCustomer(ctx(), customer.id);
        expect([told, status]).toEqual([told, isSuspended ? 'Suspended' : 'Active']);
        const { rows } = await previewDisconnect(ctx(), 'today', { pageSize: 1000 });
        const row = rows.find(({ customerId }) => customerId === customer.id);
        const isDue = invoices.some((one) => counts(one, day));
        expect([told, row?.action === 'suspend']).toEqual([told, isDue && !isSuspended]);
        for (const one of invoices) {
          const stored = await getInvoice(ctx(), one.id);
          expect([told, stored.disputedSince, stored.openUsd]).toEqual([
            told,
            one.disputedSince,
            openOf(one),
          ]);
        }
      }
      const { checks } = await checkBooks(ctx());
      expect(checks.filter(({ isSound }) => !isSound)).toEqual([]);
    },
  );
});
