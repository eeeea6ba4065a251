import { expenseInput } from '@nimule/fixtures/testing/expenses';
import { contextOf, createTestApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkBooks } from '../../reports/checks/service.ts';
import { parsePaste } from '../rules-paste.ts';
import { MAX_IMPORT_LINES } from '../schema.ts';
import { createExpense, deleteExpense } from '../service.ts';
import { getExpenseStats, listExpenses } from '../service-list.ts';
import { importExpenses, previewExpenseImport } from './service.ts';

let app: TestApp;
const ctx = () => contextOf(app);
const paste = (text: string) => ({
  expenses: parsePaste(text.replaceAll('|', '\t'), 'Juba Networks').lines,
});
const count = async () => (await getExpenseStats(ctx())).count;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const text = `Date|Site|Mbps|Amount
01/10/2026|Juba|100|$2,500.00
01/10/2026|Juba|100|$2,500.00
05/10/2026||50|free
06/10/2026|Wau|50|(75)
31/02/2026|Wau|50|75
01/12/2026|Wau|50|75`;

test('a preview writes nothing, and the same paste twice adds nothing', async () => {
  const preview = await previewExpenseImport(ctx(), paste(text));
  expect(preview).toMatchObject({ toRecord: 2, totalUsd: 5000_00 });
  const marks = preview.verdicts.map(({ mark }) => mark);
  expect(marks).toEqual(['new', 'new', 'zero', 'minus', 'refused', 'refused']);
  expect(await count()).toBe(0);
  const first = await importExpenses(ctx(), paste(text));
  expect(first).toMatchObject({
    message: '2 expenses recorded on account, 2 left out, 2 refused.',
    ...{ recorded: 2, leftOut: 2, refused: 2 },
  });
  expect((await importExpenses(ctx(), paste(text))).message).toBe(
    '0 expenses recorded, 4 left out, 2 refused.',
  );
  const { rows } = await listExpenses(ctx(), { sort: 'transactionId' });
  expect(rows.map((row) => [row.transactionId, row.description, row.amount, row.paid])).toEqual([
    ['TXN-2026-000001', 'Bandwidth cost - Juba', '2500.00', 'unpaid'],
    ['TXN-2026-000002', 'Bandwidth cost - Juba', '2500.00', 'unpaid'],
  ]);
  // A third equal line is new; a line that was recorded by hand is known.
  await createExpense(ctx(), expenseInput({ date: paste(text).expenses[0]!.date as never }));
  const more = `${text}\n01/10/2026|Juba|100|2500\n01/10/2026|JUBA networks||120`;
  expect((await importExpenses(ctx(), paste(more))).recorded).toBe(1);
});

test('a chosen line is recorded although it is marked, and a deleted expense is not known', async () => {
  const [line] = paste('02/10/2026|Bor||10-').expenses;
  const send = (isChosen: boolean) => importExpenses(ctx(), { expenses: [{ ...line!, isChosen }] });
  expect((await send(false)).recorded).toBe(0);
  expect((await send(true)).recorded).toBe(1);
  expect((await send(false)).verdicts[0]!.mark).toBe('known');
  const { rows } = await listExpenses(ctx(), { q: 'Bor' });
  await deleteExpense(ctx(), rows[0]!.id);
  expect((await send(false)).verdicts[0]!.mark).toBe('minus');
});

test('account and currency of all lines are taken, and a line may name its own', async () => {
  const lines = paste('04/10/2026|Yei||4000\n04/10/2026|Yei||8.000,50').expenses;
  const sent = {
    expenses: [...lines, { ...lines[0]!, amount: '25', account: 'savings', currency: 'USD' }],
  };
  const result = await importExpenses(ctx(), { ...sent, account: 'checking', currency: 'SSP' });
  expect(result.message).toBe('3 expenses recorded, 0 left out, 0 refused.');
  expect(result.verdicts.map(({ mark }) => mark)).toEqual(['new', 'read', 'new']);
  const { rows } = await listExpenses(ctx(), { q: 'Yei', sort: 'transactionId' });
  expect(rows.map(({ amount, currency, account }) => [amount, currency, account])).toEqual([
    ['4000.00', 'SSP', 'checking'],
    ['8000.50', 'SSP', 'checking'],
    ['25.00', 'USD', 'savings'],
  ]);
});

test('two imports of 5,000 lines at once record them once, with sound books', async () => {
  const before = await count();
  const lines = Array.from({ length: MAX_IMPORT_LINES }, (_, n) => `03/10/2026|Tower ${n}||12.50`);
  const sent = paste(lines.join('\n'));
  const results = await Promise.all([importExpenses(ctx(), sent), importExpenses(ctx(), sent)]);
  expect(results.map(({ recorded }) => recorded).sort()).toEqual([0, MAX_IMPORT_LINES]);
  expect((await count()) - before).toBe(MAX_IMPORT_LINES);
  const { checks } = await checkBooks(ctx());
  expect(checks.filter(({ isSound }) => !isSound)).toEqual([]);
});
