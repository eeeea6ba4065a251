import { entryInput, refusal, sale } from '@nimule/fixtures/testing/ledger';
import { contextOf, createTestApp, staff, type TestApp } from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Ctx, transact } from '../context.ts';
import { isoDate, isoMonth } from '../kernel/dates.ts';
import { cents, MAX_CENTS } from '../kernel/money.ts';
import { mirrored } from './rules.ts';
import {
  listAccountMonths,
  listAccounts,
  listMonths,
  lockMonth,
  trialBalance,
  unlockMonth,
} from './service.ts';
import {
  createJournalEntry,
  getJournalEntry,
  listJournalEntries,
  reverseJournalEntry,
} from './service-journal.ts';
import { post } from './service-post.ts';

let app: TestApp;
let ctx: Ctx;

beforeAll(async () => {
  app = await createTestApp('2026-11-21T08:00:00Z');
});
afterAll(() => app.close());
beforeEach(() => {
  app.time.set('2026-11-21T08:00:00Z');
  ctx = contextOf(app, staff('billing'));
});

async function lastAudit() {
  const { rows } = await app.pool.query(
    'select action, entity, entity_id, actor_name, summary, before, after from audit_log order by id desc limit 1',
  );
  return rows[0];
}

describe('createJournalEntry', () => {
  it('posts, numbers, and tells the audit log', async () => {
    const entry = await createJournalEntry(ctx, {
      ...entryInput('2026-11-20', [
        ['1110', 70_000, 0],
        ['1120', 30_050, 0],
        ['4510', 0, 100_050],
      ]),
      description: 'Cabling for a hotel',
      reference: 'H-7',
      totalDebit: 1,
      totalCredit: 'nonsense',
    });
    expect(entry).toMatchObject({
      entryId: expect.stringMatching(/^JE-2026-\d{6}$/),
      entryDate: '2026-11-20',
      description: 'Cabling for a hotel',
      reference: 'H-7',
      totalDebit: 100_050,
      totalCredit: 100_050,
      isBalanced: true,
      status: 'posted',
      source: 'manual',
      sourceId: entry.id,
      reversalOf: null,
      reversedBy: null,
      createdBy: 'Test billing',
    });
    expect(entry.lines).toEqual([
      expect.objectContaining({
        lineNo: 1,
        accountCode: '1110',
        accountName: 'Cash on Hand',
        debitAmount: 70_000,
        creditAmount: 0,
      }),
      expect.objectContaining({
        lineNo: 2,
        accountCode: '1120',
        accountName: 'Bank - Main',
        debitAmount: 30_050,
        creditAmount: 0,
      }),
      expect.objectContaining({
        lineNo: 3,
        accountCode: '4510',
        accountName: 'Other Services',
        debitAmount: 0,
        creditAmount: 100_050,
      }),
    ]);
    expect(await getJournalEntry(ctx, entry.id)).toEqual(entry);
    expect(await lastAudit()).toMatchObject({
      action: 'journal.post',
      entity: 'entry',
      entity_id: String(entry.id),
      actor_name: 'Test billing',
      summary: `${entry.entryId} Cabling for a hotel, $1,000.50`,
      after: { entryId: entry.entryId, lines: [{ accountCode: '1110' }, {}, {}] },
    });
  });

  it('numbers each year by itself, by the date of the entry', async () => {
    const lines = [
      ['1110', 5, 0],
      ['4510', 0, 5],
    ] as const;
    const first = await createJournalEntry(ctx, entryInput('2024-03-01', lines));
    const second = await createJournalEntry(ctx, entryInput('2024-02-01', lines));
    const other = await createJournalEntry(ctx, entryInput('2025-01-01', lines));
    expect([first, second, other].map((entry) => entry.entryId)).toEqual([
      'JE-2024-000001',
      'JE-2024-000002',
      'JE-2025-000001',
    ]);
  });

  it.each([
    ['one line', [['1110', 5, 0]], 'entry.tooFewLines'],
    [
      'no account',
      [
        ['1110', 5, 0],
        ['', 0, 5],
      ],
      'entry.missingAccount',
    ],
    [
      'an unknown account',
      [
        ['1110', 5, 0],
        ['7777', 0, 5],
      ],
      'account.unknown',
    ],
    [
      'a group',
      [
        ['1100', 5, 0],
        ['4510', 0, 5],
      ],
      'account.notPostable',
    ],
    [
      'an empty line',
      [
        ['1110', 5, 0],
        ['1120', 0, 0],
        ['4510', 0, 5],
      ],
      'entry.emptyLine',
    ],
    [
      'both sides',
      [
        ['1110', 5, 5],
        ['4510', 5, 5],
      ],
      'entry.bothSides',
    ],
    [
      'a cent too much',
      [
        ['1110', 6, 0],
        ['4510', 0, 5],
      ],
      'entry.unbalanced',
    ],
  ] as const)('refuses %s and writes nothing', async (_what, lines, code) => {
    const before = await app.pool.query('select count(*)::int as n from journal_lines');
    expect(await refusal(createJournalEntry(ctx, entryInput('2026-11-20', lines)))).toMatchObject({
      kind: 'rule',
      code,
    });
    const after = await app.pool.query('select count(*)::int as n from journal_lines');
    expect(after.rows).toEqual(before.rows);
  });

  it('refuses dates out of reach and locked months', async () => {
    const lines = [
      ['1110', 5, 0],
      ['4510', 0, 5],
    ] as const;
    for (const date of ['1999-12-31', '2027-11-22']) {
      expect(await refusal(createJournalEntry(ctx, entryInput(date, lines)))).toMatchObject({
        kind: 'rule',
        code: 'entry.date',
        fields: { date: expect.any(String) },
      });
    }
    await lockMonth(ctx, isoMonth('2026-07'));
    const locked = await refusal(createJournalEntry(ctx, entryInput('2026-07-31', lines)));
    expect(locked).toMatchObject({ kind: 'rule', code: 'month.locked' });
    await unlockMonth(ctx, isoMonth('2026-07'));
    await createJournalEntry(ctx, entryInput('2026-07-31', lines));
  });
});

describe('reverseJournalEntry', () => {
  const make = (date = '2026-11-10') =>
    createJournalEntry(
      ctx,
      entryInput(
        date,
        [
          ['1110', 900, 0],
          ['4510', 0, 900],
        ],
        { reference: 'R-1' },
      ),
    );

  it('posts the mirror once, today', async () => {
    const entry = await make();
    const reversal = await reverseJournalEntry(ctx, entry.id, { reason: 'Wrong customer' });
    expect(reversal).toMatchObject({
      entryDate: '2026-11-21',
      description: `Reversal of ${entry.entryId}: Wrong customer`,
      reference: 'R-1',
      status: 'reversal',
      reversalOf: entry.entryId,
      source: 'manual',
    });
    expect(
      reversal.lines.map((line) => [line.accountCode, line.debitAmount, line.creditAmount]),
    ).toEqual([
      ['1110', 0, 900],
      ['4510', 900, 0],
    ]);
    expect(await getJournalEntry(ctx, entry.id)).toMatchObject({
      status: 'reversed',
      reversedBy: reversal.entryId,
    });
    expect(await lastAudit()).toMatchObject({
      action: 'journal.reverse',
      entity_id: String(reversal.id),
    });
    expect(await refusal(reverseJournalEntry(ctx, entry.id, { reason: 'Again' }))).toMatchObject({
      kind: 'conflict',
      code: 'entry.reversed',
      message: `${entry.entryId} has already been reversed by ${reversal.entryId}.`,
    });
    expect(await refusal(reverseJournalEntry(ctx, reversal.id, { reason: 'Back' }))).toMatchObject({
      kind: 'rule',
      code: 'entry.isReversal',
    });
  });

  it('is done once by two people at the same moment', async () => {
    const entry = await make();
    const results = await Promise.allSettled([
      reverseJournalEntry(ctx, entry.id, { reason: 'A' }),
      reverseJournalEntry(ctx, entry.id, { reason: 'B' }),
    ]);
    expect(results.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected']);
    const lost = results.find((result) => result.status === 'rejected');
    expect(lost?.reason).toMatchObject({ kind: 'conflict' });
  });

  it('takes a date, not before the entry, in an open month', async () => {
    const entry = await make('2026-10-10');
    const reverse = (date: string) =>
      reverseJournalEntry(ctx, entry.id, { reason: 'x', date: isoDate(date) });
    expect(await refusal(reverse('2026-10-09'))).toMatchObject({ code: 'entry.reversalDate' });
    await lockMonth(ctx, isoMonth('2026-10'));
    expect(await refusal(reverse('2026-10-31'))).toMatchObject({ code: 'month.locked' });
    expect(await reverse('2026-11-01')).toMatchObject({ entryDate: '2026-11-01' });
    await unlockMonth(ctx, isoMonth('2026-10'));
    const ahead = await make('2026-12-05');
    expect(await reverseJournalEntry(ctx, ahead.id, { reason: 'x' })).toMatchObject({
      entryDate: '2026-12-05',
    });
  });

  it('leaves the entries of documents to their documents', async () => {
    const [posted] = await transact(ctx, (tx) =>
      post(tx, [
        sale('2026-11-10', 5, { source: 'invoice', sourceId: 17, reference: 'INV-2026-000017' }),
      ]),
    );
    const refused = await refusal(reverseJournalEntry(ctx, posted!.id, { reason: 'x' }));
    expect(refused).toMatchObject({ kind: 'rule', code: 'entry.ofDocument' });
    expect(refused.message).toContain('invoice INV-2026-000017');
    expect(await refusal(reverseJournalEntry(ctx, 999_999, { reason: 'x' }))).toMatchObject({
      kind: 'notFound',
    });
  });
});

describe('listJournalEntries', () => {
  beforeAll(async () => {
    const seeding = contextOf(app);
    await transact(seeding, (tx) =>
      post(tx, [
        sale('2023-05-31', 300, { description: 'Antenna 100% paid', reference: 'A_1' }),
        sale('2023-05-01', 100, { description: 'Router', source: 'other' }),
        sale('2023-05-15', 200, {
          description: 'ÉCOLE de Juba',
          lines: sale('2023-05-15', 200).lines.map((line) =>
            line.account === '1110' ? { ...line, account: '1130' } : line,
          ),
        }),
        sale('2023-06-01', 400),
      ]),
    );
  });
  const may = { month: 5, year: 2023 };
  const dates = async (filter: Parameters<typeof listJournalEntries>[1]) =>
    (await listJournalEntries(ctx, filter)).rows.map((entry) => entry.entryDate.slice(5));

  it('answers a month, newest first, and the current month by default', async () => {
    expect(await dates(may)).toEqual(['05-31', '05-15', '05-01']);
    const current = await listJournalEntries(ctx, {});
    expect(current.total).toBeUndefined();
    expect(current.rows.length).toBeGreaterThan(0);
    expect(current.rows.every((entry) => entry.entryDate.startsWith('2026-11'))).toBe(true);
  });

  it('pages, sorts and counts', async () => {
    expect(await dates({ ...may, sort: 'entryDate' })).toEqual(['05-01', '05-15', '05-31']);
    expect(await dates({ ...may, sort: 'entryId' })).toEqual(['05-31', '05-01', '05-15']);
    expect(await dates({ ...may, sort: '-totalDebit' })).toEqual(['05-31', '05-15', '05-01']);
    expect(await dates({ ...may, pageSize: 2, page: 2 })).toEqual(['05-01']);
    expect(await listJournalEntries(ctx, { ...may, pageSize: 1, total: true })).toMatchObject({
      total: 3,
      rows: [{}],
    });
  });

  it('searches what was typed, literally, in number, reference and description', async () => {
    expect(await dates({ ...may, q: 'router' })).toEqual(['05-01']);
    expect(await dates({ ...may, q: '100%' })).toEqual(['05-31']);
    expect(await dates({ ...may, q: 'a_1' })).toEqual(['05-31']);
    expect(await dates({ ...may, q: '_' })).toEqual(['05-31']);
    expect(await dates({ ...may, q: 'école' })).toEqual(['05-15']);
    expect(await dates({ ...may, q: 'je-2023-000002' })).toEqual(['05-01']);
    expect(await dates({ ...may, source: 'other' })).toEqual(['05-01']);
    expect(await dates({ ...may, accountCode: '1130' })).toEqual(['05-15']);
  });
});

describe('trial balance and monthly balances', () => {
  const year = 2022;
  beforeAll(async () => {
    const seeding = contextOf(app);
    const move = (date: string, from: string, to: string, amount: number) =>
      sale(date, amount, {
        lines: [
          { account: to, debit: cents(amount), credit: cents(0) },
          { account: from, debit: cents(0), credit: cents(amount) },
        ],
      });
    await transact(seeding, (tx) =>
      post(tx, [
        move('2022-01-10', '3110', '1120', 500_000),
        move('2022-02-10', '1120', '5910', 80_000),
        move('2022-02-11', '1120', '1150', 10_000),
        move('2022-03-11', '1150', '1120', 10_000),
        // 30 and 90 million dollars: cents past 2^31.
        move('2022-05-11', '3120', '1140', 3_000_000_000),
        move('2022-06-11', '3120', '1140', 9_000_000_000),
      ]),
    );
  });

  const figures = async (month: number) => {
    const balance = await trialBalance(ctx, { month, year });
    expect(balance.totalDebit).toBe(balance.totalCredit);
    expect(balance.isBalanced).toBe(true);
    return Object.fromEntries(
      balance.accounts.map(({ code, debit, credit }) => [code, [debit, credit]]),
    );
  };

  it('is cumulative, each balance in the column of its sign', async () => {
    expect(await figures(1)).toEqual({ '1120': [500_000, 0], '3110': [0, 500_000] });
    expect(await figures(2)).toEqual({
      '1120': [410_000, 0],
      '1150': [10_000, 0],
      '3110': [0, 500_000],
      '5910': [80_000, 0],
    });
  });

  it('shows an account that moved back to nothing in that month, and not after', async () => {
    expect((await figures(3))['1150']).toEqual([0, 0]);
    expect(await figures(4)).not.toHaveProperty('1150');
  });

  it('adds up past 2^31 cents', async () => {
    expect((await figures(5))['1140']).toEqual([3_000_000_000, 0]);
    expect((await figures(12))['1140']).toEqual([12_000_000_000, 0]);
    const moved = await listAccountMonths(ctx, { year });
    expect(moved.filter((row) => row.accountCode === '1140')).toEqual([
      { accountCode: '1140', month: '2022-05', debit: 3_000_000_000, credit: 0 },
      { accountCode: '1140', month: '2022-06', debit: 9_000_000_000, credit: 0 },
    ]);
  });

  it('adds up past the ceiling of a single amount', async () => {
    const largest = () => sale('2021-12-01', MAX_CENTS);
    await transact(contextOf(app), (tx) => post(tx, [largest(), largest(), largest()]));
    const balance = await trialBalance(ctx, { month: 12, year: 2021 });
    expect(balance.totalDebit).toBe(3 * MAX_CENTS);
    expect(balance.isBalanced).toBe(true);
    await transact(contextOf(app), (tx) =>
      post(
        tx,
        Array.from({ length: 3 }, () => ({ ...largest(), lines: mirrored(largest().lines) })),
      ),
    );
  });

  it('answers movements of a year, or of one month', async () => {
    const all = await listAccountMonths(ctx, { year });
    expect(new Set(all.map((row) => row.month))).toEqual(
      new Set(['2022-01', '2022-02', '2022-03', '2022-05', '2022-06']),
    );
    expect(await listAccountMonths(ctx, { year, month: 3 })).toEqual([
      { accountCode: '1120', month: '2022-03', debit: 10_000, credit: 0 },
      { accountCode: '1150', month: '2022-03', debit: 0, credit: 10_000 },
    ]);
  });

  it('names its month: the current one in Juba, where the day begins two hours before UTC', async () => {
    app.time.set('2026-11-30T22:30:00Z');
    expect((await trialBalance(contextOf(app), {})).month).toBe('2026-12');
    expect((await trialBalance(contextOf(app), { month: 11, year: 2026 })).month).toBe('2026-11');
  });

  it('lists the chart by code, groups and leaves', async () => {
    const accounts = await listAccounts(ctx);
    expect(accounts[0]).toEqual({
      code: '1000',
      name: 'Assets',
      type: 'ASSET',
      parentCode: null,
      level: 0,
      normalBalance: 'DEBIT',
      isCash: false,
      isActive: true,
    });
    expect(accounts.find(({ code }) => code === '1110')).toMatchObject({
      parentCode: '1100',
      level: 2,
      isCash: true,
    });
    expect(accounts.map(({ code }) => code)).toEqual(accounts.map(({ code }) => code).toSorted());
  });
});

describe('months', () => {
  it('are listed from the first posting to now, with their locks', async () => {
    const before = await listMonths(ctx);
    expect(before[0]!.month >= '2026-11').toBe(true);
    expect(before.at(-1)!.month).toBe('2021-12');
    expect(before.find(({ month }) => month === '2022-04')).toEqual({
      month: '2022-04',
      isLocked: false,
      lockedAt: null,
      lockedBy: null,
    });

    const locked = await lockMonth(ctx, isoMonth('2022-04'));
    expect(locked).toEqual({
      month: '2022-04',
      isLocked: true,
      lockedAt: app.time.now,
      lockedBy: 'Test billing',
    });
    expect((await listMonths(ctx)).find(({ month }) => month === '2022-04')).toEqual(locked);
    expect(await lastAudit()).toMatchObject({
      action: 'month.lock',
      entity: 'month',
      entity_id: '2022-04',
      before: { isLocked: false },
      after: { isLocked: true },
    });

    await unlockMonth(ctx, isoMonth('2022-04'));
    expect(await lastAudit()).toMatchObject({ action: 'month.unlock', entity_id: '2022-04' });
  });

  it('are locked once: a second lock changes nothing', async () => {
    await lockMonth(ctx, isoMonth('2022-04'));
    const count = async () =>
      (await app.pool.query('select count(*)::int as n from audit_log')).rows[0].n;
    const before = await count();
    const again = await lockMonth(contextOf(app), isoMonth('2022-04'));
    expect(again.lockedBy).toBe('Test billing');
    expect(await count()).toBe(before);
    await unlockMonth(ctx, isoMonth('2022-04'));
  });

  it('cannot be locked before they begin', async () => {
    expect(await refusal(lockMonth(ctx, isoMonth('2026-12')))).toMatchObject({
      kind: 'rule',
      code: 'month.future',
    });
    await lockMonth(ctx, isoMonth('2026-11'));
    await unlockMonth(ctx, isoMonth('2026-11'));
  });
});
