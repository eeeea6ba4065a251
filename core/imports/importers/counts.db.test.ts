import { csvOf, importText } from '@nimule/fixtures/testing/documents/imported';
import { addItem } from '@nimule/fixtures/testing/stock';
import { contextOf, createMarkedApp, type MarkedApp } from '@nimule/fixtures/testing/test-app';
import { makeWorker } from '@nimule/fixtures/testing/tickets';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { Ctx } from '../../context.ts';
import type { StaffActor } from '../../identity/actor.ts';
import { decideApproval } from '../../reports/approvals/service.ts';
import { checkBooks } from '../../reports/checks/service.ts';
import { getEquipment } from '../../reports/stock/service.ts';
import { listCounts } from '../../stock/counts/service.ts';
import { adjustStock } from '../../stock/service-adjust.ts';
import { getImportRun, listKeptRecords } from '../runs/service-history.ts';
import type { ImportInput } from '../schema.ts';
import { undoRun } from '../undo/service.ts';

let app: MarkedApp;
let manager: StaffActor;
let admin: StaffActor;
const ctx = (actor: StaffActor = manager) => contextOf(app, actor);
beforeAll(async () => {
  app = await createMarkedApp('2026-11-21T08:00:00Z');
  manager = await makeWorker(app, 'manager', 'Mary Keji');
  admin = await makeWorker(app, 'admin', 'Ann Wani');
  await app.mark();
});
afterEach(async () => {
  const { checks } = await checkBooks(ctx(admin));
  expect(checks.filter(({ isSound }) => !isSound)).toEqual([]);
  await app.restore();
});
afterAll(() => app.close());

const load = (rows: readonly string[], input: Partial<ImportInput> = {}, by: Ctx = ctx()) =>
  importText(by, csvOf('SKU,Counted,Date', rows), { type: 'counts', ...input });
const waiting = async () =>
  (
    await sql<{
      id: number;
    }>`select id from approvals where status = 'waiting' order by id`.execute(app.db)
  ).rows.map(({ id }) => id);
const posted = async () =>
  (
    await sql<{ account: string; cents: number }>`
      select l.account_code as account, (l.debit_cents - l.credit_cents)::int as cents from journal_lines l
      join journal_entries e on e.id = l.entry_id where e.source = 'stock.count' order by 1, 2`.execute(
      app.db,
    )
  ).rows;

/** Two items of ten units at ten dollars, and one without stock. */
async function shelves() {
  const [a, b, c] = [
    await addItem(ctx(admin), { name: 'Router', sku: 'RT-1', quantityInStock: 10 }),
    await addItem(ctx(admin), { name: 'Antenna', sku: 'AN-1', quantityInStock: 10 }),
    await addItem(ctx(admin), { name: 'Splitter' }),
  ];
  return { a, b, c };
}

it('makes a count of a file that another person accepts, and is the same count again', async () => {
  const { a, b, c } = await shelves();
  const rows = ['RT-1,8,2026-11-21', 'EQ-002,10,2026-11-21', 'splitter,3,2026-11-21'];
  const first = await load(rows);
  expect(first).toMatchObject({ recordsCreated: 3, recordsFailed: 0, errors: [] });
  expect(first.warnings.join('\n')).toContain('2 rows (2, 4): counted: The quantity is another');
  expect(await listCounts(ctx())).toMatchObject([
    {
      ...{ countId: 'CNT-2026-0001', date: '2026-11-21', status: 'waiting', items: 3, counted: 3 },
      ...{ differences: 2, differenceUsd: 10_00 },
    },
  ]);
  expect(await posted()).toEqual([]);
  const again = await load(rows);
  expect([again.recordsCreated, again.recordsUnchanged]).toEqual([0, 3]);
  expect(await listCounts(ctx())).toHaveLength(1);
  expect((await getImportRun(ctx(), 1)).reconciliation).toMatchObject([
    { key: 'counts', file: '3', books: '3' },
    { key: 'units', file: '21', books: '21', unexplained: '0' },
  ]);

  const [id] = await waiting();
  await decideApproval(ctx(admin), id!, { accept: true, reason: '' } as never);
  expect(await posted()).toEqual([
    { account: '1410', cents: -2000 },
    { account: '1410', cents: 3000 },
    { account: '5230', cents: -3000 },
    { account: '5230', cents: 2000 },
  ]);
  for (const [item, units] of [
    [a, 8],
    [b, 10],
    [c, 3],
  ] as const)
    expect((await getEquipment(ctx(), item.id)).quantityInStock).toBe(units);
  expect((await load(rows)).recordsUnchanged).toBe(3);
});

it('closes a count without differences, and makes one for each day', async () => {
  await shelves();
  const result = await load(['RT-1,10,2026-11-21', 'AN-1,9,2026-11-21', 'Splitter,0,2026-11-20']);
  expect(result.errors).toEqual([]);
  expect((await listCounts(ctx())).map(({ date, status }) => [date, status])).toEqual([
    ['2026-11-20', 'posted'],
    ['2026-11-21', 'waiting'],
  ]);
});

it('refuses what is unknown, counted twice, to come, or older than the last move', async () => {
  const { a } = await shelves();
  const serials = { isSerialised: true, serials: ['S1', 'S2'], quantityInStock: 2 };
  await addItem(ctx(admin), { name: 'ONU', sku: 'ON-1', ...serials });
  await adjustStock(ctx(admin), a.id, { quantityInStock: 9, reason: 'Broken' });
  const result = await load([
    'XX,1,2026-11-21',
    'AN-1,9,2026-11-22',
    'RT-1,9,2026-11-20',
    'ON-1,1,2026-11-21',
    'AN-1,10,2026-11-21',
    'antenna,10,2026-11-21',
    'Splitter,-1,2026-11-21',
    'Splitter,1,',
  ]);
  expect([result.recordsCreated, result.recordsFailed]).toEqual([1, 7]);
  const told = result.errors.join('\n');
  for (const reason of [
    'Row 2: item: There is no item XX.',
    'Row 3: date: Stock cannot be counted on a day to come.',
    'Row 4: date: EQ-001 has moved on 21 Nov 2026, after it was counted.',
    'Row 5: counted: EQ-004 has serial numbers',
    'Row 7: item: antenna is counted twice',
    'Row 8: counted: The counted quantity must be a whole number',
    'Row 9: date: Say on which day',
  ])
    expect(told).toContain(reason);
});

it('an undo cancels the count with its request, but not one that was posted', async () => {
  await shelves();
  const rows = ['RT-1,8,2026-11-21'];
  await load(rows);
  await undoRun(ctx(), 1, { wait: true });
  expect((await getImportRun(ctx(), 1)).undo).toMatchObject({
    status: 'done',
    removed: 1,
    kept: 0,
  });
  expect(await listCounts(ctx())).toMatchObject([{ status: 'cancelled' }]);
  expect(await waiting()).toEqual([]);
  expect((await load(rows)).recordsCreated).toBe(1);
  await decideApproval(ctx(admin), (await waiting())[0]!, { accept: true, reason: '' } as never);
  await undoRun(ctx(), 2, { wait: true });
  expect((await listKeptRecords(ctx(), 2, {})).rows).toMatchObject([
    { label: 'CNT-2026-0002', reason: expect.stringContaining('Its differences are posted') },
  ]);
  const support = await makeWorker(app, 'support', 'Sam');
  await expect(load(rows, {}, ctx(support))).rejects.toMatchObject({ kind: 'forbidden' });
});
