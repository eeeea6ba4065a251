import { readFileSync } from 'node:fs';
import { sourceFile, sourceFiles } from '@nimule/fixtures/testing/documents/source-imports';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { headerKey } from '../../kernel/text.ts';
import { entryTable } from '../fields/rules-accounting.ts';
import { invoiceTable } from '../fields/rules-billing.ts';
import { cashTable } from '../fields/rules-cash.ts';
import { customerTable } from '../fields/rules-customers.ts';
import { importTables } from '../importers/service.ts';
import { planColumns } from '../reading/rules-mapping.ts';
import { importSources } from './rules.ts';
import { detectSource, readyMapping } from './rules-detect.ts';
import { detectType } from './rules-kinds.ts';
import { suggestMapping } from './rules-suggest.ts';

const tables = importTables;

/** The cells of a line without separators in quotes. */
function cellsOf(line: string): string[] {
  const separator = line.includes(';') ? ';' : ',';
  return line.split(separator).map((cell) => cell.replaceAll('"', ''));
}

function headerOf(key: string): string[] {
  const lines = readFileSync(sourceFile(key), 'utf8').replace('\ufeff', '').split(/\r?\n/);
  const below: Record<string, number> = {
    'uisp-clients': 3,
    'quickbooks-trial-balance': 2,
    'bank-statement': 2,
  };
  return cellsOf(lines[below[key] ?? 0]!);
}

const headers = sourceFiles.map((key): [string, string[]] => [key, headerOf(key)]);

test('every file is of a known system', () => {
  const keys = importSources.map(({ key }) => key);
  expect(keys).toEqual(expect.arrayContaining([...sourceFiles]));
  expect(new Set(keys).size).toBe(keys.length);
});

describe.each(headers)('the file %s', (key, header) => {
  const source = importSources.find((one) => one.key === key)!;

  it('is recognised in any order and spelling of its columns', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(header, { minLength: header.length }), (mixed) => {
        expect(detectSource(mixed)?.key).toBe(key);
        expect(detectSource(mixed.map((name) => name.toUpperCase()))?.key).toBe(key);
      }),
      { numRuns: 20 },
    );
    expect(detectType(header, tables)).toBe(source.type);
  });

  it('has a ready mapping that its columns fit, the same in any order', () => {
    const table = tables[source.type];
    const mapping = readyMapping(source, table, header);
    expect(readyMapping(source, table, [...header].reverse())).toEqual(mapping);
    expect(() => planColumns(table, header, mapping)).not.toThrow();
    expect(mapping).toMatchSnapshot();
  });
});

/** Fields that some types do not have; a ready mapping leaves them out there. */
const TO_COME = [
  'currency',
  'direction',
  'balance',
  'invoiceNumber',
  'customerEmail',
  'customerPhone',
];

test('the fields of the ready mappings exist, or are known to come', () => {
  for (const { type, map, values, set } of importSources) {
    const known = [...tables[type].fields.map(({ name }) => name), ...TO_COME];
    for (const name of [...Object.keys(map), ...Object.keys(values), ...Object.keys(set)])
      expect(known).toContain(name);
  }
});

describe('a file that is of no known system', () => {
  it.each([
    ['the template of customers', customerTable.fields.map(({ name }) => name), 'customers'],
    ['the template of invoices', invoiceTable.fields.map(({ name }) => name), 'billing'],
    ['the template of a cash book', cashTable.fields.map(({ name }) => name), 'cash'],
    ['the template of entries', entryTable.fields.map(({ name }) => name), 'accounting'],
    ['customers', ['Customer No', 'Full Name', 'Phone', 'Plan'], 'customers'],
    ['invoices', ['Invoice No', 'Account', 'Amount', 'Invoice Date'], 'billing'],
    ['a cash book', ['Date', 'Details', 'Money In', 'Money Out', 'Balance'], 'cash'],
    ['entries', ['Date', 'Voucher No', 'Account', 'Dr', 'Cr', 'Narration'], 'accounting'],
    ['the template of a chart', tables.accounts.fields.map(({ name }) => name), 'accounts'],
    ['the template of a trial balance', tables.openings.fields.map(({ name }) => name), 'openings'],
    ['a trial balance', ['Account Code', 'Account Name', 'Debit', 'Credit'], 'openings'],
    ['a trial balance without codes', ['Account', 'Debit', 'Credit'], 'openings'],
    ['a trial balance in one column', ['Account', 'Name', 'Closing Balance'], 'openings'],
    ['a chart', ['Account', 'Type', 'Detail type', 'Description', 'Balance'], 'accounts'],
    ['a chart with codes', ['Code', 'Name', 'Account Type', 'Parent Account'], 'accounts'],
    [
      'a cash book with an account',
      ['Date', 'Description', 'Account', 'Debit', 'Credit', 'Balance', 'Ref'],
      'accounting',
    ],
    [
      'a journal of QuickBooks Online',
      ['Journal No.', 'Journal Date', 'Account Name', 'Description', 'Debits', 'Credits', 'Name'],
      'accounting',
    ],
    ['other data', ['Serial', 'Weight'], undefined],
    ['nothing', [], undefined],
  ])('%s is told by its columns', (_, header, type) => {
    expect(detectSource(header)).toBeUndefined();
    expect(detectType(header, tables)).toBe(type);
  });
});

describe('a suggestion', () => {
  it('joins names, takes the first telephone and tells what is missing and unused', () => {
    const header = ['Account No', 'First Name', 'Surname', 'Telephone', 'Mobile', 'Fee', 'Colour'];
    const rows = [
      ['1', 'Achol', 'Deng', '', '0912 345 678', '125', 'red'],
      ['2', 'Lual', 'Atem', '0977 123 456', '', 'free', ''],
      ['3', 'Keji', 'Wani', '', '', 'none', ''],
    ];
    const { mapping, fields, missing, unused, source } = suggestMapping(
      customerTable,
      header,
      rows,
    );
    expect(source).toBeUndefined();
    expect(mapping.map).toEqual({
      customerId: 'Account No',
      name: ['First Name', 'Surname'],
      phone: { first: ['Telephone', 'Mobile'] },
      monthlyFeeUsd: 'Fee',
    });
    const of = (name: string) => fields.find(({ field }) => field === name);
    expect(of('customerId')).toMatchObject({ confidence: 'likely', isRequired: true, sample: '1' });
    expect(of('name')).toMatchObject({ columns: ['First Name', 'Surname'], sample: 'Achol Deng' });
    expect(of('phone')).toMatchObject({ confidence: 'likely', sample: '0912 345 678' });
    expect(of('monthlyFeeUsd')).toMatchObject({ confidence: 'doubtful', unread: ['free', 'none'] });
    expect(of('status')).toMatchObject({ confidence: 'none', columns: [] });
    expect(missing).toEqual([]);
    expect(unused).toEqual(['Colour']);
    expect(suggestMapping(customerTable, ['Name'], []).missing).toEqual(['customerId']);
  });

  it('takes a customer name for a missing customer id', () => {
    const header = ['Invoice No', 'Customer Name', 'Amount', 'Date'];
    expect(suggestMapping(invoiceTable, header, []).missing).toEqual([]);
    expect(suggestMapping(invoiceTable, header.slice(0, 1), []).missing).toEqual([
      'customerId',
      'amountUsd',
      'billDate',
    ]);
  });

  it('is the ready mapping of a known system, with its values', () => {
    const header = headerOf('phpnuxbill-customers');
    const row = header.map((name) => ({ status: 'on', phonenumber: '0' })[headerKey(name)] ?? 'x');
    const { source, fields } = suggestMapping(customerTable, header, [row]);
    expect(source?.combinesRows).toBe(true);
    expect(fields.find(({ field }) => field === 'status')).toMatchObject({
      confidence: 'sure',
      unread: [],
    });
    expect(fields.find(({ field }) => field === 'packageType')).toMatchObject({
      confidence: 'doubtful',
      unread: ['x'],
    });
  });
});
