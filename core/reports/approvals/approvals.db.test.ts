import { unsoundWithoutSales } from '@nimule/fixtures/testing/books';
import { readPdf } from '@nimule/fixtures/testing/documents/pdf-reading';
import { addItem } from '@nimule/fixtures/testing/stock';
import { contextOf, createTestApp, staff, type TestApp } from '@nimule/fixtures/testing/test-app';
import { makeWorker } from '@nimule/fixtures/testing/tickets';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { requestApproval, withdraw } from '../../approvals/service.ts';
import { transact } from '../../context.ts';
import type { StaffActor } from '../../identity/actor.ts';
import { cents } from '../../kernel/money.ts';
import {
  cancelCount,
  countSheet,
  createCount,
  enterCount,
  getCount,
  listCounts,
} from '../../stock/counts/service.ts';
import { submitCount } from '../../stock/counts/service-post.ts';
import type { StockCountDetail } from '../../stock/schema.ts';
import { createCategory } from '../../stock/service.ts';
import { moveStock } from '../../stock/service-moves.ts';
import { adjust, getEquipment } from '../stock/service.ts';
import { countWaiting, decideApproval, expireWaiting, listWaiting } from './service.ts';

let app: TestApp;
let counter: StaffActor;
let operations: StaffActor;
let admin: StaffActor;
const NOW = '2026-11-23T08:00:00Z';
const ctx = (actor?: Parameters<typeof contextOf>[1]) => contextOf(app, actor);

let made = 0;
let category: number;
let router: number;
let cable: number;

beforeAll(async () => {
  app = await createTestApp(NOW);
  counter = await makeWorker(app, 'manager', 'Mary Keji');
  operations = await makeWorker(app, 'operations_manager', 'Peter Lado');
  admin = await makeWorker(app, 'admin', 'Ann Wani');
});
beforeEach(async () => {
  app.time.set(NOW);
  // What the last test left waiting.
  await sql`update approvals set status = 'withdrawn', decided_at = ${app.clock()} where status = 'waiting'`.execute(
    app.db,
  );
  await sql`update stock_counts set status = 'cancelled' where status = 'waiting'`.execute(app.db);
  made += 1;
  category = (await createCategory(ctx(), `Category ${made}`)).id;
  router = (await addItem(ctx(), { name: 'Router', categoryId: category, quantityInStock: 10 })).id;
  cable = (
    await addItem(ctx(), {
      name: 'Cable',
      categoryId: category,
      quantityInStock: 4,
      unitCostUsd: 2,
    })
  ).id;
});
afterEach(async () => {
  expect(await unsoundWithoutSales(ctx())).toEqual([]);
});
afterAll(() => app.close());

const begin = (actor: StaffActor = counter) => createCount(ctx(actor), { categoryId: category });
const enter = (id: number, quantities: Record<number, number | null>) =>
  enterCount(ctx(counter), id, {
    lines: Object.entries(quantities).map(([item, counted]) => ({
      equipmentId: Number(item),
      counted,
    })),
  });
const submit = (id: number, actor: StaffActor = counter) =>
  submitCount(ctx(actor), id, { reason: 'Yearly count' });
const decision = (accept: boolean) => ({ accept, reason: 'Looked at it' });
const onHand = async (id: number) => (await getEquipment(ctx(), id)).quantityInStock;
async function waiting(): Promise<number> {
  return (await listWaiting(ctx(admin), {})).find(({ kind }) => kind === 'stock_count')!
    .approvalId!;
}
async function submitted(quantities: Record<number, number>): Promise<StockCountDetail> {
  const { id } = await begin();
  await enter(id, quantities);
  return submit(id);
}
async function lastEntry(): Promise<unknown[]> {
  const { rows } = await sql<{ account: string; cents: number }>`
    select account_code as account, debit_cents - credit_cents as cents from journal_lines
    where entry_id = (select max(id) from journal_entries) order by line_no`.execute(app.db);
  return rows.map(({ account, cents: amount }) => [account, amount]);
}

describe('a stock count', () => {
  test('lists the items with what is expected, and a sheet without it', async () => {
    const count = await begin();
    expect(count).toMatchObject({ status: 'counting', items: 2, counted: 0, date: '2026-11-23' });
    expect(count.countId).toMatch(/^CNT-2026-\d{4}$/);
    expect(count.lines.map(({ name, expected, counted }) => [name, expected, counted])).toEqual([
      ['Cable', 4, null],
      ['Router', 10, null],
    ]);
    const sheet = await countSheet(ctx(), count.id);
    const text = readPdf(sheet.body as Buffer).text;
    expect(text).toContain('Stock count');
    expect(text).toContain('Router');
    expect((await listCounts(ctx()))[0]).toMatchObject({ countId: count.countId });
    await expect(createCount(ctx(), { categoryId: 9_999 })).rejects.toMatchObject({
      kind: 'invalid',
    });
  });

  test('without differences is closed at once', async () => {
    const closed = await submitted({ [router]: 10 });
    expect(closed).toMatchObject({ status: 'posted', counted: 1, differences: 0 });
    expect(await listWaiting(ctx(admin), {})).toEqual([]);
  });

  test('posts its differences when another person accepts them', async () => {
    const count = await submitted({ [router]: 8, [cable]: 5 });
    expect(count).toMatchObject({ status: 'waiting', differences: 2, differenceUsd: -1_800 });
    expect(await onHand(router)).toBe(10);
    const [item] = await listWaiting(ctx(admin), {});
    expect(item).toMatchObject({
      kind: 'stock_count',
      record: count.countId,
      summary: '2 of 2 counted items differ, -$18.00',
      amountUsd: -1_800,
      requestedBy: 'Mary Keji',
      reason: 'Yearly count',
      mayDecide: true,
      deciders: ['Ann Wani', 'Peter Lado'],
    });
    expect(await listWaiting(ctx(admin), { mine: true })).toMatchObject([{ deciders: [] }]);
    const decided = await decideApproval(ctx(admin), item!.approvalId!, decision(true));
    expect(decided).toMatchObject({ status: 'accepted', decidedBy: 'Ann Wani', isSole: false });
    expect([await onHand(router), await onHand(cable)]).toEqual([8, 5]);
    expect(await lastEntry()).toEqual([
      ['1410', 200],
      ['5230', -200],
      ['5230', 2_000],
      ['1410', -2_000],
    ]);
    expect(await getCount(ctx(), count.id)).toMatchObject({
      status: 'posted',
      postedBy: 'Ann Wani',
      differenceUsd: -1_800,
    });
    await expect(
      decideApproval(ctx(admin), item!.approvalId!, decision(true)),
    ).rejects.toMatchObject({
      code: 'approval.decided',
      message: `${count.countId} was already accepted by Ann Wani.`,
    });
  });

  test('moves what was counted, not what moved since', async () => {
    const { id } = await begin();
    await enter(id, { [router]: 9 });
    await transact(ctx(), (tx) =>
      moveStock(tx, [
        {
          ...{ equipmentId: router, date: tx.today, kind: 'receipt' as const, quantity: 3 },
          ...{ source: 'test', sourceId: id, reference: '' },
        },
      ]),
    );
    await submit(id);
    await decideApproval(ctx(admin), await waiting(), decision(true));
    expect(await onHand(router)).toBe(12);
  });

  test('is refused when the item was adjusted since', async () => {
    const { id } = await begin();
    await enter(id, { [router]: 9 });
    await submit(id);
    await adjust(ctx(), router, { quantityInStock: 9, reason: 'Same' });
    const approval = await waiting();
    await expect(decideApproval(ctx(admin), approval, decision(true))).rejects.toMatchObject({
      code: 'stockCount.outdated',
    });
    // Refused, it can be counted again.
    await decideApproval(ctx(admin), approval, decision(false));
    expect(await getCount(ctx(), id)).toMatchObject({ status: 'refused' });
    await enter(id, { [router]: null });
    expect(await enter(id, { [router]: 9 })).toMatchObject({ status: 'counting', differences: 0 });
    expect(await submit(id)).toMatchObject({ status: 'posted' });
  });

  test('is refused when it leaves less than is reserved, or missing units have serial numbers', async () => {
    const { id } = await begin();
    await enter(id, { [router]: 1 });
    await transact(ctx(), (tx) =>
      moveStock(tx, [
        {
          equipmentId: router,
          date: tx.today,
          kind: 'reserve',
          quantity: 0,
          reserved: 2,
          source: 'test',
          sourceId: id,
          reference: '',
        },
      ]),
    );
    await expect(submit(id)).rejects.toMatchObject({ code: 'stockCount.reserved' });
    const serials = ['A', 'B'];
    const onu = await addItem(ctx(), {
      categoryId: category,
      isSerialised: true,
      quantityInStock: 2,
      serials,
    });
    const second = await begin();
    await enter(second.id, { [onu.id]: 1 });
    await expect(submit(second.id)).rejects.toMatchObject({ code: 'stockCount.serials' });
  });

  test('refuses items of others, items twice, outdated forms, and what its status does not allow', async () => {
    const count = await begin();
    const [line] = [{ equipmentId: router, counted: 1 }];
    const foreign = { equipmentId: 99_999, counted: 1 };
    const send = (lines: (typeof line)[], version?: number) =>
      enterCount(ctx(), count.id, { lines, version });
    await expect(send([line, foreign])).rejects.toMatchObject({
      fields: { 'lines.1.equipmentId': 'This item does not belong to the count.' },
    });
    await expect(send([line, line])).rejects.toMatchObject({
      fields: { 'lines.1.equipmentId': 'This item is entered twice.' },
    });
    await expect(send([line], 99)).rejects.toMatchObject({ code: 'stockCount.stale' });
    await expect(submit(count.id)).rejects.toMatchObject({ code: 'stockCount.nothingCounted' });
    await send([line]);
    await submit(count.id);
    await expect(send([line])).rejects.toMatchObject({
      code: 'stockCount.status',
      message: `${count.countId} is waiting for acceptance.`,
    });
    expect(await cancelCount(ctx(), count.id)).toMatchObject({ status: 'cancelled' });
    expect(await listWaiting(ctx(), {})).toEqual([]);
    await expect(cancelCount(ctx(), count.id)).rejects.toMatchObject({ code: 'stockCount.status' });
    await expect(getCount(ctx(), 99_999)).rejects.toMatchObject({ kind: 'notFound' });
  });
});

describe('a decision', () => {
  test('needs the permission and another person', async () => {
    const { id } = await begin(operations);
    await enter(id, { [router]: 9 });
    await submit(id, operations);
    const approval = await waiting();
    await expect(decideApproval(ctx(counter), approval, decision(true))).rejects.toMatchObject({
      kind: 'forbidden',
      message: 'Access Denied: your role (Manager) may not adjust stock and accept counts.',
    });
    const own = { code: 'approval.ownRequest' };
    await expect(decideApproval(ctx(operations), approval, decision(true))).rejects.toMatchObject(
      own,
    );
    await expect(decideApproval(ctx(operations), approval, decision(false))).rejects.toMatchObject(
      own,
    );
    const [mine] = await listWaiting(ctx(operations), {});
    expect(mine).toMatchObject({
      deciders: ['Ann Wani'],
      mayDecide: false,
      refusal: 'You asked for this yourself: another person must decide on it.',
    });
    expect(await countWaiting(ctx(operations))).toEqual({ count: 0 });
    expect(await countWaiting(ctx(admin))).toEqual({ count: 1 });
    expect(await listWaiting(ctx(counter), { mine: true })).toEqual([]);
    await expect(decideApproval(ctx(admin), 99_999, decision(true))).rejects.toMatchObject({
      kind: 'notFound',
    });
  });

  test('of whoever began the count is refused, though another asked', async () => {
    const { id } = await begin(operations);
    await enter(id, { [router]: 9 });
    await submit(id, counter);
    await expect(
      decideApproval(ctx(operations), await waiting(), decision(true)),
    ).rejects.toMatchObject({ code: 'approval.ownRequest' });
  });

  test('of a sole administrator is recorded as such', async () => {
    const { id } = await begin(operations);
    await enter(id, { [router]: 9 });
    await submit(id, operations);
    const approval = await waiting();
    await sql`update users set is_active = false where id = ${admin.userId}`.execute(app.db);
    try {
      expect(await countWaiting(ctx(operations))).toEqual({ count: 1 });
      // Nobody else could: the requester decides (decision 34).
      expect(await listWaiting(ctx(counter), {})).toMatchObject([{ deciders: ['Peter Lado'] }]);
      expect(await decideApproval(ctx(operations), approval, decision(true))).toMatchObject({
        status: 'accepted',
        isSole: true,
      });
    } finally {
      await sql`update users set is_active = true where id = ${admin.userId}`.execute(app.db);
    }
    const { rows } = await sql<{ action: string }>`select action from audit_log
      where entity = 'approval' and entity_id = ${String(approval)} order by id`.execute(app.db);
    expect(rows.map(({ action }) => action)).toEqual(['approval.request', 'approval.accept']);
  });

  test('of the shell on what the shell asked for needs another person too', async () => {
    const { id } = await begin();
    await enter(id, { [router]: 9 });
    await submitCount(ctx(), id, { reason: 'x' });
    const approval = await waiting();
    await expect(decideApproval(ctx(), approval, decision(true))).rejects.toMatchObject({
      code: 'approval.ownRequest',
    });
    await decideApproval(ctx(admin), approval, decision(true));
  });

  test('by two at once is made once', async () => {
    await submitted({ [router]: 9 });
    const approval = await waiting();
    const results = await Promise.allSettled([
      decideApproval(ctx(admin), approval, decision(true)),
      decideApproval(ctx(operations), approval, decision(true)),
    ]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await onHand(router)).toBe(9);
  });

  test('is not possible after 30 days, and the job gives up what was asked for', async () => {
    const { id } = await submitted({ [router]: 9 });
    const approval = await waiting();
    expect(await expireWaiting(ctx())).toBe('Nothing');
    app.time.set('2026-12-23T08:00:00Z');
    expect(await listWaiting(ctx(admin), {})).toEqual([]);
    await expect(decideApproval(ctx(admin), approval, decision(true))).rejects.toMatchObject({
      code: 'approval.expired',
    });
    expect(await expireWaiting(ctx({ kind: 'system', job: 'approvals.expire' }))).toBe(
      '1 requests expired',
    );
    expect(await getCount(ctx(), id)).toMatchObject({ status: 'refused' });
    expect(await expireWaiting(ctx())).toBe('Nothing');
  });

  test('waits once for a record, until it is withdrawn', async () => {
    const request = {
      ...{ kind: 'supplier_bill' as const, entity: 'supplierBill', entityId: 7, record: 'BILL-7' },
      ...{ summary: 'x', amountUsd: cents(100), reason: 'y' },
    };
    const ask = () => transact(ctx(staff('billing')), (tx) => requestApproval(tx, request));
    await ask();
    await expect(ask()).rejects.toMatchObject({ code: 'approval.waiting' });
    await transact(ctx(), (tx) => withdraw(tx, 'supplier_bill', 7));
    await transact(ctx(), (tx) => withdraw(tx, 'supplier_bill', 7));
    expect(await ask()).toMatchObject({ status: 'waiting' });
    await transact(ctx(), (tx) => withdraw(tx, 'supplier_bill', 7));
  });
});
