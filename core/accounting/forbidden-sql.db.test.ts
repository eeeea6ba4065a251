import { refusal, sale } from '@nimule/fixtures/testing/ledger';
import { contextOf, createTestApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Ctx, transact } from '../context.ts';
import { isoMonth } from '../kernel/dates.ts';
import { cents } from '../kernel/money.ts';
import { credit, debit, inPounds } from './rules.ts';
import { lockMonth, unlockMonth } from './service.ts';
import { ledgerChecks, runChecks } from './service-check.ts';
import { type PostedEntry, post } from './service-post.ts';

// What the database itself refuses (architecture, The books).

let app: TestApp;
let ctx: Ctx;
let posted: PostedEntry;

beforeAll(async () => {
  app = await createTestApp();
  ctx = contextOf(app);
  posted = await postOne('2026-11-05', 10_000);
});
afterAll(() => app.close());

async function postOne(date: string, amount: number): Promise<PostedEntry> {
  const [entry] = await transact(ctx, (tx) => post(tx, [sale(date, amount)]));
  return entry!;
}

/** Runs statements in one transaction, straight at the database, and answers what they are refused with. */
async function refused(...statements: string[]): Promise<string | undefined> {
  const client = await app.pool.connect();
  try {
    const error = await refusal(run(client, statements));
    return error.constraint ?? error.message;
  } finally {
    await client.query('rollback');
    client.release();
  }
}

async function run(client: pg.PoolClient, statements: string[]): Promise<void> {
  await client.query('begin');
  for (const statement of statements) await client.query(statement);
  await client.query('commit');
}

const NEW = 900_001;

const lines = (
  id: number,
  rows: [line: number, account: string, debit: number, credit: number][],
  month = '2026-11-01',
) =>
  `insert into journal_lines (entry_id, line_no, month, account_code, debit_cents, credit_cents, cash_place) values ${rows
    .map(
      ([no, code, debit, credit]) =>
        `(${id}, ${no}, '${month}', '${code}', ${debit}, ${credit}, ${code === '1110' ? "'safe'" : 'null'})`,
    )
    .join(', ')}`;

const entry = (
  id: number,
  total: number,
  change: { date?: string; month?: string; source?: number; reversalOf?: number } = {},
) =>
  `insert into journal_entries (id, entry_number, entry_date, month, description, source, source_id, total_cents, reversal_of, created_at, created_by)
   values (${id}, 'X-${id}', '${change.date ?? '2026-11-05'}', '${change.month ?? '2026-11-01'}', 'raw', 'raw', ${change.source ?? id},
     ${total}, ${change.reversalOf ?? 'null'}, '2026-11-05T08:00:00Z', 'raw')`;

const pair: [number, string, number, number][] = [
  [1, '1110', 500, 0],
  [2, '4510', 0, 500],
];

describe('posted entries and lines', () => {
  it.each([
    [
      'update journal_lines set debit_cents = 1 where entry_id = 1 and line_no = 1',
      'journal_lines_append_only',
    ],
    ['update journal_lines set description = description', 'journal_lines_append_only'],
    ['delete from journal_lines', 'journal_lines_append_only'],
    ['delete from journal_lines where false', 'journal_lines_append_only'],
    ['truncate journal_lines', 'journal_lines_append_only'],
    ['update journal_entries set description = $$other$$', 'journal_entries_append_only'],
    ['delete from journal_entries', 'journal_entries_append_only'],
    ['truncate journal_entries cascade', 'journal_entries_append_only'],
    [
      `${lines(1, pair)} on conflict (entry_id, line_no) do update set debit_cents = 1`,
      'journal_lines_append_only',
    ],
  ])('refuse %s', async (statement, constraint) => {
    expect(await refused(statement)).toBe(constraint);
  });

  it('take no more lines, under whatever number', async () => {
    const more: [number, string, number, number][] = [
      [3, '1110', 5, 0],
      [4, '4510', 0, 5],
    ];
    expect(await refused(lines(posted.id, more))).toBe('journal_lines_sealed');
    expect(await refused(lines(posted.id, pair))).toBe('journal_lines_pkey');
    expect(await refused(lines(NEW, pair), entry(NEW, 500), lines(NEW, more))).toBe(
      'journal_lines_sealed',
    );
    expect(await refused(lines(NEW, pair), entry(NEW, 500), lines(NEW, pair))).toBe(
      'journal_lines_pkey',
    );
  });

  it('cannot be reversed twice', async () => {
    const reversal = (id: number) => [
      lines(id, [
        [1, '4510', 10_000, 0],
        [2, '1110', 0, 10_000],
      ]),
      entry(id, 10_000, { reversalOf: posted.id }),
    ];
    expect(await refused(...reversal(NEW), ...reversal(NEW + 1))).toBe(
      'journal_entries_one_reversal',
    );
  });

  it('cannot be posted a second time', async () => {
    const again = transact(ctx, (tx) =>
      post(tx, [sale('2026-11-05', 10_000, { sourceId: posted.id })]),
    );
    expect(await refusal(again)).toMatchObject({ kind: 'conflict', code: 'entry.posted' });
    const revised = await transact(ctx, (tx) =>
      post(tx, [sale('2026-11-05', 10_000, { sourceId: posted.id, revision: 2 })]),
    );
    expect(revised).toHaveLength(1);
  });
});

describe('a new entry', () => {
  it('needs lines, and lines need an entry', async () => {
    expect(await refused(entry(NEW, 500))).toBe('journal_entries_balanced');
    expect(await refused(lines(NEW, pair))).toBe('journal_lines_entry_id_fkey');
    expect(await refused(entry(NEW, 500), lines(NEW, pair))).toBe('journal_entries_balanced');
    expect(await refused(lines(NEW, [[1, '1110', 500, 0]]), entry(NEW, 500))).toBe(
      'journal_entries_balanced',
    );
  });

  it('balances, to its total', async () => {
    const skewed: typeof pair = [
      [1, '1110', 500, 0],
      [2, '4510', 0, 499],
    ];
    expect(await refused(lines(NEW, skewed), entry(NEW, 500))).toBe('journal_entries_balanced');
    expect(await refused(lines(NEW, pair), entry(NEW, 501))).toBe('journal_entries_balanced');
    expect(await refused(lines(NEW, pair), entry(NEW, 0))).toBe(
      'journal_entries_total_cents_check',
    );
  });

  it('has one positive side on every line', async () => {
    for (const [debit, credit] of [
      [500, 500],
      [0, 0],
      [-500, 0],
      [500, -1],
    ] as const) {
      const bad: typeof pair = [[1, '1110', debit, credit], pair[1]!];
      expect(await refused(lines(NEW, bad), entry(NEW, 500))).toBe('journal_lines_one_side');
    }
  });

  it('stands in one month with its lines', async () => {
    expect(await refused(lines(NEW, pair, '2026-10-01'), entry(NEW, 500))).toBe(
      'journal_entries_balanced',
    );
    expect(await refused(lines(NEW, pair), entry(NEW, 500, { date: '2026-10-05' }))).toBe(
      'journal_entries_check',
    );
    expect(await refused(lines(NEW, pair), entry(NEW, 500, { month: '2026-11-02' }))).toMatch(
      /^journal_entries_/,
    );
  });

  it('brings its lines at once, numbered from 1', async () => {
    expect(await refused(lines(NEW, [pair[0]!]), lines(NEW, [pair[1]!]), entry(NEW, 500))).toBe(
      'journal_lines_sealed',
    );
    expect(await refused(lines(NEW, [[0, '1110', 500, 0], pair[1]!]), entry(NEW, 500))).toBe(
      'journal_lines_line_no_check',
    );
  });

  it('is on active leaves', async () => {
    for (const code of ['1100', '1000', '9999']) {
      expect(await refused(lines(NEW, [[1, code, 500, 0], pair[1]!]), entry(NEW, 500))).toBe(
        'journal_lines_account',
      );
    }
    expect(
      await refused(
        "update accounts set is_active = false where code = '1150'",
        lines(NEW, [[1, '1150', 500, 0], pair[1]!]),
      ),
    ).toBe('journal_lines_account');
    const posting = transact(ctx, (tx) =>
      post(tx, [
        sale('2026-11-05', 5, {
          lines: sale('2026-11-05', 5).lines.map((line) => ({ ...line, account: '1100' })),
        }),
      ]),
    );
    expect(await refusal(posting)).toMatchObject({ kind: 'rule', code: 'account.notPostable' });
  });

  it('is refused in a locked month', async () => {
    await postOne('2026-09-10', 100);
    await lockMonth(ctx, isoMonth('2026-09'));
    expect(
      await refused(
        lines(NEW, pair, '2026-09-01'),
        entry(NEW, 500, { date: '2026-09-30', month: '2026-09-01' }),
      ),
    ).toBe('journal_entries_month_open');
    expect(await refusal(postOne('2026-09-30', 5))).toMatchObject({
      kind: 'rule',
      code: 'month.locked',
    });
    expect(await refused("delete from accounting_months where month = '2026-09-01'")).toBe(
      'accounting_months_append_only',
    );
    expect(await refused('truncate accounting_months')).toBe('accounting_months_append_only');
    await unlockMonth(ctx, isoMonth('2026-09'));
    expect(await postOne('2026-09-30', 5)).toMatchObject({
      entryNumber: expect.stringMatching(/^JE-2026-/),
    });
  });

  it('is refused by post itself when it does not balance, before anything is written', async () => {
    const skewed = sale('2026-11-05', 500, { lines: sale('2026-11-05', 500).lines.slice(0, 1) });
    await expect(transact(ctx, (tx) => post(tx, [skewed]))).rejects.toThrow(RangeError);
    await expect(post(ctx, [sale('2026-11-05', 500)])).rejects.toThrow(RangeError);
  });
});

describe('the kept balances', () => {
  it.each([
    'update account_months set debit_cents = debit_cents + 1',
    "insert into account_months (account_code, month, debit_cents) values ('1140', '2026-11-01', 5)",
    'delete from account_months',
    'truncate account_months',
  ])('refuse %s', async (statement) => {
    expect(await refused(statement)).toBe('account_months_kept_by_ledger');
  });

  it.each([
    'update cash_months set debit_cents = debit_cents + 1',
    "insert into cash_months (account_code, month, debit_cents) values ('5910', '2026-11-01', 5)",
    'delete from cash_months',
    'truncate cash_months',
  ])('refuse %s', async (statement) => {
    expect(await refused(statement)).toBe('cash_months_kept_by_ledger');
  });

  it('hold the lines against cash of each entry, and none of entries without cash', async () => {
    const both = [
      debit('1110', cents(300)),
      credit('1120', cents(100)),
      credit('2410', cents(200)),
    ];
    const none = [debit('5951', cents(70)), credit('1390', cents(70))];
    await transact(ctx, (tx) =>
      post(tx, [
        sale('2026-03-05', 0, { lines: both }),
        sale('2026-03-06', 0, { lines: none }),
        sale('2026-03-07', 0, { lines: [debit('1120', cents(50)), credit('1110', cents(50))] }),
        sale('2026-03-08', 40),
      ]),
    );
    const { rows } = await app.pool.query(
      "select account_code as code, debit_cents as debit, credit_cents as credit from cash_months where month = '2026-03-01' order by 1",
    );
    expect(rows).toEqual([
      { code: '2410', debit: 0, credit: 200 },
      { code: '4510', debit: 0, credit: 40 },
    ]);
  });
});

describe('pounds and parties of a line', () => {
  const rawLines = (...values: string[]) =>
    `insert into journal_lines (entry_id, line_no, month, account_code, debit_cents, credit_cents, ssp_cents, customer_id, supplier_id,
       cash_place)
     values ${values.map((value, index) => `(${NEW}, ${index + 1}, '2026-11-01', ${value})`).join(', ')}`;
  const sold = "'4510', 0, 500, null, null, null, null";

  it.each([
    [
      'no pounds on a pound account',
      'journal_lines_currency',
      "'1160', 500, 0, null, null, null, 'safe'",
    ],
    [
      'pounds on a dollar account',
      'journal_lines_currency',
      "'1110', 500, 0, 0, null, null, 'safe'",
    ],
    ['pounds on the other side', 'journal_lines_pounds', "'1160', 500, 0, -1, null, null, 'safe'"],
    ['two parties', 'journal_lines_party', "'1110', 500, 0, null, 1, 2, 'safe'"],
    ['cash without a place', 'journal_lines_cash_place', "'1110', 500, 0, null, null, null, null"],
    [
      'cash in another place',
      'journal_lines_cash_place',
      "'1110', 500, 0, null, null, null, 'bag'",
    ],
    [
      'a place of other money',
      'journal_lines_cash_place',
      "'1120', 500, 0, null, null, null, 'safe'",
    ],
  ])('refuse %s', async (_what, constraint, line) => {
    expect(await refused(rawLines(line, sold), entry(NEW, 500))).toBe(constraint);
  });

  it('are refused by post with a message that tells about pounds', async () => {
    const lines = [debit('1160', cents(500)), credit('4510', cents(500))];
    expect(
      await refusal(transact(ctx, (tx) => post(tx, [sale('2026-11-05', 500, { lines })]))),
    ).toMatchObject({ code: 'entry.pounds', message: expect.stringContaining('needs its pounds') });
  });

  it('may be 0 in a revaluation', async () => {
    const lines = [debit('5620', cents(500)), inPounds(credit('1160', cents(500)), cents(0))];
    await transact(ctx, (tx) => post(tx, [sale('2026-11-05', 500, { lines })]));
    const { rows } = await app.pool.query(
      "select credit_cents as credit, ssp_cents as ssp from account_months where account_code = '1160'",
    );
    expect(rows).toEqual([{ credit: 500, ssp: 0 }]);
  });
});

describe('a used account', () => {
  it.each([
    "delete from accounts where code = '1110'",
    "update accounts set level = 1, parent_code = '1000' where code = '1110'",
    "update accounts set code = '1119' where code = '1110'",
    "update accounts set type = 'EXPENSE' where code = '1110'",
    "update accounts set normal_balance = 'CREDIT' where code = '1110'",
    "update accounts set is_cash = false where code = '1110'",
    "update accounts set currency = 'SSP' where code = '1110'",
    "update accounts set cash_flow = 'investing' where code = '1110'",
    "update accounts set expense_class = 'operating' where code = '5620'",
  ])('refuses %s', async (statement) => {
    expect(await refused(statement)).toBe('accounts_in_use');
  });

  it('cannot become a group by what is hung below it', async () => {
    const below = (level: number) =>
      `insert into accounts (code, name, type, parent_code, level, normal_balance) values ('1111', 'Till', 'ASSET', '1110', ${level}, 'DEBIT')`;
    expect(await refused(below(2))).toBe('accounts_parent');
    expect(await refused(below(3))).toBe('accounts_level_check');
    expect(await refused('truncate accounts cascade')).toMatch(/_(append_only|kept_by_ledger)$/);
  });

  it('may be renamed or put out of use', async () => {
    await app.pool.query("update accounts set name = 'Cash in the till' where code = '1110'");
    await app.pool.query("update accounts set is_active = false where code = '1110'");
    expect(await refusal(postOne('2026-11-06', 5))).toMatchObject({ code: 'account.notPostable' });
    await app.pool.query(
      "update accounts set name = 'Cash on Hand', is_active = true where code = '1110'",
    );
  });

  it('can be deleted only while it is unused', async () => {
    const client = await app.pool.connect();
    await client.query('begin');
    const gone = await client.query("delete from accounts where code = '1140'");
    await client.query('rollback');
    client.release();
    expect(gone.rowCount).toBe(1);
  });
});

it('leaves the books sound after all of this', async () => {
  const result = await runChecks(ctx, ledgerChecks);
  expect(result.checks.filter((check) => !check.isSound)).toEqual([]);
});
