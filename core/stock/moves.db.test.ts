import { unsoundAfter } from '@nimule/fixtures/testing/databases/damage';
import { refusal } from '@nimule/fixtures/testing/ledger';
import { addItem } from '@nimule/fixtures/testing/stock';
import { contextOf, createTestApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runChecks } from '../accounting/service-check.ts';
import { type Ctx, transact } from '../context.ts';
import { isoDate } from '../kernel/dates.ts';
import { cents } from '../kernel/money.ts';
import { stockChecks } from '../reports/stock/queries-check.ts';
import {
  changeProblem,
  EMPTY_LEVEL,
  type Level,
  levelAfter,
  type MoveInput,
  valueOfChange,
} from './rules-moves.ts';
import { moveStock, moveUnits, receiveUnits } from './service-moves.ts';

let app: TestApp;
let ctx: Ctx;
let source = 0;
/** Posted opening stock, which the damage is done to. */
let item: number;

beforeAll(async () => {
  app = await createTestApp('2026-11-23T08:00:00Z');
  ctx = contextOf(app);
  item = (await addItem(ctx, { quantityInStock: 10 })).id;
});
afterAll(() => app.close());

type Sent = Partial<MoveInput> & Pick<MoveInput, 'quantity'>;
function input(equipmentId: number, sent: Sent): MoveInput {
  source += 1;
  const document = { source: 'test', sourceId: source, reference: '', kind: 'receipt' as const };
  return { equipmentId, date: isoDate('2026-11-23'), ...document, ...sent };
}
const move = (equipmentId: number, sent: Sent) =>
  transact(ctx, (tx) => moveStock(tx, [input(equipmentId, sent)]));
const failed = async () => {
  const checks = await runChecks(ctx, stockChecks.slice(0, 2));
  return checks.checks.filter(({ isSound }) => !isSound);
};
async function levelOf(id: number): Promise<Level | undefined> {
  const { rows } =
    await sql<Level>`select on_hand as "onHand", reserved, value_cents as value, last_date as "lastDate"
    from stock_levels where equipment_id = ${id}`.execute(app.db);
  return rows[0];
}

describe('moves', () => {
  test('of several items apply in order, and name the item that is short', async () => {
    const [one, two] = [(await addItem(ctx)).id, (await addItem(ctx)).id];
    const applied = await transact(ctx, (tx) =>
      moveStock(tx, [
        input(two, { quantity: 3, valueUsd: cents(100) }),
        input(one, { quantity: 1, valueUsd: cents(7) }),
        input(two, { quantity: -2, kind: 'sale' }),
        input(two, { quantity: -1, kind: 'sale' }),
      ]),
    );
    expect(applied.map(({ valueUsd }) => valueUsd)).toEqual([100, 7, -67, -33]);
    expect(await levelOf(two)).toMatchObject({ onHand: 0, value: 0 });
    const short = transact(ctx, (tx) =>
      moveStock(tx, [input(one, { quantity: -1 }), input(two, { quantity: -1 })]),
    );
    await expect(short).rejects.toMatchObject({
      code: 'stock.insufficient',
      message: expect.stringMatching(/^EQ-\d+: Insufficient stock! Available: 0$/),
    });
    await expect(move(one, { quantity: -2 })).rejects.toMatchObject({
      message: 'Insufficient stock! Available: 1',
    });
    await expect(move(99_999, { quantity: 1 })).rejects.toMatchObject({ kind: 'notFound' });
    expect(await failed()).toEqual([]);
  });

  test('are made once by a document, and lines of one document are numbered', async () => {
    const { id } = await addItem(ctx);
    const document = { source: 'test.once', sourceId: 1 };
    const both = () =>
      transact(ctx, (tx) =>
        moveStock(tx, [
          input(id, { quantity: 1, ...document }),
          input(id, { quantity: 2, ...document }),
        ]),
      );
    expect((await both()).map(({ lineNo }) => lineNo)).toEqual([1, 2]);
    await expect(both()).rejects.toMatchObject({ kind: 'conflict', code: 'stock.alreadyMoved' });
    expect(await levelOf(id)).toMatchObject({ onHand: 3 });
  });

  test('in random sequences keep the level of the model, its average and the checks', async () => {
    const step = fc.record({
      quantity: fc.integer({ min: -6, max: 8 }),
      valueUsd: fc.integer({ min: 0, max: 100_000 }).map(cents),
      reserved: fc.integer({ min: -3, max: 3 }),
      day: fc.integer({ min: 20, max: 23 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 10 }), async (steps) => {
        const { id, equipmentId } = await addItem(ctx);
        let model = EMPTY_LEVEL;
        for (const { day, ...change } of steps) {
          const made = { ...change, date: isoDate(`2026-11-${day}`) };
          if (made.quantity === 0 && made.reserved === 0) continue;
          const problem = changeProblem(equipmentId, model, made);
          if (problem) {
            await expect(move(id, made)).rejects.toMatchObject({ message: problem.message });
          } else {
            await move(id, made);
            model = levelAfter(model, made, valueOfChange(model, made));
          }
        }
        expect((await levelOf(id)) ?? EMPTY_LEVEL).toEqual(model);
      }),
      { numRuns: Number(process.env.NIMULE_PROPERTY_RUNS ?? 15) },
    );
    expect(await failed()).toEqual([]);
  });

  test('fifty reservations at once of thirty units give thirty', async () => {
    const { id } = await addItem(ctx);
    await move(id, { quantity: 30, valueUsd: cents(3_000) });
    const results = await Promise.allSettled(
      Array.from({ length: 50 }, () => move(id, { kind: 'reserve', quantity: 0, reserved: 1 })),
    );
    const done = results.filter(({ status }) => status === 'fulfilled');
    const reasons = results.flatMap((one) =>
      one.status === 'rejected' ? [one.reason.message] : [],
    );
    expect(done).toHaveLength(30);
    expect(new Set(reasons)).toEqual(new Set(['Insufficient stock! Available: 0']));
    expect(await levelOf(id)).toMatchObject({ onHand: 30, reserved: 30 });
  });

  test('of two documents with the same items in other orders both succeed', async () => {
    const ids = [(await addItem(ctx)).id, (await addItem(ctx)).id];
    for (const id of ids) await move(id, { quantity: 50, valueUsd: cents(500) });
    const take = (order: readonly number[]) =>
      transact(ctx, (tx) =>
        moveStock(
          tx,
          order.map((id) => input(id, { quantity: -1 })),
        ),
      );
    await Promise.all(Array.from({ length: 10 }, (_, n) => take(n % 2 ? ids : ids.toReversed())));
    for (const id of ids) expect(await levelOf(id)).toMatchObject({ onHand: 40, value: 400 });
  });
});

describe('units', () => {
  test('are received once, go back, and come again', async () => {
    const { id } = await addItem(ctx, { isSerialised: true });
    const document = { source: 'test', sourceId: 1 };
    const unit = (serial: string) => ({ equipmentId: id, serial });
    const receive = (...serials: string[]) =>
      transact(ctx, (tx) => receiveUnits(tx, serials.map(unit), document));
    const send = (from: 'stock' | 'supplier', to: 'supplier' | 'sold', ...serials: string[]) =>
      transact(ctx, (tx) => moveUnits(tx, { units: serials.map(unit), from, to, ...document }));
    await receive('A1', 'Â1', ' B2 ');
    await expect(receive('a1')).rejects.toMatchObject({
      message: 'The serial number A1 is already known: that unit is in stock.',
    });
    await expect(receive('C', 'c')).rejects.toMatchObject({ code: 'unit.serialTwice' });
    await expect(receive(' ')).rejects.toMatchObject({ code: 'unit.serialMissing' });
    await send('stock', 'supplier', 'b2');
    await expect(send('stock', 'sold', 'B2')).rejects.toMatchObject({
      message: 'The serial number B2 is not in stock: that unit is back at the supplier.',
    });
    await expect(send('stock', 'sold', 'X')).rejects.toMatchObject({
      message: 'The serial number X is unknown for this item.',
    });
    await receive('B2');
    const both = await Promise.allSettled([receive('D4'), receive('D4')]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'unit.serialKnown' },
    });
    // Of another item the same serial number is another unit.
    const other = (await addItem(ctx, { isSerialised: true })).id;
    await transact(ctx, (tx) => receiveUnits(tx, [{ equipmentId: other, serial: 'A1' }], document));
  });
});

describe('the database itself', () => {
  const insert = (
    columns: string,
  ) => `insert into stock_moves (equipment_id, move_date, kind, quantity, value_cents, reserved, source,
    source_id, created_at, created_by) values (${columns}, '2026-11-23T08:00:00Z', 'raw')`;
  const first = `(select min(id) from equipment)`;

  test.each([
    ['update stock_moves set quantity = 1', 'stock_moves_append_only'],
    ['delete from stock_moves', 'stock_moves_append_only'],
    ['truncate stock_moves cascade', 'stock_moves_append_only'],
    ['update stock_levels set on_hand = 1', 'stock_levels_from_moves'],
    ['delete from stock_levels', 'stock_levels_from_moves'],
    ['truncate stock_levels', 'stock_levels_from_moves'],
    [
      `insert into stock_levels (equipment_id, last_date) values (${first}, now())`,
      'stock_levels_from_moves',
    ],
    [insert(`${first}, '2026-11-23', 'sale', -99, -1, 0, 'raw', 1`), 'stock_levels_on_hand_check'],
    [insert(`${first}, '2026-11-23', 'sale', -10, -1, 0, 'raw', 1`), 'stock_levels_value'],
    [
      insert(`${first}, '2026-11-23', 'sale', -1, -99999, 0, 'raw', 1`),
      'stock_levels_value_cents_check',
    ],
    [insert(`${first}, '2026-11-23', 'sale', -1, 1, 0, 'raw', 1`), 'stock_moves_sign'],
    [insert(`${first}, '2026-11-23', 'reserve', 0, 0, 11, 'raw', 1`), 'stock_levels_reserved'],
    [insert(`${first}, '2026-11-23', 'release', 0, 0, -1, 'raw', 1`), 'stock_levels_reserved'],
    [insert(`${first}, '2026-11-23', 'sale', 0, 0, 0, 'raw', 1`), 'stock_moves_something'],
    [insert(`${first}, '2026-11-22', 'receipt', 1, 0, 0, 'raw', 1`), 'stock_moves_in_order'],
  ])('refuses %s', async (statement, constraint) => {
    expect((await refusal(app.pool.query(statement))).constraint).toBe(constraint);
  });

  test('is checked from the moves, whoever changed it', async () => {
    const checked = (...damage: string[]) =>
      unsoundAfter(
        app,
        damage,
        async (db) => (await runChecks({ ...ctx, db }, stockChecks)).checks,
        ['stock_moves', 'stock_levels'],
      );
    const names = stockChecks.map(({ name }) => name);
    const lower = `update stock_levels set on_hand = on_hand - 1 where equipment_id = ${item}`;
    expect(Object.keys(await checked(lower))).toEqual(expect.arrayContaining([names[0]]));
    const found = await checked(
      `update stock_moves set value_cents = 9000 where equipment_id = ${item} and source = 'stock.opening'`,
    );
    expect(found[names[0]!]).toContain(
      'EQ-001: level 10 units, 0 reserved, 100.00; moves 10 units, 0 reserved, 90.00',
    );
    expect(found[names[2]!]).toMatch(/^Stock .*, account 1410 100\.00$/);
    expect(found[names[3]!]).toMatch(/^stock.opening \d+: moved 90.00, posted 100.00$/);
    const overdrawn = await checked(
      'alter table stock_levels drop constraint stock_levels_reserved',
      `update stock_levels set reserved = 11 where equipment_id = ${item}`,
    );
    expect(overdrawn[names[1]!]).toBe('EQ-001: 10 units, 11 reserved, 100.00');
  });
});
