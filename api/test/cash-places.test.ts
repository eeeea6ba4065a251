import type { Route } from '@nimule/core/kernel/contract';
import { type Operation, operationNames, routes } from '@nimule/core/routes';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { type Harness, startHarness } from './harness.ts';
import { call, type Inputs, prepareInputs } from './inputs.ts';

/** Every operation that moves cash of a person says where it is (decision 51): the till, or the safe. */

let harness: Harness;
let inputs: Inputs;

beforeAll(async () => {
  harness = await startHarness({ requestsPerMinute: Number.POSITIVE_INFINITY });
  inputs = await prepareInputs(harness);
  const body = { floatUsd: '10000', floatSsp: '1000000' };
  const opened = await call(harness, 'openTill', { params: {}, query: {}, body }, inputs.cookie);
  expect(opened.statusCode).toBe(200);
});
afterAll(() => harness.close());

function shapeOf(schema: unknown): Record<string, unknown> {
  return schema instanceof z.ZodObject ? schema.shape : {};
}
/** Whether a schema has the field `from` of a till or the safe. */
function hasPlace(schema: unknown): boolean {
  const field = shapeOf(schema).from;
  return (
    field instanceof z.ZodType && field.safeParse('till').success && !field.safeParse('x').success
  );
}
const bodyOf = (operation: Operation) => (routes[operation] as Route).body;
const withPlace = operationNames.filter((name) => hasPlace(bodyOf(name)));

/** Their cash goes back to where the original went, which the shell took from the safe; the others go where `from` says. */
const returning: readonly Operation[] = [
  ...(['reversePayment', 'reverseExpensePayment', 'reverseSupplierPayment'] as const),
];
/** Samples pay suppliers from the bank, so that nothing of their reversal is cash. */
const withoutCash: readonly Operation[] = ['reverseSupplierPayment'];
/** Pay in cash is the safe's alone, so that no till tells what a person gets (decision 82). */
const ofPay: readonly Operation[] = [
  ...(['createAdvance', 'repayAdvance', 'reverseAdvance', 'reverseRepayment'] as const),
  ...(['createRemittance', 'reverseRemittance'] as const),
];
/** They post cash only where something else changes with it. */
const partly: readonly Operation[] = ['updateExpense', 'updatePaymentStatus'];

async function cash() {
  const { rows } = await harness.app.pool.query(
    `select (select usd_cents from tills where status = 'open' order by id desc limit 1) as till,
       coalesce(sum(debit_cents - credit_cents) filter (where cash_place = 'till'), 0)::bigint as till_lines,
       count(*) filter (where cash_place = 'safe')::int as safe_lines,
       count(*) filter (where cash_place is null)::int as nowhere
     from journal_lines where account_code = '1110'`,
  );
  const { till, till_lines: lines, safe_lines: ofSafe, nowhere } = rows[0];
  return { till: Number(till), lines: Number(lines), ofSafe: Number(ofSafe), nowhere };
}

async function calledWith(operation: Operation, from: 'till' | 'safe') {
  const input = await inputs.valid(operation);
  const shape = shapeOf(bodyOf(operation));
  const body = {
    ...(input.body as Record<string, unknown>),
    ...('account' in shape ? { account: 'cash' } : {}),
    ...('currency' in shape ? { currency: 'USD' } : {}),
    from,
  };
  const before = await cash();
  const answer = await call(harness, operation, { ...input, body }, inputs.cookie);
  expect([operation, answer.statusCode < 300 || answer.body]).toEqual([operation, true]);
  const after = await cash();
  expect(after.nowhere).toBe(0);
  expect([operation, after.till - before.till]).toEqual([operation, after.lines - before.lines]);
  return { moved: after.till !== before.till, ofSafe: after.ofSafe - before.ofSafe };
}

it('names all operations that move cash of a person', () => {
  expect(withPlace).toEqual(expect.arrayContaining([...returning, ...partly, 'createExpense']));
  expect(withPlace.length).toBeGreaterThanOrEqual(10);
});

it.each(withPlace.filter((name) => !partly.includes(name)))(
  '%s moves the till, or the safe and not the till',
  async (operation) => {
    const isReturning = returning.includes(operation);
    const through = await calledWith(operation, 'till');
    expect([operation, through.moved]).toEqual([operation, !isReturning]);
    const safe = await calledWith(operation, 'safe');
    const isCash = !withoutCash.includes(operation);
    expect([operation, safe.moved, safe.ofSafe > 0]).toEqual([operation, false, isCash]);
  },
);

it.each(ofPay)('%s moves the safe, and refuses a till', async (operation) => {
  const safe = await calledWith(operation, 'safe');
  expect([operation, safe.moved, safe.ofSafe > 0]).toEqual([operation, false, true]);
  const input = await inputs.valid(operation);
  const body = { ...(input.body as object), from: 'till' };
  const answer = await call(harness, operation, { ...input, body }, inputs.cookie);
  expect([operation, answer.statusCode]).toEqual([operation, 400]);
  expect(answer.json()).toMatchObject({ fields: { from: expect.stringContaining('the safe') } });
});

it('leaves the books sound', async () => {
  const nothing = { params: {}, query: {}, body: undefined };
  const answer = await call(harness, 'checkBooks', nothing, inputs.cookie);
  const { checks } = answer.json() as { checks: { name: string; isSound: boolean }[] };
  expect(checks.filter(({ isSound }) => !isSound)).toEqual([]);
});
