import { actingAs, userIdOf } from '@nimule/fixtures/testing/accounts';
import { fillSafe } from '@nimule/fixtures/testing/cash';
import { unsoundAfter } from '@nimule/fixtures/testing/databases/damage';
import { refusal } from '@nimule/fixtures/testing/ledger';
import { contextOf, createTestApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { leaf } from '../accounting/chart.ts';
import { credit, debit, inPounds } from '../accounting/rules.ts';
import { runChecks } from '../accounting/service-check.ts';
import { post } from '../accounting/service-post.ts';
import { type Ctx, createContext, transact } from '../context.ts';
import { cents, sspToUsd } from '../kernel/money.ts';
import { updateRate } from '../rates/service.ts';
import { cashFindings, tillChecks } from '../reports/checks/queries-till.ts';
import { denominations, type TillCountInput, type TillCurrency } from './schema.ts';
import { getOwnTill, getTill } from './service.ts';
import { takeCash } from './service-cash.ts';
import { acceptTill, countTill } from './service-close.ts';
import { listTills, listUnclosedTills, tillReport } from './service-list.ts';
import { openTill } from './service-open.ts';

const RATE = cents(130_000);
const allChecks = [...tillChecks, ...cashFindings];

let app: TestApp;
let clerk: Ctx;
let manager: Ctx;
let support: Ctx;
let document = 0;

beforeAll(async () => {
  app = await createTestApp('2026-11-23T08:00:00Z');
  clerk = await actingAs(app, 'billing');
  manager = await actingAs(app, 'manager');
  support = await actingAs(app, 'support');
  await updateRate(contextOf(app), { rate: RATE });
  await fillSafe(app, { usd: 100_000, ssp: 10_000_000 });
});
afterAll(() => app.close());

const failed = async () =>
  (await runChecks(contextOf(app), allChecks)).checks.filter(({ isSound }) => !isSound);

/** A cash document: posted, and in the till of the caller. */
function cashDocument(ctx: Ctx, currency: TillCurrency, amount: number): Promise<unknown> {
  document += 1;
  const sourceId = document;
  const money = currency === 'USD' ? leaf.cashOnHand : leaf.cashOnHandSsp;
  const size = cents(Math.abs(amount));
  const usd = currency === 'USD' ? size : sspToUsd(size, RATE);
  const [ofCash, ofOther] = amount > 0 ? [debit, credit] : [credit, debit];
  const line = ofCash(money, usd);
  const lines = [
    currency === 'SSP' ? inPounds(line, size) : line,
    ofOther(leaf.otherServices, usd),
  ];
  return transact(ctx, async (tx) => {
    const kind = amount > 0 ? ('payment' as const) : ('refund' as const);
    const entry = { source: 'test', sourceId, reference: `T-${sourceId}` };
    const posting = { ...entry, date: tx.today, description: 'Test', revision: 1, lines };
    await post(tx, [await takeCash(tx, posting, { kind, reference: entry.reference })]);
  });
}

/** The fewest notes and coins of an amount, cents of the currency. */
function pieces(currency: TillCurrency, amount: number): TillCountInput['pieces'] {
  let left = amount;
  return denominations[currency].flatMap((value) => {
    const count = Math.floor(left / value);
    left -= count * value;
    return count > 0 ? [{ currency, denomination: cents(value), pieces: count }] : [];
  });
}
const counted = (usd: number, ssp = 0, note?: string): TillCountInput => ({
  pieces: [...pieces('USD', usd), ...pieces('SSP', ssp)],
  ...(note ? { note } : {}),
});
async function linesOf(tillId: number) {
  const { rows } = await app.pool.query(
    `select l.account_code as account, l.debit_cents as debit, l.credit_cents as credit, l.ssp_cents as ssp
     from journal_entries e join journal_lines l on l.entry_id = e.id
     where e.source = 'till.difference' and e.source_id = $1 order by l.line_no`,
    [tillId],
  );
  return rows;
}

describe('a till', () => {
  test('is opened once by a user, even twice at the same moment, and not by the shell', async () => {
    const both = await Promise.allSettled([
      openTill(clerk, { floatUsd: cents(5000), floatSsp: cents(100_000) }),
      openTill(clerk, { floatUsd: cents(5000), floatSsp: cents(100_000) }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { kind: 'conflict', code: 'till.alreadyOpen' },
    });
    await expect(openTill(clerk, {})).rejects.toMatchObject({
      message: 'Your till is already open (TILL-2026-0001).',
    });
    await expect(openTill(contextOf(app), {})).rejects.toMatchObject({ code: 'till.noUser' });
    const { till } = await getOwnTill(clerk);
    expect(till).toMatchObject({
      status: 'open',
      cashUsd: 5000,
      cashSsp: 100_000,
      mayAccept: false,
    });
    expect(await getOwnTill(support)).toEqual({ till: null });
  });

  test('is counted with its difference posted, and needs a note for it', async () => {
    await cashDocument(clerk, 'USD', 10_000);
    await cashDocument(clerk, 'SSP', 500_000);
    await cashDocument(clerk, 'USD', -3000);
    const { id } = (await getOwnTill(clerk)).till!;
    await expect(countTill(clerk, id, counted(11_800, 650_000))).rejects.toMatchObject({
      fields: {
        note: 'The till is short by $2.00 and over by SSP 500. Say why in the note, or count again.',
      },
    });
    const twice = [...pieces('USD', 100), ...pieces('USD', 100)];
    await expect(countTill(clerk, id, { pieces: twice })).rejects.toMatchObject({
      fields: { 'pieces.1.denomination': '$1.00 is counted twice.' },
    });
    const odd = { currency: 'USD', denomination: cents(300), pieces: 1 } as const;
    await expect(countTill(clerk, id, { pieces: [odd] })).rejects.toMatchObject({
      fields: { 'pieces.0.denomination': 'There is no note or coin of $3.00.' },
    });
    await expect(countTill(support, id, counted(12_000, 600_000))).rejects.toMatchObject({
      kind: 'forbidden',
    });
    await expect(
      countTill(clerk, id, { ...counted(12_000, 600_000), version: 9 }),
    ).rejects.toMatchObject({ code: 'till.stale' });
    const till = await countTill(clerk, id, counted(11_800, 650_000, 'Change given wrongly'));
    expect(till).toMatchObject({
      ...{ status: 'counted', expectedUsd: 12_000, expectedSsp: 600_000, countedUsd: 11_800 },
      ...{ differenceUsd: -200, differenceSsp: 50_000, cashUsd: 11_800, cashSsp: 650_000 },
      ...{ mayAccept: false, refusal: expect.stringContaining('your own till') },
    });
    expect(till.counts[0]).toEqual({ currency: 'USD', denomination: 10_000, pieces: 1 });
    expect(await linesOf(id)).toEqual([
      { account: '5650', debit: 200, credit: 0, ssp: null },
      { account: '1110', debit: 0, credit: 200, ssp: null },
      { account: '1160', debit: 38, credit: 0, ssp: 50_000 },
      { account: '5650', debit: 0, credit: 38, ssp: null },
    ]);
    await expect(countTill(clerk, id, counted(0))).rejects.toMatchObject({ code: 'till.counted' });
    expect(await failed()).toEqual([]);
  });

  test('is accepted by another person, and is empty then', async () => {
    const { id } = (await getOwnTill(clerk)).till!;
    await expect(acceptTill(clerk, id)).rejects.toMatchObject({
      message: 'This is your own till: another person must accept its hand-over.',
    });
    expect(await getTill(manager, id)).toMatchObject({ mayAccept: true, refusal: '' });
    const till = await acceptTill(manager, id);
    expect(till).toMatchObject({ status: 'accepted', cashUsd: 0, cashSsp: 0, isSole: false });
    await expect(acceptTill(manager, id)).rejects.toMatchObject({ code: 'till.accepted' });
    expect(await getOwnTill(clerk)).toEqual({ till: null });
    expect(await failed()).toEqual([]);
  });

  test('of another user is seen and counted with till.manage alone', async () => {
    const { id } = await openTill(support, { floatUsd: cents(100) });
    await expect(getTill(manager, id)).resolves.toMatchObject({ cashUsd: 100 });
    await expect(getTill(await actingAs(app, 'technician'), id)).rejects.toMatchObject({
      kind: 'forbidden',
    });
    await expect(acceptTill(manager, id)).rejects.toMatchObject({ code: 'till.notCounted' });
    // The user is absent.
    const till = await countTill(manager, id, counted(100));
    expect(till).toMatchObject({ differenceUsd: 0, differenceSsp: 0 });
    expect(till.countedBy).not.toBe(till.userName);
    expect(await linesOf(id)).toEqual([]);
    await acceptTill(manager, id);
  });

  test('of another user, counted with a difference, is accepted by a third person', async () => {
    const { id } = await openTill(support, { floatUsd: cents(500) });
    await countTill(manager, id, counted(200, 0, 'Less was there'));
    const message =
      'You counted this till with a difference: another person must accept its hand-over.';
    expect(await getTill(manager, id)).toMatchObject({ mayAccept: false, refusal: message });
    await expect(acceptTill(manager, id)).rejects.toMatchObject({ code: 'till.ownCount', message });
    expect(await acceptTill(clerk, id)).toMatchObject({ status: 'accepted', isSole: false });
    const other = await openTill(clerk, { floatUsd: cents(500) });
    await countTill(manager, other.id, counted(200, 0, 'Less was there'));
    const ids = [userIdOf(clerk), userIdOf(manager)];
    await app.pool.query('update users set is_active = (id = any($1))', [ids]);
    await expect(acceptTill(clerk, other.id)).rejects.toMatchObject({ code: 'till.own' });
    expect(await acceptTill(manager, other.id)).toMatchObject({ isSole: true });
    await app.pool.query('update users set is_active = true');
    expect(await failed()).toEqual([]);
  });

  test('of the only one who may accept tills is accepted by that user, which is recorded', async () => {
    const { id } = await openTill(clerk, { floatUsd: cents(100) });
    await countTill(clerk, id, counted(100));
    await app.pool.query('update users set is_active = (id = $1)', [userIdOf(clerk)]);
    expect(await getTill(clerk, id)).toMatchObject({ mayAccept: true });
    expect(await acceptTill(clerk, id)).toMatchObject({ isSole: true });
    await app.pool.query('update users set is_active = true');
  });

  test('that is not closed is listed from the next day on, and one that waits at once', async () => {
    const waiting = await openTill(clerk, {});
    await countTill(clerk, waiting.id, { pieces: [] });
    const open = await openTill(clerk, {});
    expect(await listUnclosedTills(manager)).toMatchObject({
      open: [],
      waiting: [{ id: waiting.id }],
    });
    app.time.set('2026-11-24T08:00:00Z');
    const later = createContext(app, manager.actor);
    expect(await listUnclosedTills(later)).toMatchObject({ open: [{ id: open.id }] });
    const found = await listTills(later, { q: 'till-2026-0001', total: true });
    expect(found).toMatchObject({
      total: 1,
      rows: [{ differenceUsd: -200, userName: waiting.userName }],
    });
    expect((await listTills(later, { status: 'open' })).rows).toHaveLength(1);
    await acceptTill(manager, waiting.id);
    await countTill(clerk, open.id, { pieces: [] });
    await acceptTill(manager, open.id);
    app.time.set('2026-11-23T08:00:00Z');
  });

  test('takes no cash while it is counted, or counts it', async () => {
    const { id } = await openTill(clerk, { floatUsd: cents(1000) });
    const [result] = await Promise.allSettled([
      countTill(clerk, id, counted(1000, 0, 'One payment came meanwhile')),
      ...Array.from({ length: 8 }, () => cashDocument(clerk, 'USD', 100)),
    ]);
    expect(result!.status).toBe('fulfilled');
    const till = await getTill(clerk, id);
    const taken = till.sums.find(({ kind }) => kind === 'payment')?.amount ?? 0;
    expect(till).toMatchObject({ expectedUsd: 1000 + taken, cashUsd: 1000 });
    expect(await failed()).toEqual([]);
    const accepted = await Promise.allSettled([acceptTill(manager, id), acceptTill(manager, id)]);
    expect(accepted.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  test('has a day report', async () => {
    const { filename, contentType, body } = await tillReport(clerk, 1);
    expect([filename, contentType]).toEqual(['TILL-2026-0001.pdf', 'application/pdf']);
    expect((body as Buffer).subarray(0, 5).toString()).toBe('%PDF-');
  });

  test('in random sequences holds what the model holds, and the checks stay sound', async () => {
    const step = fc.record({
      currency: fc.constantFrom('USD' as const, 'SSP' as const),
      amount: fc.integer({ min: -40, max: 60 }).filter((amount) => amount !== 0),
    });
    const run = fc.record({
      steps: fc.array(step, { maxLength: 8 }),
      missing: fc.integer({ min: -3, max: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(run, async ({ steps, missing }) => {
        const { id } = await openTill(clerk, { floatUsd: cents(500), floatSsp: cents(20_000) });
        const model = { USD: 500, SSP: 20_000 };
        for (const { currency, amount } of steps) {
          const size = amount * (currency === 'USD' ? 100 : 10_000);
          if (model[currency] + size < 0) {
            await expect(cashDocument(clerk, currency, size)).rejects.toMatchObject({
              code: 'till.short',
            });
            continue;
          }
          await cashDocument(clerk, currency, size);
          model[currency] += size;
        }
        expect(await getTill(clerk, id)).toMatchObject({ cashUsd: model.USD, cashSsp: model.SSP });
        const [usd, ssp] = [
          Math.max(0, model.USD + missing * 100),
          Math.max(0, model.SSP - missing * 100),
        ];
        const till = await countTill(clerk, id, counted(usd, ssp, 'Found so'));
        expect(till).toMatchObject({
          differenceUsd: usd - model.USD,
          differenceSsp: ssp - model.SSP,
        });
        await acceptTill(manager, id);
      }),
      { numRuns: Number(process.env.NIMULE_PROPERTY_RUNS ?? 8) },
    );
    expect(await failed()).toEqual([]);
  });
});

describe('the database itself', () => {
  const movement = (till: string, kind: string, amount: number) =>
    `insert into cash_movements (till_id, kind, currency, amount_cents, source, source_id, created_at, created_by)
     values (${till}, '${kind}', 'USD', ${amount}, 'raw', 1, now(), 'raw')`;
  const opening = (columns: string, values: string) =>
    `insert into tills (till_number, user_id, user_name, opened_on, opened_at ${columns})
     values ('RAW', ${values})`;
  const open = `(select max(id) from tills where status = 'open')`;
  let counting: number;

  beforeAll(async () => {
    counting = (await openTill(support, { floatUsd: cents(300) })).id;
    await countTill(support, counting, counted(300));
    await openTill(support, { floatUsd: cents(100) });
  });

  test.each([
    ['update cash_movements set amount_cents = 1', 'cash_movements_append_only'],
    ['delete from cash_movements', 'cash_movements_append_only'],
    ['truncate cash_movements', 'cash_movements_append_only'],
    [movement('1', 'payment', 100), 'cash_movements_till_open'],
    [movement('1', 'handover', -100), 'cash_movements_till_open'],
    [movement(open, 'handover', -100), 'cash_movements_till_open'],
    [movement(open, 'payment', -1), 'cash_movements_sign'],
    [movement(open, 'refund', 1), 'cash_movements_sign'],
    [movement(open, 'payment', 0), 'cash_movements_amount_cents_check'],
    [movement(open, 'refund', -101), 'tills_cash'],
    [`update tills set usd_cents = 1 where status = 'open'`, 'tills_cash_from_movements'],
    [`update tills set float_usd_cents = 1`, 'tills_evidence'],
    [`update tills set status = 'open', counted_at = null where id = 1`, 'tills_forward'],
    [`update tills set counted_usd_cents = 1 where id = 1`, 'tills_forward'],
    [
      `update tills set status = 'accepted', accepted_at = now() where status = 'open'`,
      'tills_forward',
    ],
    [
      `update tills set status = 'accepted', accepted_at = now() where status = 'counted'`,
      'tills_accepted_cash',
    ],
    [
      `update tills set status = 'counted', counted_at = now() where status = 'open'`,
      'tills_count',
    ],
    ['delete from tills', 'tills_kept'],
    ['truncate tills cascade', 'tills_kept'],
    ['delete from till_counts', 'tills_kept'],
    [
      opening('', `(select max(user_id) from tills where status = 'open'), 'x', now(), now()`),
      'tills_open',
    ],
    [opening(', usd_cents', `99, 'x', now(), now(), 5`), 'tills_cash_from_movements'],
  ])('refuses %s', async (statement, constraint) => {
    expect((await refusal(app.pool.query(statement))).constraint).toBe(constraint);
  });

  test('refuses an acceptance by the own user', async () => {
    const work = app.db.transaction().execute(async (trx) => {
      await sql.raw(movement(String(counting), 'handover', -300)).execute(trx);
      await sql
        .raw(
          `update tills set status = 'accepted', accepted_at = now(), accepted_by_id = user_id where id = ${counting}`,
        )
        .execute(trx);
    });
    expect((await refusal(work)).constraint).toBe('tills_second_person');
  });

  test('is checked from the movements and the ledger, whoever changed it', async () => {
    const checked = (...damage: string[]) =>
      unsoundAfter(
        app,
        damage,
        async (db) => (await runChecks({ ...contextOf(app), db }, allChecks)).checks,
        ['tills', 'cash_movements', 'till_counts', 'journal_lines', 'journal_entries'],
      );
    const [cash, counts, lines, , differences, , held] = allChecks.map(({ name }) => name);
    const more = await checked(`update tills set usd_cents = usd_cents + 1 where status = 'open'`);
    expect(more).toEqual({
      [cash!]: expect.stringMatching(
        /^TILL-2026-\d+ \(open, USD\): cash 1\.01, movements 1\.00; float 1\.00/,
      ),
    });
    const changed = await checked(
      `update cash_movements set amount_cents = amount_cents + 100 where source = 'test' and source_id = 1`,
    );
    expect(Object.keys(changed)).toEqual([cash, lines]);
    expect(changed[lines!]).toBe('test 1 T-1 (USD): in the till 101.00, posted 100.00');
    const above = await checked(
      'alter table account_months disable trigger user',
      `delete from account_months where account_code = '1110'`,
    );
    expect(above[held!]).toBe('Tills hold USD 4.00, account 1110 0.00');
    const unmoved = await checked(
      `delete from cash_movements where source = 'test' and source_id = 1`,
    );
    expect(unmoved[lines!]).toMatch(/^JE-2026-\d+ \(USD\): in the till 0\.00, posted 100\.00$/);
    expect(Object.keys(await checked('delete from till_counts'))).toEqual([counts]);
    const unposted = await checked(
      `update journal_entries set source_id = 999 where source = 'till.difference' and source_id = 1`,
    );
    expect(Object.keys(unposted)).toEqual([lines, differences]);
    expect(unposted[differences!]).toContain('TILL-2026-0001 (USD): difference -2.00, posted 0.00');
  });
});
