import { recordStatements } from '@nimule/fixtures/testing/databases/statements';
import { sale } from '@nimule/fixtures/testing/ledger';
import { contextOf, createMarkedApp, staff, type TestApp } from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Ctx, transact } from '../../context.ts';
import type { FileAnswer } from '../../kernel/contract.ts';
import { isoDate, isoMonth, monthOf } from '../../kernel/dates.ts';
import { cents, toDecimal } from '../../kernel/money.ts';
import { exportBooks } from '../export/service.ts';
import { getJournalEntry, listJournalEntries, lookupJournalEntry } from '../journal/service.ts';
import type { LedgerFilter } from '../ledger/schema.ts';
import { exportLedger, getAccountLedger } from '../ledger/service.ts';
import { credit, debit, inPounds, mirrored, type Posting } from '../rules.ts';
import type { JournalFilter } from '../schema.ts';
import { listAccountMonths, trialBalance } from '../service.ts';
import { post } from '../service-post.ts';
import { statementsOf } from '../statements/service.ts';
import { LEFT_OUT_NOTE, privateMonthId, privateMonthTexts } from './rules.ts';

let app: TestApp;
let noted: ReturnType<typeof recordStatements>;
const billing = () => contextOf(app, staff('billing'));
const manager = () => contextOf(app, staff('manager'));

const COUNT = 64;
const MONTHS = [7, 8, 10, 11];

/** Sales of many days, and of every fourth day a payroll, its payment from cash or in pounds, or a reversal. */
function postings(): Posting[] {
  return Array.from({ length: COUNT }, (_, index): Posting => {
    const place = (index * 27) % COUNT;
    const month = MONTHS[Math.floor(place / 16)]!;
    const date = `2026-${String(month).padStart(2, '0')}-${String(1 + ((place * 7) % 28)).padStart(2, '0')}`;
    const amount = cents(10_000 + ((place * 37) % 1000));
    const payroll = [
      debit('5420', amount),
      credit('2320', cents(1500)),
      credit('2330', cents(amount - 1500)),
    ];
    const change = {
      sourceId: index,
      reference: `PR-2026-${index}`,
      description: `Pay of Deng ${index}`,
    };
    // No payroll in July.
    if (month !== 7 && index % 4 === 0)
      return sale(date, 1, { ...change, source: 'payroll.approval', lines: payroll });
    if (month !== 7 && index % 4 === 1) {
      const paid =
        index % 8 === 1
          ? credit('1110', amount)
          : inPounds(credit('1160', amount), cents(amount * 4));
      return sale(date, 1, {
        ...change,
        source: 'payroll.payment',
        lines: [debit('2330', amount), paid],
      });
    }
    if (month !== 7 && index % 12 === 2)
      return sale(date, 1, {
        ...change,
        source: 'payroll.approval.reversal',
        lines: mirrored(payroll),
      });
    return sale(date, amount, {
      description: place % 5 === 0 ? 'Payroll consultant' : 'Daily sales',
      lines: [
        debit('1110', amount),
        inPounds(debit('1160', cents(8)), cents(32)),
        credit('4510', cents(amount - 92)),
        credit('2330', cents(100)),
      ],
    });
  });
}

beforeAll(async () => {
  app = await createMarkedApp('2026-11-21T08:00:00Z');
  await transact(contextOf(app), (tx) => post(tx, postings()));
  // Those without pay.read see sums of some of them, and nothing of the others (decision 67).
  await app.pool.query(`insert into shown_pay_entries (source, source_id)
    select source, source_id from journal_entries where source like 'payroll.%' and source_id % 3 <> 0`);
  noted = recordStatements(app.pool);
});
afterAll(() => app.close());

interface Plain {
  id: number;
  number: string;
  date: string;
  source: string;
  description: string;
  total: number;
  debit: number;
  credit: number;
  account: string;
  isCash: boolean;
}

/** The lines of the journal in order, by the plainest statement, without those that are left out. */
async function plainLines(): Promise<Plain[]> {
  const { rows } = await app.pool.query<Plain>(`
    select e.id, e.entry_number as number, e.entry_date::text as date, e.source, e.description, e.total_cents as total,
      l.debit_cents as debit, l.credit_cents as credit, l.account_code as account,
      exists (select from journal_lines c join accounts a on a.code = c.account_code and a.is_cash where c.entry_id = e.id) as "isCash"
    from journal_entries e join journal_lines l on l.entry_id = e.id
    where e.source not like 'payroll.%' or (e.source, e.source_id) in (select source, source_id from shown_pay_entries)
    order by e.entry_date, e.id, l.line_no`);
  return rows;
}

type Shown = [number: string, debit: number, credit: number, net: number];

/** What a ledger shows to those who do not see salaries, computed from every line. */
function expectedLedger(
  lines: readonly Plain[],
  code: string,
  { q, withCash }: Partial<LedgerFilter>,
): Shown[] {
  const own = lines.filter(({ account }) => account === code);
  const wanted = (text: string) => text.toLowerCase().includes((q ?? '').toLowerCase());
  let net = 0;
  const shown: Shown[] = [];
  for (const month of [...new Set(own.map(({ date }) => date.slice(0, 7)))]) {
    const ofMonth = own.filter(({ date }) => date.startsWith(month));
    for (const line of ofMonth.filter(({ source }) => !source.startsWith('payroll.'))) {
      net += line.debit - line.credit;
      if (wanted(`${line.number} ${line.description}`) && (line.isCash || !withCash))
        shown.push([line.number, line.debit, line.credit, net]);
    }
    const hidden = ofMonth.filter(({ source }) => source.startsWith('payroll.'));
    const { number, description } = privateMonthTexts(isoMonth(month), isoDate('2026-11-21'));
    for (const side of ['debit', 'credit'] as const) {
      const sum = (of: readonly Plain[]) => of.reduce((total, line) => total + line[side], 0);
      net += side === 'debit' ? sum(hidden) : -sum(hidden);
      const found = sum(hidden.filter(({ isCash }) => isCash || !withCash));
      if (found > 0 && wanted(`${number} ${description}`))
        shown.push([number, side === 'debit' ? found : 0, side === 'credit' ? found : 0, net]);
    }
  }
  return shown;
}

const from = isoMonth('2026-01');
const ledgerOf = async (ctx: Ctx, filter: LedgerFilter) => {
  const ledger = await getAccountLedger(ctx, { from, ...filter });
  const sign = ledger.account.normalBalance === 'DEBIT' ? 1 : -1;
  const shown = ledger.lines.map(
    (line): Shown => [line.entryNumber, line.debitAmount, line.creditAmount, line.balance * sign],
  );
  return { ...ledger, shown };
};

async function textOf({ body }: FileAnswer): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body as AsyncIterable<Uint8Array>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

describe('the ledger of an account without pay.read', () => {
  const searches: Partial<LedgerFilter>[] = [
    {},
    { q: 'payroll' },
    { q: 'PAYROLL-2026-08' },
    { q: 'Deng' },
    { withCash: true, q: 'payroll of' },
  ];
  it.each(['1110', '1160', '2330', '5420'])(
    'of %s has one line a month and side',
    async (accountCode) => {
      const lines = await plainLines();
      for (const search of searches) {
        const expected = expectedLedger(lines, accountCode, search);
        for (const pageSize of [3, 11, 1000])
          for (let page = 1; (page - 1) * pageSize <= expected.length; page += 1) {
            const part = (rows: Shown[]) => rows.slice((page - 1) * pageSize, page * pageSize);
            const filter = { accountCode, page, pageSize, ...search };
            const forwards = await ledgerOf(billing(), filter);
            expect(forwards.shown).toEqual(part(expected));
            expect(forwards.total).toBe(expected.length);
            const backwards = await ledgerOf(billing(), { ...filter, sort: '-date' });
            expect(backwards.shown).toEqual(part(expected.toReversed()));
          }
        const all = await ledgerOf(billing(), { accountCode, ...search });
        expect([all.foundDebits, all.foundCredits]).toEqual(
          [1, 2].map((side) => expected.reduce((sum, line) => sum + Number(line[side]), 0)),
        );
        const net = lines
          .filter(({ account }) => account === accountCode)
          .reduce((sum, line) => sum + line.debit - line.credit, 0);
        const sign = all.account.normalBalance === 'DEBIT' ? 1 : -1;
        expect([all.openingBalance, all.closingBalance]).toEqual([0, net * sign + 0]);
        for (const sort of ['date', '-date'] as const) {
          const file = await exportLedger(billing(), {
            accountCode,
            from,
            ...search,
            sort,
            format: 'csv',
          });
          const rows = (await textOf(file))
            .trim()
            .split('\r\n')
            .slice(1)
            .map((row) => row.split(','));
          expect(rows.pop()?.[2]).toBe(LEFT_OUT_NOTE);
          const { lines: listed } = await ledgerOf(billing(), { accountCode, ...search, sort });
          expect(rows.map((row) => [row[1], row[7]])).toEqual(
            listed.map(({ entryNumber, balance }) => [entryNumber, toDecimal(balance)]),
          );
        }
      }
    },
  );

  it('shows the pounds of a month with their balance', async () => {
    const seen = await ledgerOf(manager(), { accountCode: '1160' });
    const { lines } = await ledgerOf(billing(), { accountCode: '1160' });
    const august = lines.filter(({ date }) => date.startsWith('2026-08'));
    const isPaid = ({ source }: { source: string }) => source.startsWith('payroll.');
    const isLeftOut = ({ source, sourceId }: { source: string; sourceId: number }) =>
      isPaid({ source }) && sourceId % 3 === 0;
    const paid = seen.lines.filter(
      (line) => isPaid(line) && !isLeftOut(line) && line.date.startsWith('2026-08'),
    );
    const upTo = seen.lines.filter((line) => line.date < '2026-09' && !isLeftOut(line));
    expect(seen.lines.some(isLeftOut)).toBe(true);
    expect(august.at(-1)).toMatchObject({
      entryId: privateMonthId(isoMonth('2026-08')),
      description: 'Payroll of August 2026',
      source: 'payroll',
      reference: '',
      sspAmount: paid.reduce((sum, { sspAmount }) => sum + sspAmount!, 0),
      sspBalance: upTo.reduce((sum, { sspAmount }) => sum + sspAmount!, 0),
    });
  });

  it('needs as many statements as with pay.read', async () => {
    for (const accountCode of ['5420', '4510']) {
      const counts: number[] = [];
      for (const ctx of [manager(), billing()]) {
        noted.take();
        await getAccountLedger(ctx, { accountCode, from });
        counts.push(noted.take().length);
      }
      expect(counts).toEqual([2, 2]);
    }
  });

  it('says nothing more about a single month', async () => {
    const { lines } = await ledgerOf(billing(), { accountCode: '5420' });
    expect(new Set(lines.map(({ source }) => source))).toEqual(new Set(['payroll']));
    expect(JSON.stringify(lines)).not.toMatch(/Deng|PR-2026/);
  });
});

describe('the journal without pay.read', () => {
  /** The rows of a month as they should be: entries that are not private, then the one of the month. */
  async function expectedRows(month: number, keep: (line: Plain) => boolean) {
    const ofMonth = (await plainLines()).filter(({ date }) => Number(date.slice(5, 7)) === month);
    const isPrivate = ({ source }: Plain) => source.startsWith('payroll.');
    const entries = new Map(
      ofMonth.filter((line) => !isPrivate(line) && keep(line)).map((line) => [line.id, line]),
    );
    const hidden = ofMonth.filter(isPrivate).reduce((sum, line) => sum + line.debit, 0);
    return { entries: [...entries.values()], hidden };
  }

  it.each([
    undefined,
    'entryDate',
    '-entryDate',
    'entryId',
    '-entryId',
    'totalDebit',
    '-totalDebit',
  ] as const)('has one entry for the payroll of a month, on the right page by %s', async (sort) => {
    const { entries, hidden } = await expectedRows(8, () => true);
    expect(hidden).toBeGreaterThan(0);
    const ofMonth = { number: 'PAYROLL-2026-08', date: '2026-08-31', total: hidden };
    const name = (sort ?? '-entryDate').replace('-', '');
    const key = ({ date, number, total }: typeof ofMonth) =>
      name === 'entryDate' ? date : name === 'entryId' ? number : String(total).padStart(12, '0');
    const ordered = entries
      .map(({ number, date, total }) => ({ number, date, total }))
      .sort((a, b) => (key(a) + a.number < key(b) + b.number ? -1 : 1));
    const place =
      name === 'totalDebit'
        ? ordered.filter(({ total }) => total <= hidden).length
        : ordered.length;
    ordered.splice(place, 0, ofMonth);
    if (!sort || sort.startsWith('-')) ordered.reverse();
    const keys = (rows: { total?: number; number?: string }[]) => rows.map(key as never);
    for (const pageSize of [4, ordered.length - 1, 1000])
      for (let page = 1; (page - 1) * pageSize <= ordered.length; page += 1) {
        const answer = await listJournalEntries(billing(), {
          month: 8,
          year: 2026,
          page,
          pageSize,
          sort,
          total: true,
        });
        const rows = answer.rows.map(({ entryId, entryDate, totalDebit }) => ({
          number: entryId,
          date: entryDate,
          total: totalDebit,
        }));
        expect(keys(rows)).toEqual(keys(ordered.slice((page - 1) * pageSize, page * pageSize)));
        expect(answer.total).toBe(ordered.length);
      }
  });

  it.each([
    [{ source: 'payroll' }, [], true],
    [{ source: 'payroll.approval' }, [], false],
    [{ source: 'test' }, ['test'], false],
    [{ accountCode: '5420' }, [], true],
    [{ accountCode: '4510' }, ['test'], false],
    [{ employeeId: 1 }, [], false],
    [{ q: 'Deng' }, [], false],
    [{ q: 'payroll of august' }, [], true],
    [{ q: 'daily' }, ['test'], false],
  ] as [JournalFilter, string[], boolean][])(
    'is filtered by %o',
    async (filter, sources, isFound) => {
      const { rows } = await listJournalEntries(billing(), { month: 8, year: 2026, ...filter });
      const others = rows.filter(({ source }) => source !== 'payroll');
      expect([...new Set(others.map(({ source }) => source))]).toEqual(sources);
      expect(rows.length - others.length).toBe(isFound ? 1 : 0);
    },
  );

  it('has no such entry in a month without payroll', async () => {
    const july = { month: 7, year: 2026 };
    expect(await listJournalEntries(billing(), july)).toEqual(
      await listJournalEntries(manager(), july),
    );
    for (const text of ['PAYROLL-2026-07', 'PAYROLL-2026-13'])
      await expect(lookupJournalEntry(billing(), text)).rejects.toMatchObject({ kind: 'notFound' });
  });

  it('shows the sums of a month by account and side', async () => {
    const month = isoMonth('2026-11');
    const entry = await getJournalEntry(billing(), privateMonthId(month));
    expect(await lookupJournalEntry(billing(), 'payroll-2026-11')).toEqual(entry);
    expect(entry).toMatchObject({
      entryId: 'PAYROLL-2026-11',
      entryDate: '2026-11-21',
      status: 'posted',
    });
    const own = (await plainLines()).filter(
      ({ date, source }) => monthOf(isoDate(date)) === month && source.startsWith('payroll.'),
    );
    for (const line of entry.lines) {
      const same = own.filter(
        ({ account, debit: amount }) =>
          account === line.accountCode && amount > 0 === line.debitAmount > 0,
      );
      expect(line.debitAmount + line.creditAmount).toBe(
        same.reduce((sum, { debit: one, credit: other }) => sum + one + other, 0),
      );
    }
    expect(new Set(entry.lines.map(({ accountCode }) => accountCode))).toEqual(
      new Set(own.map(({ account }) => account)),
    );
    const [debits, credits] = [
      entry.lines.map((line) => line.debitAmount),
      entry.lines.map((line) => line.creditAmount),
    ];
    for (const side of [debits, credits])
      expect(side.reduce((sum, amount) => sum + amount, 0)).toBe(entry.totalDebit);
  });

  it('is exported with one entry a month, and what is left out in no sum of an account', async () => {
    const shown: Record<string, number> = {};
    for (const { account, debit: one, credit: other } of await plainLines())
      shown[account] = (shown[account] ?? 0) + one - other;
    for (const format of ['hledger', 'beancount', 'ledger'] as const) {
      const [own, whole] = [
        await textOf(await exportBooks(billing(), format)),
        await textOf(await exportBooks(manager(), format)),
      ];
      expect(whole).toContain('Deng');
      expect(own).not.toMatch(/Deng|PR-2026|payroll\.approval|payroll\.payment/);
      expect(sumsOf(own)).toEqual(shown);
      expect(sumsOf(whole)).not.toEqual(shown);
      expect(own).toContain(LEFT_OUT_NOTE);
      expect(whole).not.toContain(LEFT_OUT_NOTE);
      for (const month of ['2026-08', '2026-10', '2026-11'])
        expect(own.split(`PAYROLL-${month}`)).toHaveLength(2);
      expect(own.indexOf('PAYROLL-2026-08')).toBeLessThan(own.indexOf('2026-10-0'));
      const entries = own.split(/\n(?=2026-\d\d-\d\d )/).length - 1;
      expect(own.trim().split('\n').at(-1)).toBe(`; end of export: ${entries} entries`);
    }
  });
});

/** The sums of an exported journal by the code of the account. */
function sumsOf(text: string): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const [, account, amount] of text.matchAll(/^\s+(\S+:\S+)\s+(-?[\d.]+) USD/gm)) {
    const code = account!.replace(/^.*:(\d+)-.*$/, '$1');
    sums[code] = Math.round((sums[code] ?? 0) + Number(amount) * 100);
  }
  return sums;
}

describe('figures without pay.read', () => {
  it('are those of the shown lines, and balance', async () => {
    const lines = await plainLines();
    const nets = new Map<string, number>();
    for (const { account, debit: one, credit: other, date } of lines)
      if (date < '2026-12') nets.set(account, (nets.get(account) ?? 0) + one - other);
    const trial = await trialBalance(billing(), { year: 2026, month: 11 });
    expect(new Map(trial.accounts.map((row) => [row.code, row.debit - row.credit]))).toEqual(nets);
    expect(trial).toMatchObject({ isBalanced: true, note: LEFT_OUT_NOTE });
    expect(await trialBalance(manager(), { year: 2026, month: 11 })).not.toHaveProperty('note');
    const { balanceSheet, cashFlow, profitLoss } = await statementsOf(
      billing(),
      isoMonth('2026-11'),
    );
    expect(balanceSheet.isBalanced).toBe(true);
    const { openingCash, closingCash, netCashChange } = cashFlow.totals;
    expect(closingCash.amount).toBe(openingCash.amount + netCashChange.amount);
    expect(closingCash.amount).toBe(nets.get('1110')! + nets.get('1160')!);
    const pay = lines
      .filter(({ account, date }) => account === '5420' && date.startsWith('2026-11'))
      .reduce((sum, line) => sum + line.debit - line.credit, 0);
    expect(profitLoss.expenses).toBe(pay);
    const months = await listAccountMonths(billing(), { year: 2026 });
    for (const { accountCode, month, debit: one, credit: other } of months) {
      const own = lines.filter(
        ({ account, date }) => account === accountCode && date.startsWith(month),
      );
      const sum = (side: 'debit' | 'credit') => own.reduce((all, line) => all + line[side], 0);
      expect([one, other]).toEqual([sum('debit'), sum('credit')]);
    }
  });
});
