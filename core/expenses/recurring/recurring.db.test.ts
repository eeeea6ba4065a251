import { codeOf, refusal } from '@nimule/fixtures/testing/ledger';
import { contextOf, createTestApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lockMonth, unlockMonth } from '../../accounting/service.ts';
import { isoMonth } from '../../kernel/dates.ts';
import { cents } from '../../kernel/money.ts';
import { deleteExpense } from '../service.ts';
import { listExpenses } from '../service-list.ts';
import { makeRecurringExpenses } from './service.ts';
import {
  createExpenseTemplate,
  listExpenseTemplates,
  updateExpenseTemplate,
} from './service-templates.ts';

let app: TestApp;
const ctx = () => contextOf(app);
const rent = {
  description: 'Office rent',
  location: 'Equator Estates',
  expenseType: 'operating_expense',
  category: 'rent',
  amount: cents(2_500_00),
  account: 'checking',
  day: 31,
  firstMonth: isoMonth('2026-08'),
} as const;

const made = async () => {
  const { rows } = await listExpenses(ctx(), { sort: 'date' });
  return rows.map(({ date, location, templateMonth }) => `${date} ${location} ${templateMonth}`);
};

beforeAll(async () => {
  app = await createTestApp();
  await createExpenseTemplate(ctx(), rent);
});
afterAll(() => app.close());

test('missed months are caught up once, by two processes at once, and locked ones wait', async () => {
  await lockMonth(ctx(), isoMonth('2026-09'));
  const told =
    '; 1 waiting: Equator Estates, September 2026: September 2026 is locked. Choose a date in an open month or unlock it.';
  const both = await Promise.all([makeRecurringExpenses(ctx()), makeRecurringExpenses(ctx())]);
  expect(both.sort()).toEqual([`0 expenses${told}`, `2 expenses${told}`]);
  expect(await made()).toEqual([
    '2026-08-31 Equator Estates 2026-08',
    '2026-10-31 Equator Estates 2026-10',
  ]);
  expect((await listExpenseTemplates(ctx()))[0]).toMatchObject({ nextMonth: '2026-09' });
  await unlockMonth(ctx(), isoMonth('2026-09'));
  expect(await makeRecurringExpenses(ctx())).toBe('1 expense');
  expect((await listExpenseTemplates(ctx()))[0]).toMatchObject({ nextMonth: '2026-11' });
});

test('a deleted expense is not made again', async () => {
  const { rows } = await listExpenses(ctx(), { sort: 'date' });
  await deleteExpense(ctx(), rows[0]!.id);
  expect(await makeRecurringExpenses(ctx())).toBe('0 expenses');
  expect(await made()).toHaveLength(2);
});

test('one that cannot be posted does not hold up the others', async () => {
  await createExpenseTemplate(ctx(), {
    ...rent,
    ...{ location: 'A closed account', account: 'savings', firstMonth: isoMonth('2026-10') },
  });
  const day = { ...rent, location: 'Radio Nile', day: 5, firstMonth: isoMonth('2026-11') };
  await createExpenseTemplate(ctx(), day);
  await sql`update accounts set is_active = false where code = '1140'`.execute(app.db);
  expect(await makeRecurringExpenses(ctx())).toBe(
    '1 expense; 1 waiting: A closed account: Only active level-2 accounts can be posted to.',
  );
});

test('a template is changed, stopped and refused like other records', async () => {
  const [first] = await listExpenseTemplates(ctx());
  const { id } = first!;
  const stopped = await updateExpenseTemplate(ctx(), id, { ...rent, isActive: false, version: 1 });
  expect(stopped).toMatchObject({ isActive: false, nextMonth: null, version: 2 });
  const change = (more: object) => updateExpenseTemplate(ctx(), id, { ...rent, ...more });
  expect(await codeOf(change({ version: 1 }))).toBe('recurringExpense.stale');
  const fieldsOf = async (more: object) => Object.keys((await refusal(change(more))).fields ?? {});
  expect(await fieldsOf({ category: 'tax' })).toEqual(['category']);
  expect(await fieldsOf({ amount: cents(300_000_001) })).toEqual(['amount']);
  expect(await fieldsOf({ firstMonth: isoMonth('2006-08') })).toEqual(['firstMonth']);
  expect(await fieldsOf({ lastMonth: isoMonth('2026-07') })).toEqual(['lastMonth']);
  expect(await codeOf(updateExpenseTemplate(ctx(), 99, rent))).toBe('recurringExpense.notFound');
});

test('one that goes on after a stop does not make up for the months of the stop', async () => {
  const power = { ...rent, location: 'Juba Power', day: 1, firstMonth: isoMonth('2026-11') };
  const { id } = await createExpenseTemplate(ctx(), power);
  await updateExpenseTemplate(ctx(), id, { ...power, isActive: false });
  app.time.set('2027-03-10T08:00:00Z');
  const on = { ...power, isActive: true };
  expect(await updateExpenseTemplate(ctx(), id, on)).toMatchObject({ firstMonth: '2027-03' });
  await makeRecurringExpenses(ctx());
  expect((await made()).filter((line) => line.includes('Juba Power'))).toEqual([
    '2027-03-01 Juba Power 2027-03',
  ]);
  expect(
    (await refusal(createExpenseTemplate(ctx(), { ...power, firstMonth: isoMonth('2020-01') })))
      .message,
  ).toBe('The first month lies more than a year back.');
  const ended = { ...power, lastMonth: isoMonth('2026-12') };
  await updateExpenseTemplate(ctx(), id, { ...ended, isActive: false });
  app.time.set('2027-04-10T08:00:00Z');
  expect(
    await refusal(updateExpenseTemplate(ctx(), id, { ...ended, isActive: true })),
  ).toMatchObject({
    code: 'template.months',
    fields: { lastMonth: 'The last month has passed. Choose a later one or none.' },
  });
});
