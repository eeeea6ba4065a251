import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isAppError } from '../../kernel/errors.ts';
import { money, parseCents } from '../../kernel/money.ts';
import type { ImportTable } from '../fields/rules.ts';
import { customerTable } from '../fields/rules-customers.ts';
import type { MappedColumns } from '../schema-mapping.ts';
import {
  type Combination,
  combinationOf,
  combinedText,
  negatedAmount,
  parseExpression,
  writeExpression,
} from './rules-combined.ts';
import { headersKey, nearHeaders } from './rules-headers.ts';
import { type Mapping, parseMapping, planColumns, writeMapping } from './rules-mapping.ts';
import { createRowDecoder } from './rules-rows.ts';

const nothing: Mapping = { map: {}, value: {}, set: {} };
const header = ['ID', 'First Name', 'Last Name', 'Company', 'Phone', 'Mobile', 'A+B', 'Balance'];

/** The customers' columns with a signed amount. */
const signedTable: ImportTable<never> = {
  ...customerTable,
  schema: customerTable.schema.extend({ balance: money.optional() }) as never,
  fields: [
    ...customerTable.fields,
    { name: 'balance', kind: 'amount', aliases: [], example: '0.00' },
  ],
} as never;

function read(map: Record<string, MappedColumns>, cells: string[], table = signedTable) {
  const mapping = parseMapping(writeMapping({ ...nothing, map: { name: '', phone: '', ...map } }));
  const decoder = createRowDecoder(table, planColumns(table, header, mapping));
  const row = decoder.read({ row: 2, cells })!;
  const decoded = decoder.decode(
    row,
    decoder.fields.map(() => 'usual'),
  );
  if ('errors' in decoded) throw new Error(decoded.errors.join(' '));
  return decoded.value as Record<string, unknown>;
}

function refusal(map: Record<string, MappedColumns>): string {
  try {
    read(map, []);
  } catch (error) {
    if (isAppError(error)) return error.message;
    throw error;
  }
  throw new Error('it was not refused');
}

const person = ['7', ' Deng ', 'Akol', '', '', '0977 123 456', 'both', '12.50'];
const company = ['8', '', '', 'Nile Traders', '0912 345 678', '0977 123 456', 'both', '-3'];

describe('a field of several columns', () => {
  it('joins their texts and leaves empty ones out', () => {
    for (const name of [
      ['First Name', 'Last Name'],
      'First Name+Last Name',
      ' first_name + LastName',
    ]) {
      expect(read({ name }, person).name).toBe('Deng Akol');
      expect(read({ name }, ['7', '', 'Akol']).name).toBe('Akol');
    }
    const name = { first: [['Last Name', 'First Name']], separator: ', ' };
    expect(read({ name }, person).name).toBe('Akol, Deng');
  });

  it('takes the first that has a text', () => {
    for (const phone of ['Phone|Mobile', { first: ['Phone', 'Mobile'] }]) {
      expect(read({ phone }, person).phone).toBe('+211977123456');
      expect(read({ phone }, company).phone).toBe('+211912345678');
    }
    const name = 'Company|First Name+Last Name';
    expect(read({ name }, person).name).toBe('Deng Akol');
    expect(read({ name }, company).name).toBe('Nile Traders');
  });

  it('has no value if all are empty', () => {
    expect(read({ phone: 'Phone|Mobile' }, ['7'])).toEqual({ customerId: '7' });
  });

  it('may have an operator in a header', () => {
    expect(read({ name: 'A+B' }, person).name).toBe('both');
    expect(read({ name: '"A+B"+Last Name' }, person).name).toBe('both Akol');
    expect(read({ name: ['A+B', 'Last Name'] }, person).name).toBe('both Akol');
  });

  it('changes the sign of an amount only', () => {
    expect(read({ balance: '-Balance' }, person).balance).toBe(-1_250);
    expect(read({ balance: { first: ['Balance'], negate: true } }, company).balance).toBe(300);
    expect(refusal({ address: '-Company' })).toBe(
      '"address" is no amount, so it cannot be computed.',
    );
  });

  it('may be an amount less another', () => {
    const file = (total: string, due: string) => ['7', '', '', total, '', '', due, ''];
    const balance = { first: ['Company'], less: 'A+B' };
    expect(read({ balance }, file('1,250.50', '250.00')).balance).toBe(100_050);
    expect(read({ balance }, file('100', '100.00')).balance).toBe(0);
    expect(read({ balance }, file('100', '')).balance).toBe(10_000);
    expect(() => read({ balance }, file('100', 'all'))).toThrow('100 less all');
    expect(read({ balance: { ...balance, negate: true } }, file('5', '2')).balance).toBe(-300);
  });

  it('is refused in words that name the column', () => {
    expect(refusal({ name: 'Frist Name+Last Name' })).toContain(
      'The file has no column "Frist Name". Similar: "Last Name", "First Name". Columns: ID, First Name',
    );
    expect(refusal({ name: ['First Name', 'Surname'] })).toContain(
      'The file has no column "Surname".',
    );
    expect(refusal({ name: 'First Name+' })).toContain('A column is missing in First Name+: write');
    expect(refusal({ name: '"First Name' })).toContain('A quote is not closed');
    expect(refusal({ name: '"First Name" Last' })).toContain(
      'Write + or | after the quoted column',
    );
    expect(refusal({ name: Array.from({ length: 21 }, () => 'ID').join('+') })).toContain(
      'at most 20 columns',
    );
    expect(refusal({ name: Array.from({ length: 21 }, () => 'ID') })).toContain(
      'map must be a JSON object of headers',
    );
  });

  it('counts as read, all of its columns', () => {
    const map = { name: 'Company|First Name+Last Name', phone: 'Phone|Mobile' };
    const { warnings } = planColumns(customerTable, header, { ...nothing, map });
    expect(warnings).toEqual(['Columns that were not read: A+B, Balance.']);
  });
});

const headerText = fc.string({ minLength: 1, maxLength: 12, unit: fc.constantFrom(...'ab +|"-é') });
const names = fc.array(fc.array(headerText, { minLength: 1, maxLength: 4 }), {
  minLength: 1,
  maxLength: 5,
});
const usable = (all: string[][]) => all.flat().every((name) => name.trim() !== '');

describe('an expression', () => {
  it('is read back as it was written, whatever the headers contain', () => {
    fc.assert(
      fc.property(names.filter(usable), fc.boolean(), (alternatives, isNegated) => {
        const combination: Combination<string> = { alternatives, separator: ' ', isNegated };
        const text = writeExpression(combination)!;
        const parsed = parseExpression(text);
        if (parsed.kind === 'header') expect(combination.alternatives).toEqual([[text]]);
        else expect(parsed).toEqual({ kind: 'combination', ...combination });
      }),
    );
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'a+|"- ') }), (text) => {
        expect(['header', 'problem', 'combination']).toContain(parseExpression(text).kind);
      }),
    );
  });

  it('reads the same cells in any order of the columns', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.tuple(fc.string({ minLength: 1 }), fc.string()), {
          minLength: 2,
          maxLength: 6,
          selector: ([name]) => name,
        }),
        fc.nat(),
        (columns, turn) => {
          const by = turn % columns.length;
          const turned = [...columns.slice(by), ...columns.slice(0, by)];
          const wanted = columns.map(([name]) => name);
          const textOf = (file: [string, string][]) =>
            combinedText(
              {
                alternatives: [wanted.map((name) => file.findIndex((one) => one[0] === name))],
                separator: ' ',
                isNegated: false,
              },
              (column) => file[column]![1],
            );
          expect(textOf(turned)).toBe(textOf(columns));
        },
      ),
    );
  });

  it('cannot say another separator than a blank', () => {
    expect(
      writeExpression(combinationOf({ first: [['A', 'B']], separator: ', ' })),
    ).toBeUndefined();
  });
});

describe('a mapping', () => {
  const columns = fc.oneof(
    headerText,
    fc.array(headerText, { minLength: 1, maxLength: 4 }),
    fc.record(
      {
        first: fc.array(
          fc.oneof(headerText, fc.array(headerText, { minLength: 1, maxLength: 3 })),
          {
            minLength: 1,
            maxLength: 3,
          },
        ),
        separator: fc.string({ maxLength: 3 }),
        negate: fc.boolean(),
        less: headerText,
      },
      { requiredKeys: ['first'] },
    ),
  );
  const texts = fc.dictionary(fc.string({ maxLength: 8 }), fc.string({ maxLength: 8 }));

  it('is read back as it was written', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string({ maxLength: 8 }), columns),
        texts,
        texts,
        (map, value, set) => {
          const mapping = JSON.parse(JSON.stringify({ map, value, set }));
          expect(parseMapping(writeMapping(mapping))).toEqual(mapping);
        },
      ),
    );
  });
});

describe('an amount with the other sign', () => {
  it('is the negative amount, and twice the same', () => {
    fc.assert(
      fc.property(fc.integer({ min: -10_000_000, max: 10_000_000 }), (amount) => {
        const text = (amount / 100).toFixed(2);
        const turned = negatedAmount(text);
        expect(parseCents(turned)! + parseCents(text)!).toBe(0);
        expect(parseCents(negatedAmount(turned))).toBe(parseCents(text));
      }),
    );
  });

  it.each([
    ['1.234,50', '-1.234,50'],
    ['-1 250', '1 250'],
    ['(5.00)', '5.00'],
    ['+7', '-7'],
    ['$3', '-$3'],
    ['0.00', '0.00'],
    ['n/a', 'n/a'],
    ['', ''],
  ])('%s becomes %s', (text, expected) => expect(negatedAmount(text)).toBe(expected));
});

describe('the key of a set of headers', () => {
  it('does not depend on order, case or punctuation', () => {
    const key = headersKey(['Customer ID', 'Name', '']);
    expect(key).toMatch(/^2-[0-9a-f]{32}$/);
    expect(headersKey(['name', 'customer_id'])).toBe(key);
    expect(headersKey(['Name', 'Customer ID', 'Phone'])).not.toBe(key);
  });
});

describe('similar headers', () => {
  it('are found by common letters', () => {
    expect(nearHeaders(header, 'Lastname')).toEqual(['Last Name', 'First Name']);
    expect(nearHeaders(header, 'Telephone')).toEqual(['Phone']);
    expect(nearHeaders(header, 'Weight')).toEqual([]);
  });
});
