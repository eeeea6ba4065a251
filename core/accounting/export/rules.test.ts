import { describe, expect, it } from 'vitest';
import { cents } from '../../kernel/money.ts';
import type { Account } from '../schema.ts';
import { accountPaths, type BooksEntry, booksWriter } from './rules.ts';

const account = (code: string, name: string, change: Partial<Account> = {}): Account => ({
  code,
  name,
  type: 'ASSET',
  parentCode: null,
  level: 2,
  normalBalance: 'DEBIT',
  isCash: false,
  currency: 'USD',
  cashFlow: 'operating',
  expenseClass: null,
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

const plain = {
  debit: cents(0),
  credit: cents(0),
  customerId: null,
  supplierId: null,
  employeeId: null,
  ssp: null,
  description: '',
};

const entry = (change: Partial<BooksEntry> = {}): BooksEntry => ({
  number: 'JE-2026-000001',
  date: '2026-11-21',
  description: 'Cash sale',
  reference: 'R-1',
  source: 'manual',
  sourceId: 1,
  revision: 1,
  lines: [
    { ...plain, account: '1110', debit: cents(123_450) },
    { ...plain, account: '4510', credit: cents(123_450), customerId: 7, description: 'Work' },
  ],
  ...change,
});

/** An entry in pounds, with a supplier and an employee. */
const inPounds = entry({
  reference: '',
  lines: [
    { ...plain, account: '4510', debit: cents(500), supplierId: 3 },
    { ...plain, account: '1110', credit: cents(300), ssp: cents(-120_001) },
    { ...plain, account: '1110', credit: cents(200), employeeId: 4, description: 'Work' },
  ],
});

const nasty = 'a;b|c\nd [2020-01-01] date:2020-01-01, date2:2020-01-01';

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

  it('writes pounds and parties as tags of a line', () => {
    expect(writer.entry(inPounds)).toBe(
      [
        '2026-11-21 * (JE-2026-000001) Cash sale',
        '    ; source: manual 1 1',
        '    Revenue:Other-income:4510-Owners-other-services  5.00 USD  ; supplier: 3',
        '    Assets:Cash-Bank:1110-Cash-on-Hand  -3.00 USD  ; ssp: -1200.01',
        '    Assets:Cash-Bank:1110-Cash-on-Hand  -2.00 USD  ; employee: 4, note: Work',
        '',
        '',
      ].join('\n'),
    );
  });

  it('lets no text begin a comment, a tag, a date or a line', () => {
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

  it('writes pounds as a number and parties as texts', () => {
    expect(writer.entry(inPounds).split('\n').slice(2, -2)).toEqual([
      '  Revenue:Other-income:4510-Owners-other-services  5.00 USD',
      '    supplier: "3"',
      '  Assets:Cash-Bank:1110-Cash-on-Hand  -3.00 USD',
      '    ssp: -1200.01',
      '  Assets:Cash-Bank:1110-Cash-on-Hand  -2.00 USD',
      '    employee: "4"',
      '    note: "Work"',
    ]);
  });
});

describe('the ledger journal', () => {
  const writer = booksWriter('ledger', chart);

  it('declares its commodity, tags and accounts', () => {
    const head = writer.head('Books; of a company');
    expect(head).toMatch(/^; Books, of a company\n\ncommodity USD\n {4}format 1000.00 USD\n\n/);
    expect(head).toContain('\ntag customer\n');
    expect(head.match(/^account \S+$/gm)).toHaveLength(2);
  });

  it('writes an entry with a tag on each line below its posting', () => {
    expect(writer.entry(inPounds)).toBe(
      [
        '2026-11-21 * (JE-2026-000001) Cash sale',
        '    ; source: manual 1 1',
        '    Revenue:Other-income:4510-Owners-other-services  5.00 USD',
        '    ; supplier: 3',
        '    Assets:Cash-Bank:1110-Cash-on-Hand  -3.00 USD',
        '    ; ssp: -1200.01',
        '    Assets:Cash-Bank:1110-Cash-on-Hand  -2.00 USD',
        '    ; employee: 4',
        '    ; note: Work',
        '',
        '',
      ].join('\n'),
    );
  });

  it('lets no text begin a comment, a date or a line', () => {
    const lines = writer
      .entry(
        entry({
          description: nasty,
          reference: nasty,
          lines: entry().lines.map((line) => ({ ...line, description: nasty })),
        }),
      )
      .split('\n');
    expect(lines).toHaveLength(10);
    expect(lines[0]).not.toContain(';');
    for (const comment of lines.filter((line) => line.startsWith('    ;')))
      expect(comment.slice(5)).not.toMatch(/;|\[|date:/);
  });
});
