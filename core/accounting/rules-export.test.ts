import { describe, expect, it } from 'vitest';
import { cents } from '../kernel/money.ts';
import { accountPaths, type BooksEntry, booksWriter } from './rules-export.ts';
import type { Account } from './schema.ts';

const account = (code: string, name: string, change: Partial<Account> = {}): Account => ({
  code,
  name,
  type: 'ASSET',
  parentCode: null,
  level: 2,
  normalBalance: 'DEBIT',
  isCash: false,
  isActive: true,
  ...change,
});

const chart = [
  account('1000', 'Assets', { level: 0 }),
  account('1100', 'Cash & Bank', { level: 1, parentCode: '1000' }),
  account('1110', 'Cash on Hand', { parentCode: '1100', isCash: true }),
  account('4500', 'other income', { level: 1, type: 'REVENUE', parentCode: '4000' }),
  account('4510', "Owner's / other: services", { type: 'REVENUE', parentCode: '4500' }),
];

const entry = (change: Partial<BooksEntry> = {}): BooksEntry => ({
  number: 'JE-2026-000001',
  date: '2026-11-21',
  description: 'Cash sale',
  reference: 'R-1',
  source: 'manual',
  sourceId: 1,
  revision: 1,
  lines: [
    { account: '1110', debit: cents(123_450), credit: cents(0), customerId: null, description: '' },
    {
      account: '4510',
      debit: cents(0),
      credit: cents(123_450),
      customerId: 7,
      description: 'Work',
    },
  ],
  ...change,
});

describe('accountPaths', () => {
  it('writes full paths of letters, digits and dashes', () => {
    expect([...accountPaths(chart)]).toEqual([
      ['1110', 'Assets:Cash-Bank:1110-Cash-on-Hand'],
      ['4510', 'Revenue:Other-income:4510-Owners-other-services'],
    ]);
  });

  it('begins every part with a capital or a digit, as beancount demands', () => {
    const foreign = [
      account('1600', 'نقد', { level: 1, parentCode: '1000' }),
      account('1610', '–', { parentCode: '1600' }),
    ];
    expect(accountPaths(foreign).get('1610')).toBe('Assets:1600-نقد:1610');
  });
});

describe('the hledger journal', () => {
  const writer = booksWriter('hledger', chart);

  it('declares its accounts and commodity', () => {
    expect(writer.head('Books; of a company')).toBe(
      [
        '; Books, of a company',
        '',
        'commodity 1000.00 USD',
        '',
        'account Assets:Cash-Bank:1110-Cash-on-Hand  ; type: C',
        'account Revenue:Other-income:4510-Owners-other-services',
        '',
        '',
      ].join('\n'),
    );
  });

  it('writes an entry with its signs', () => {
    expect(writer.entry(entry())).toBe(
      [
        '2026-11-21 * (JE-2026-000001) Cash sale',
        '    ; reference: R-1',
        '    ; source: manual 1 1',
        '    Assets:Cash-Bank:1110-Cash-on-Hand  1234.50 USD',
        '    Revenue:Other-income:4510-Owners-other-services  -1234.50 USD  ; customer: 7, note: Work',
        '',
        '',
      ].join('\n'),
    );
  });

  it('lets no text begin a comment, a tag, a date or a line', () => {
    const nasty = 'a;b|c\nd [2020-01-01] date:2020-01-01, date2:2020-01-01';
    const text = writer.entry(
      entry({
        description: nasty,
        reference: nasty,
        lines: entry().lines.map((line) => ({ ...line, description: nasty })),
      }),
    );
    const lines = text.split('\n');
    expect(lines).toHaveLength(7);
    expect(lines[0]).toBe(
      '2026-11-21 * (JE-2026-000001) a,b/c d [2020-01-01] date:2020-01-01, date2:2020-01-01',
    );
    for (const comment of lines.slice(1, 5).map((line) => line.slice(line.indexOf(';') + 1))) {
      expect(comment).not.toMatch(/date2?:|\[|;/);
    }
  });
});

describe('the beancount journal', () => {
  const writer = booksWriter('beancount', chart);

  it('opens its accounts in dollars', () => {
    const head = writer.head('The "Books"');
    expect(head).toContain('option "title" "The \\"Books\\""\n');
    expect(head).toContain('option "name_income" "Revenue"\n');
    expect(head.match(/^1900-01-01 open \S+ USD$/gm)).toHaveLength(2);
  });

  it('writes an entry with its link, and escapes its strings', () => {
    expect(writer.entry(entry({ description: 'Say "hello"\n\\o/', reference: '' }))).toBe(
      [
        '2026-11-21 * "Say \\"hello\\" \\\\o/" ^JE-2026-000001',
        '  source: "manual 1 1"',
        '  Assets:Cash-Bank:1110-Cash-on-Hand  1234.50 USD',
        '  Revenue:Other-income:4510-Owners-other-services  -1234.50 USD',
        '    customer: "7"',
        '    note: "Work"',
        '',
        '',
      ].join('\n'),
    );
  });
});
