import { entryInput, refusal, sale } from '@nimule/fixtures/testing/ledger';
import { contextOf, createMarkedApp, staff, type TestApp } from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Ctx, transact } from '../../context.ts';
import { dateInJuba, isoDate, isoMonth } from '../../kernel/dates.ts';
import { cents, toDecimal } from '../../kernel/money.ts';
import { createJournalEntry, reverseJournalEntry } from '../journal/service.ts';
import { LEFT_OUT_NOTE } from '../private/rules.ts';
import { credit, debit, inPounds } from '../rules.ts';
import { post } from '../service-post.ts';
import type { AccountLedger, LedgerFilter } from './schema.ts';
import { exportLedger, getAccountLedger, listDocumentEntries } from './service.ts';

let app: TestApp;
let ctx: Ctx;

/** Entries of all days of four months, posted in a random order: several on a day, some in dollars and some in pounds. */
const COUNT = 400;

beforeAll(async () => {
  app = await createMarkedApp('2026-11-21T08:00:00Z');
  ctx = contextOf(app, staff('billing'));
  const postings = Array.from({ length: COUNT }, (_, index) => {
    const place = (index * 149) % COUNT;
    const month = 8 + Math.floor(place / 100);
    const day = 1 + ((place * 7) % (month === 11 ? 21 : 30));
    const date = `2026-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
    const amount = cents(100 + ((place * 37) % 1000));
    const isOut = place % 3 === 0;
    const pounds = cents(amount * 400);
    const lines = isOut
      ? [
          debit('5910', amount),
          credit('1110', amount),
          debit('1110', cents(1)),
          credit('4510', cents(1)),
        ]
      : [
          inPounds(debit('1160', amount), pounds),
          debit('1110', cents(5)),
          credit('4510', cents(amount + 5)),
        ];
    return sale(date, amount, {
      description: place % 10 === 0 ? 'Tower 100% rent' : 'Daily sales',
      reference: `R-${place}`,
      lines,
    });
  });
  await transact(contextOf(app), (tx) => post(tx, postings));
});
afterAll(() => app.close());

interface Plain {
  entry_number: string;
  line_no: number;
  net: number;
  ssp: number;
}

/** The whole ledger of an account by a window over its lines. */
async function plainLedger(code: string): Promise<Plain[]> {
  const { rows } = await app.pool.query<Plain>(
    `select e.entry_number, l.line_no,
       sum(l.debit_cents - l.credit_cents) over (order by e.entry_date, e.id, l.line_no)::bigint as net,
       coalesce(sum(l.ssp_cents) over (order by e.entry_date, e.id, l.line_no), 0)::bigint as ssp
     from journal_lines l join journal_entries e on e.id = l.entry_id
     where l.account_code = $1 order by e.entry_date, e.id, l.line_no`,
    [code],
  );
  return rows;
}

const wanted = (change: Partial<LedgerFilter> = {}): LedgerFilter => ({
  accountCode: '1110',
  ...change,
});
const shown = ({ lines }: AccountLedger) =>
  lines.map(({ entryNumber, lineNo, balance }) => [entryNumber, lineNo, balance]);
const expected = (rows: readonly Plain[]) =>
  rows.map(({ entry_number, line_no, net }) => [entry_number, line_no, net]);

describe('the ledger of an account', () => {
  it('has the balance after each line on every page, in both orders', async () => {
    const all = await plainLedger('1110');
    for (const pageSize of [7, 50, 1000]) {
      const pages = Math.ceil(all.length / pageSize);
      for (let page = 1; page <= pages; page += Math.max(1, Math.floor(pages / 5))) {
        const ledger = await getAccountLedger(ctx, wanted({ page, pageSize }));
        const start = (page - 1) * pageSize;
        expect(shown(ledger)).toEqual(expected(all.slice(start, start + pageSize)));
        expect(ledger.total).toBe(all.length);
        const backwards = await getAccountLedger(ctx, wanted({ page, pageSize, sort: '-date' }));
        expect(shown(backwards)).toEqual(expected(all.toReversed().slice(start, start + pageSize)));
      }
    }
    const beyond = await getAccountLedger(ctx, wanted({ page: 1000, pageSize: 50 }));
    expect(beyond).toMatchObject({ total: all.length, lines: [] });
    expect(beyond.closingBalance).toBe(all.at(-1)!.net);
  });

  it('opens with what was before its months', async () => {
    const months = { from: isoMonth('2026-09'), to: isoMonth('2026-10') };
    const all = await plainLedger('1110');
    const ledger = await getAccountLedger(ctx, wanted(months));
    const first = all.findIndex(
      ({ entry_number }) => entry_number === ledger.lines[0]!.entryNumber,
    );
    expect(first).toBeGreaterThan(0);
    expect(ledger.openingBalance).toBe(all[first - 1]!.net);
    expect(shown(ledger)).toEqual(expected(all.slice(first, first + ledger.total)));
    expect(ledger.lines.every(({ date }) => date >= '2026-09-01' && date <= '2026-10-31')).toBe(
      true,
    );
    expect(ledger.closingBalance).toBe(ledger.openingBalance + ledger.debits - ledger.credits);
    expect(ledger.closingBalance).toBe(ledger.lines.at(-1)!.balance);
  });

  it('counts credits upwards on an account whose balance is one', async () => {
    const ledger = await getAccountLedger(ctx, wanted({ accountCode: '4510' }));
    const all = await plainLedger('4510');
    expect(ledger.closingBalance).toBe(-all.at(-1)!.net);
    expect(ledger.lines.map(({ balance }) => balance)).toEqual(all.map(({ net }) => -net));
    expect(ledger.openingSsp).toBeNull();
    expect(ledger.lines[0]!.sspBalance).toBeNull();
  });

  it('shows the pounds of an account in pounds', async () => {
    const from = isoMonth('2026-10');
    const ledger = await getAccountLedger(ctx, wanted({ accountCode: '1160', from }));
    const all = await plainLedger('1160');
    const own = all.slice(all.length - ledger.total);
    expect(ledger.lines.map(({ sspBalance }) => sspBalance)).toEqual(own.map(({ ssp }) => ssp));
    expect(ledger.openingSsp).toBe(all[all.length - ledger.total - 1]!.ssp);
    expect(ledger.closingSsp).toBe(all.at(-1)!.ssp);
  });

  it('is searched by number, description and reference, with the balances of the whole period', async () => {
    const all = await plainLedger('1110');
    const whole = await getAccountLedger(ctx, wanted());
    for (const [q, holds] of [
      ['tower 100%', (text: string) => text.includes('Tower 100%')],
      ['r-3', (text: string) => text.toLowerCase().includes('r-3')],
      [all[10]!.entry_number.toLowerCase(), (text: string) => text.includes(all[10]!.entry_number)],
    ] as const) {
      const matching = whole.lines.filter((line) =>
        holds(`${line.entryNumber} ${line.reference} ${line.description}`),
      );
      expect(matching.length).toBeGreaterThan(0);
      const found = await getAccountLedger(ctx, wanted({ q, pageSize: 5 }));
      expect(found.total).toBe(matching.length);
      expect(found.lines).toEqual(matching.slice(0, 5));
      expect(found.closingBalance).toBe(whole.closingBalance);
      const newest = await getAccountLedger(
        ctx,
        wanted({ q, sort: '-date', pageSize: 5, page: 2 }),
      );
      expect(newest.lines).toEqual(matching.toReversed().slice(5, 10));
    }
    expect(await getAccountLedger(ctx, wanted({ q: 'no such' }))).toMatchObject({
      total: 0,
      lines: [],
    });
  });

  it('shows only the lines of entries that move cash, with their sums', async () => {
    const noCash = sale('2026-11-20', cents(777), {
      description: 'Rent owed',
      lines: [debit('5910', cents(777)), credit('2110', cents(777))],
    });
    await transact(contextOf(app), (tx) => post(tx, [noCash]));
    const rent = { accountCode: '5910', from: isoMonth('2026-10'), to: isoMonth('2026-11') };
    const whole = await getAccountLedger(ctx, wanted({ ...rent, pageSize: 200 }));
    const found = await getAccountLedger(ctx, wanted({ ...rent, pageSize: 200, withCash: true }));
    expect(found.lines).toEqual(
      whole.lines.filter(({ description }) => description !== 'Rent owed'),
    );
    expect([whole.foundDebits, whole.foundCredits]).toEqual([whole.debits, whole.credits]);
    expect([found.foundDebits, found.foundCredits]).toEqual([whole.debits - 777, 0]);
    expect([found.total, found.debits]).toEqual([whole.total - 1, whole.debits]);
    const kept = await app.pool.query<{ paid: number }>(
      `select sum(debit_cents - credit_cents)::bigint as paid from cash_months
       where account_code = '5910' and month between '2026-10-01' and '2026-11-01'`,
    );
    expect(found.foundDebits - found.foundCredits).toBe(kept.rows[0]!.paid);
    const rows = await csvOf({ ...wanted(rent), withCash: true, format: 'csv' });
    expect(rows.map((row) => row.split(',')[1])).toEqual(
      found.lines.map(({ entryNumber }) => entryNumber),
    );
  });

  it('is empty without lines, and takes the year up to now without months', async () => {
    const empty = await getAccountLedger(ctx, wanted({ accountCode: '1140' }));
    expect(empty).toMatchObject({ openingBalance: 0, closingBalance: 0, total: 0, lines: [] });
    expect(empty).toMatchObject({ from: '2026-01', to: '2026-11' });
    const later = await getAccountLedger(ctx, wanted({ from: isoMonth('2027-02') }));
    expect(later).toMatchObject({ from: '2027-02', to: '2027-02', total: 0 });
    expect(later.openingBalance).toBe((await plainLedger('1110')).at(-1)!.net);
  });

  it.each([
    [{ accountCode: '9999' }, 'notFound'],
    [{ accountCode: '1100' }, 'invalid'],
    [{ from: isoMonth('2026-05'), to: isoMonth('2026-04') }, 'invalid'],
    [{ from: isoMonth('1999-12') }, 'invalid'],
  ])('refuses %o', async (change, kind) => {
    expect(await refusal(getAccountLedger(ctx, wanted(change)))).toMatchObject({ kind });
  });

  it('is exported with the running balance, all pages of it', async () => {
    for (const sort of [undefined, '-date'] as const) {
      for (const q of [undefined, 'tower']) {
        const filter = wanted({ from: isoMonth('2026-09'), sort, q });
        const { lines } = await getAccountLedger(ctx, filter);
        const rows = (await csvOf({ ...filter, format: 'csv' })).map((row) => row.split(','));
        expect(rows.map((row) => [row[1], row.at(-1)])).toEqual(
          lines.map(({ entryNumber, balance }) => [entryNumber, toDecimal(balance)]),
        );
      }
    }
    const pounds = await csvOf({ ...wanted({ accountCode: '1160' }), format: 'csv' });
    expect(pounds.at(-1)!.split(',').at(-1)).toBe(
      toDecimal(cents((await plainLedger('1160')).at(-1)!.ssp)),
    );
  });
});

async function csvOf(query: Parameters<typeof exportLedger>[1]): Promise<string[]> {
  const { body } = await exportLedger(ctx, query);
  const chunks: Uint8Array[] = [];
  for await (const chunk of body as AsyncIterable<Uint8Array>) chunks.push(chunk);
  const rows = Buffer.concat(chunks).toString('utf8').trim().split('\r\n').slice(1);
  // Without pay.read the last row says what is left out.
  expect(rows.pop()).toContain(LEFT_OUT_NOTE);
  return rows;
}

describe('the entries of a document', () => {
  it('are all that it posted, with their reversals', async () => {
    const day = dateInJuba(app.time.now);
    const part = (source: string, sourceId: number, revision = 1) =>
      sale(day, 700, { source, sourceId, revision });
    await transact(ctx, (tx) =>
      post(tx, [
        part('payment', 7),
        part('payment.takenUp', 7),
        part('payment.takenUp', 7, 2),
        part('payment.reversal', 7),
        part('payment', 8),
        part('expense', 7),
        part('expense', 7, 2),
        part('expense.reversal', 7),
        part('expense.payment', 7),
      ]),
    );
    const sources = async (
      ...of: Parameters<typeof listDocumentEntries> extends [Ctx, ...infer R] ? R : never
    ) => (await listDocumentEntries(ctx, ...of)).map(({ source }) => source);
    expect(await sources('payment', 7)).toEqual([
      'payment',
      'payment.takenUp',
      'payment.takenUp',
      'payment.reversal',
    ]);
    expect(await sources('expense', 7)).toEqual(['expense', 'expense', 'expense.reversal']);
    expect(await sources('expense.payment', 7)).toEqual(['expense.payment']);
    expect(await sources('invoice', 7)).toEqual([]);
  });
});

it('shows an entry and its reversal as two lines that cancel', async () => {
  const entry = await createJournalEntry(
    ctx,
    entryInput('2026-11-02', [
      ['5920', 900, 0],
      ['1120', 0, 900],
    ]),
  );
  await reverseJournalEntry(ctx, entry.id, { reason: 'Twice', date: isoDate('2026-11-03') });
  const ledger = await getAccountLedger(ctx, wanted({ accountCode: '5920' }));
  expect(
    ledger.lines.map(({ debitAmount, creditAmount, balance }) => [
      debitAmount,
      creditAmount,
      balance,
    ]),
  ).toEqual([
    [900, 0, 900],
    [0, 900, 0],
  ]);
});
