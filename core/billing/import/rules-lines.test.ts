import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isoDate } from '../../kernel/dates.ts';
import { cents } from '../../kernel/money.ts';
import { gatherRows } from './rules-lines.ts';
import type { ImportedInvoice } from './rules-types.ts';

const head = {
  invoiceId: 'A-1',
  customerId: 'SC001',
  billDate: isoDate('2026-10-01'),
  dueDate: isoDate('2026-10-15'),
} satisfies ImportedInvoice;
const line = (description: string, amount: number, rest: Partial<ImportedInvoice> = {}) => ({
  ...head,
  description,
  amountUsd: cents(amount),
  ...rest,
});
/** A row with no field of the invoice except its number. */
const bare = (description: string, amount: number, rest: Partial<ImportedInvoice> = {}) => ({
  invoiceId: 'A-1',
  description,
  amountUsd: cents(amount),
  ...rest,
});
const gather = (...rows: ImportedInvoice[]) =>
  gatherRows(
    rows,
    rows.map((_, index) => index + 2),
  );
function refusal(...rows: ImportedInvoice[]): string {
  const gathered = gather(...rows);
  if (gathered.outcome !== 'refused') throw new Error(`it is taken as ${gathered.outcome}`);
  return gathered.message;
}

describe('rows of one invoice number', () => {
  it('that differ only in description and amount are its lines', () => {
    const gathered = gather(
      line('Internet', 65_000),
      line('Router', 124_000, { customerId: 'sc001' }),
      line('Cable', 600_000),
    );
    expect(gathered).toEqual({
      outcome: 'lines',
      invoice: {
        ...head,
        description: 'Internet and 2 more',
        amountUsd: 789_000,
        lines: [
          { description: 'Internet', amountUsd: 65_000 },
          { description: 'Router', amountUsd: 124_000 },
          { description: 'Cable', amountUsd: 600_000 },
        ],
      },
    });
  });

  it('are lines too if only the first has the shared fields', () => {
    const paid = { status: 'paid', paidDate: isoDate('2026-10-02') } as const;
    for (const rows of [
      [line('Internet', 100, paid), bare('Router', 200)],
      [bare('Router', 200), line('Internet', 100, paid)],
      [line('Internet', 100, paid), bare('Router', 200, { status: 'paid' })],
    ]) {
      expect(gather(...rows)).toMatchObject({
        outcome: 'lines',
        invoice: { ...head, ...paid, amountUsd: 300 },
      });
    }
  });

  it('that are all equal are a repeated row', () => {
    const row = line('Internet', 100);
    expect(gather(row, { ...row }, { ...row, customerId: 'sc001' })).toEqual({
      outcome: 'repeated',
      invoice: row,
    });
  });

  it.each([
    ['customerId', { customerId: 'SC002' }],
    ['billDate', { billDate: isoDate('2026-10-02') }],
    ['dueDate', { dueDate: isoDate('2026-10-16') }],
  ] as const)('that disagree about %s are refused', (name, other) => {
    expect(refusal(line('Internet', 100), line('Router', 200, other))).toBe(
      `invoiceId: Rows 2 and 3 have the number A-1 and disagree about ${name}. The lines of one invoice differ in description and amount alone.`,
    );
  });

  it('that disagree about status or payment are refused, also if one leaves them out', () => {
    const paid = { status: 'paid', paidDate: isoDate('2026-10-02') } as const;
    expect(refusal(line('a', 1, paid), line('b', 2, { status: 'pending' }))).toContain(
      'disagree about status.',
    );
    expect(refusal(line('a', 1, paid), line('b', 2))).toBe(
      'invoiceId: Rows 2 and 3 have the number A-1, and row 3 leaves out status, paidDate, which others of them have.',
    );
    expect(refusal(line('a', 1, { notes: 'x' }), line('b', 2, { notes: 'y' }))).toContain('notes');
    expect(gather(line('a', 1, { notes: 'x' }), line('b', 2))).toMatchObject({
      invoice: { notes: 'x' },
    });
  });

  it('of which only two are equal are refused, because it may be a repeat', () => {
    const rows = [line('Router', 100), line('Internet', 200), line('Router', 100)];
    expect(refusal(...rows)).toBe(
      'invoiceId: Rows 2, 3 and 4 have the number A-1, and rows 2 and 4 have the same description and amount: two equal lines, or one of them twice? Tell them apart by the description, or leave one out.',
    );
    expect(refusal(line('Router', 100), bare('Router', 100))).toContain(
      'rows 2 and 3 have the same',
    );
  });

  it('need amounts, with a total up to the maximum of an invoice', () => {
    expect(refusal(line('a', 1), { ...head, description: 'b' })).toContain('row 3 has no amount.');
    expect(refusal(line('a', 200_000_000), line('b', 200_000_000))).toContain(
      'come to more than $3,000,000.00.',
    );
  });

  it('may have the paid amount once, or if it cannot be that of a line', () => {
    const partial = (amount: number) =>
      ({ status: 'partial', paidAmountUsd: cents(amount), paidDate: head.billDate }) as const;
    const silent = { status: 'partial', paidDate: head.billDate } as const;
    expect(gather(line('a', 100, partial(90)), line('b', 200, silent))).toMatchObject({
      invoice: { amountUsd: 300, paidAmountUsd: 90 },
    });
    expect(gather(line('a', 100, partial(250)), line('b', 200, partial(250)))).toMatchObject({
      invoice: { amountUsd: 300, paidAmountUsd: 250 },
    });
    expect(refusal(line('a', 100, partial(90)), line('b', 200, partial(90)))).toContain(
      'paidAmountUsd stands in several of them',
    );
    expect(refusal(line('a', 100, partial(90)), line('b', 200, partial(80)))).toContain(
      'disagree about paidAmountUsd',
    );
  });

  it('have the same result in any order', () => {
    const row = fc.record({
      isBare: fc.boolean(),
      customerId: fc.constantFrom('SC001', 'sc001', 'SC001', 'sc001', 'SC002'),
      description: fc.constantFrom('a', 'b', 'c', 'd', undefined),
      amount: fc.integer({ min: 1, max: 4 }),
      status: fc.constantFrom('pending', 'paid', undefined),
    });
    const rowsOf = fc.array(row, { minLength: 2, maxLength: 5 }).map((drawn) =>
      drawn.map(({ isBare, customerId, description, amount, status }): ImportedInvoice => {
        const rest = { ...(status && { status }), ...(description && { description }) };
        return {
          ...(isBare ? {} : { ...head, customerId }),
          ...rest,
          invoiceId: 'A-1',
          amountUsd: cents(amount),
        };
      }),
    );
    let lines = 0;
    fc.assert(
      fc.property(
        rowsOf.chain((rows) =>
          fc.tuple(fc.constant(rows), fc.shuffledSubarray(rows, { minLength: rows.length })),
        ),
        ([rows, shuffled]) => {
          const gathered = gather(...rows);
          const other = gather(...shuffled);
          expect(other.outcome).toBe(gathered.outcome);
          if (gathered.outcome !== 'lines' || other.outcome !== 'lines') return;
          lines += 1;
          const sum = rows.reduce((total, { amountUsd }) => total + amountUsd!, 0);
          for (const { invoice } of [gathered, other]) {
            expect(invoice.amountUsd).toBe(sum);
            expect(invoice.lines!.reduce((total, { amountUsd }) => total + amountUsd, 0)).toBe(sum);
            expect(invoice.status).toBe(rows.find(({ status }) => status)?.status);
          }
        },
      ),
      { numRuns: 500 },
    );
    expect(lines).toBeGreaterThan(0);
  });
});
