import { privateMonthId } from '@nimule/core/accounting/private/rules';
import { invoke } from '@nimule/core/invoke';
import type { RawInput, Route } from '@nimule/core/kernel/contract';
import { isoMonth } from '@nimule/core/kernel/dates';
import { isAppError } from '@nimule/core/kernel/errors';
import { type Operation, routes } from '@nimule/core/routes';
import { newEmployee } from '@nimule/fixtures/testing/employees';
import { patiently } from '@nimule/fixtures/testing/machine';
import { createTestApp, staff, type TestApp } from '@nimule/fixtures/testing/test-app';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { answerText, inputsOf, reads } from './pay-reads.ts';

/**
 * Decision 67: an act on the pay of one person changes no amount in any answer to those who may not see pay, so that nobody
 * reads it from a difference.
 */
let app: TestApp;
let employeeId: string;
const shell = { kind: 'shell', osUser: 'test' } as const;
const readers = (['support', 'billing'] as const).map((role) => ({ role, actor: staff(role) }));

async function call(operation: Operation, input: RawInput): Promise<Record<string, unknown>> {
  return (await invoke(app, shell, operation, input)).body as Record<string, unknown>;
}

const PERSON = { baseSalary: '7431.37', bonus: '31.41', deductions: '27.18' };
const ADVANCE = '613.73';
const REPAID = '101.29';

/** Six people are paid in September by one approval and one payment, and all that was withheld is paid on. */
beforeAll(async () => {
  app = await createTestApp('2026-11-21T08:00:00Z');
  const hire = () => newEmployee({ db: app.db, now: app.clock() });
  employeeId = String(await hire());
  const others: string[] = [];
  while (others.length < 6) others.push(String(await hire()));
  const batch = await call('createPayrollBatch', {
    body: { month: '2026-09', employeeIds: others },
  });
  await call('approvePayrollBatch', { params: { id: String(batch.id) }, body: {} });
  await call('createPayrollPayment', { body: { month: '2026-09', account: 'bank' } });
  await call('createRemittance', {
    body: { kind: 'income_tax', month: '2026-09', amount: '5', account: 'bank' },
  });
});
afterAll(() => app.close());

/** The numbers of a text, with how often each is in it. */
function numbersOf(answer: string): Map<number, number> {
  const found = new Map<number, number>();
  for (const [match] of answer.matchAll(/-?\d[\d,]{0,20}(?:\.\d{1,6})?/g)) {
    const value = Math.abs(Math.round(Number(match.replaceAll(',', '')) * 100));
    found.set(value, (found.get(value) ?? 0) + 1);
  }
  return found;
}

type Seen = Map<string, Map<number, number>>;

/** What the readers see, or of it only what these operations read. */
async function everything(operations: readonly Operation[] = reads): Promise<Seen> {
  const { rows } = await sql<{ id: number }>`select id from journal_entries`.execute(app.db);
  const journalIds = [
    ...rows.map(({ id }) => String(id)),
    ...['2026-09', '2026-10', '2026-11'].map((month) => String(privateMonthId(isoMonth(month)))),
  ];
  const seen: Seen = new Map();
  for (const { role, actor } of readers)
    for (const operation of operations)
      for (const input of inputsOf(operation, { employeeId, name: 'Garang', journalIds })) {
        const key = `${role} ${operation} ${JSON.stringify(input)}`;
        try {
          const { body } = await invoke(app, actor, operation, input);
          seen.set(key, numbersOf(await answerText(body)));
        } catch (error) {
          if (!isAppError(error)) throw error;
        }
      }
  return seen;
}

/** The reads that may answer otherwise after a mutation, by their tags, which stale-screens.test.ts compares with the tables. */
function readsAfter(mutation: Operation): Operation[] {
  const { touches = [] }: Route = routes[mutation];
  return reads.filter((operation) => {
    const { shows }: Route = routes[operation];
    return !shows || shows.some((tag) => touches.includes(tag));
  });
}

const countOf = (numbers: Map<number, number> | undefined, value: number) =>
  numbers?.get(value) ?? 0;

/** What an answer says more and less than another one: amounts that are in it more often. */
function more(one: Map<number, number> | undefined, other: Map<number, number> | undefined) {
  return [...(one ?? [])].flatMap(([value, times]) =>
    times > countOf(other, value) ? [value] : [],
  );
}

/** Answers in which an amount of the person, or a difference of such an amount, appeared. */
function told(before: Seen, after: Seen, secrets: ReadonlySet<number>): string[] {
  return [...after].flatMap(([key, numbers]) => {
    const added = more(numbers, before.get(key));
    const gone = more(before.get(key), numbers);
    const shown = added.filter(
      (value) =>
        secrets.has(value) ||
        gone.some((old) => secrets.has(Math.abs(value - old)) || secrets.has(value + old)),
    );
    return shown.length > 0 ? [`${key}: ${shown.map((value) => value / 100).join(', ')}`] : [];
  });
}

it('no answer differs by the pay of one person before and after an act on that person', {
  timeout: patiently(240_000),
}, async () => {
  const payroll = await call('createPayroll', {
    body: { employeeId, ...PERSON, startDate: '2026-10-01', endDate: '2026-10-31' },
  });
  const id = String(payroll.id);
  const parts = ['grossPay', 'tax', 'socialSecurity', 'employerSocialSecurity', 'netPay'].map(
    (name) => Math.round(Number(payroll[name]) * 100),
  );
  const amounts = [...parts, ...[ADVANCE, REPAID, '27.18'].map((text) => Number(text) * 100)];
  const sums = parts.flatMap((one, at) => parts.slice(at + 1).map((other) => one + other));
  const secrets = new Set(
    [...amounts, ...sums, Math.round(Number(payroll.netPaySsp) * 100)].map(Math.round),
  );
  secrets.delete(0);
  const tax = String(payroll.tax);
  /** The ids of the last answers. */
  const made: Partial<Record<Operation, string>> = {};
  const acts: [string, Operation, () => RawInput][] = [
    ['approve', 'approvePayroll', () => ({ params: { id }, body: {} })],
    ...(['mobile_money', 'cash', 'bank'] as const).flatMap((account): typeof acts => [
      [
        `pay by ${account}`,
        'createPayrollPayment',
        () => ({ body: { payrollIds: [id], account } }),
      ],
      [
        `reverse the payment by ${account}`,
        'reversePayrollPayment',
        () => ({ params: { id: made.createPayrollPayment! }, body: { reason: 'Came back' } }),
      ],
    ]),
    [
      'remit the tax of one',
      'createRemittance',
      () => ({ body: { kind: 'income_tax', month: '2026-10', amount: tax, account: 'bank' } }),
    ],
    [
      'reverse the remittance',
      'reverseRemittance',
      () => ({ params: { id: made.createRemittance! }, body: { reason: 'Came back' } }),
    ],
    [
      'advance',
      'createAdvance',
      () => ({ body: { employeeId, amountUsd: ADVANCE, account: 'mobile_money' } }),
    ],
    [
      'repay',
      'repayAdvance',
      () => ({
        ...{ params: { id: made.createAdvance! }, body: { amountUsd: REPAID, account: 'cash' } },
      }),
    ],
    ['reverse', 'reversePayroll', () => ({ params: { id }, body: { reason: 'Error' } })],
  ];
  let before = await everything();
  expect(before.size).toBeGreaterThan(200);
  for (const [name, operation, input] of acts) {
    made[operation] = String((await call(operation, input())).id);
    const again = readsAfter(operation);
    const kept = [...before].filter(([key]) => !again.includes(key.split(' ')[1] as Operation));
    const after = new Map([...kept, ...(await everything(again))]);
    expect([name, told(before, after, secrets)]).toEqual([name, []]);
    before = after;
  }
  // Nothing else has changed.
  expect(await everything()).toEqual(before);
});

it('what is paid to six people at once is shown in sums', {
  timeout: patiently(60_000),
}, async () => {
  const numbers = (await everything()).get(
    `support getJournalEntry ${JSON.stringify({ params: { id: String(privateMonthId(isoMonth('2026-09'))) } })}`,
  );
  expect(numbers).toBeDefined();
  const { body } = await invoke(app, staff('billing'), 'listPayrollPayments', {});
  const amounts = (body as { payrolls: number; amountUsd: number | null }[]).map(
    ({ payrolls, amountUsd }) => [payrolls, amountUsd === null],
  );
  expect(amounts.filter(([payrolls]) => payrolls === 6)).toEqual([[6, false]]);
  expect(amounts.filter(([payrolls]) => payrolls === 1)).toEqual(
    Array.from({ length: 3 }, () => [1, true]),
  );
});
