import { describe, expect, it } from 'vitest';
import { isAppError } from '../../kernel/errors.ts';
import { headerKey } from '../../kernel/text.ts';
import { invoiceTable as billing } from '../fields/rules-billing.ts';
import { customerTable as customers } from '../fields/rules-customers.ts';
import { type ColumnPlan, type Mapping, parseMapping, planColumns } from './rules-mapping.ts';
import { createRowDecoder } from './rules-rows.ts';

const nothing: Mapping = { map: {}, value: {}, set: {} };

function columnsOf(plan: ColumnPlan, header: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    plan.fields.map(({ field, column, constant }) => [
      field.name,
      column === undefined ? `= ${constant}` : header[column]!,
    ]),
  );
}

function plan(header: readonly string[], mapping: Partial<Mapping> = {}) {
  return columnsOf(planColumns(customers, header, { ...nothing, ...mapping }), header);
}

function refusal(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (isAppError(error)) return error.message;
    throw error;
  }
  throw new Error('it was not refused');
}

describe('headers', () => {
  it('match a field in any case, spacing and punctuation', () => {
    for (const header of [
      'customerId',
      'customerID',
      'Customer ID',
      'customer_id',
      'CUSTOMER-ID',
    ]) {
      expect(headerKey(header)).toBe('customerid');
      expect(plan([header])).toEqual({ customerId: header });
    }
  });

  it('are found by their aliases, the most likely first', () => {
    const header = ['ID', 'Account Number', 'Full Name', 'MonthlyCharges', 'Town', 'Plan'];
    expect(plan(header)).toEqual({
      customerId: 'Account Number',
      name: 'Full Name',
      location: 'Town',
      packageType: 'Plan',
      monthlyFeeUsd: 'MonthlyCharges',
    });
  });

  it('are mapped to only one field', () => {
    for (const { fields } of [customers, billing]) {
      const keys = fields.flatMap(({ name, aliases }) => [name, ...aliases].map(headerKey));
      expect(new Set(keys).size).toBe(keys.length);
    }
  });

  it('that are not mapped are reported', () => {
    const { warnings } = planColumns(customers, ['customerId', 'gender', '', 'tenure'], nothing);
    expect(warnings).toEqual(['Columns that were not read: gender, tenure.']);
  });

  it('have no name without a header, and cannot be mapped', () => {
    expect(refusal(() => plan(['customerId', '', 'Fee'], { map: { name: [''] } }))).toContain(
      'The file has no column "". Columns: customerId, Fee.',
    );
  });

  it('must identify the customer of a row', () => {
    expect(refusal(() => plan(['Who', 'Fee']))).toBe(
      'No column of the file is known to hold customerId. Name it: customerId=Header. Columns: Who, Fee. If these are not the headers, say in which row they are.',
    );
    expect(refusal(() => plan(['Who'], { set: { customerId: 'A' } }))).toContain('customerId');
  });
});

describe('what a person maps', () => {
  const header = ['customerID', 'MonthlyCharges', 'Churn', 'name'];

  it('takes precedence over aliases, and two fields may read one column', () => {
    expect(
      plan(header, { map: { customerId: 'customerID', name: 'customerID', status: 'Churn' } }),
    ).toEqual({
      customerId: 'customerID',
      name: 'customerID',
      monthlyFeeUsd: 'MonthlyCharges',
      status: 'Churn',
    });
  });

  it('finds field and header in any spelling, and an empty header leaves the field out', () => {
    expect(plan(header, { map: { 'monthly fee usd': 'monthly charges', NAME: '' } })).toEqual({
      customerId: 'customerID',
      monthlyFeeUsd: 'MonthlyCharges',
    });
  });

  it('sets one value for all rows instead of a matching column', () => {
    expect(plan(header, { set: { name: 'Nobody', location: 'Yei' } })).toMatchObject({
      name: '= Nobody',
      location: '= Yei',
    });
  });

  it.each([
    [
      { map: { feee: 'Churn' } },
      'There is no field "feee" in customers. Fields: customerId, name, ',
    ],
    [{ set: { fee: '1' } }, 'There is no field "fee" in customers.'],
    [{ value: { 'fee.No': '1' } }, 'There is no field "fee" in customers.'],
    [
      { map: { status: 'Churned' } },
      'The file has no column "Churned". Similar: "Churn". Columns: customerID, MonthlyCharges, Churn, name.',
    ],
    [{ value: { status: 'Active' } }, 'Write "status" as field.From, then the new value.'],
    [
      { map: { status: 'Churn' }, set: { status: 'Active' } },
      '"status" is both mapped to a column and set',
    ],
    [{ map: { name: 'Churn', Name: 'name' } }, '"name" is mapped twice.'],
    [{ set: { status: 'Active', STATUS: 'Inactive' } }, '"status" is set twice.'],
    [
      { value: { 'status.No': 'Active', 'status.no': 'Inactive' } },
      '"status.no" is replaced twice.',
    ],
  ] as [Partial<Mapping>, string][])('%o is refused', (mapping, message) => {
    expect(refusal(() => plan(header, mapping))).toContain(message);
  });

  it('is refused when two headers match', () => {
    expect(
      refusal(() => plan(['customerId', 'Fee', 'FEE'], { map: { monthlyFeeUsd: 'fee' } })),
    ).toContain('Several columns of the file could be "fee"');
    expect(
      plan(['customerId', 'Fee', 'FEE'], { map: { monthlyFeeUsd: 'FEE' } }).monthlyFeeUsd,
    ).toBe('FEE');
  });

  it('is sent as JSON objects of texts', () => {
    expect(parseMapping({ map: '{"name":"Who"}' })).toEqual({ ...nothing, map: { name: 'Who' } });
    for (const text of ['[1]', '{"a":1}', 'nonsense', '"x"']) {
      expect(refusal(() => parseMapping({ map: text }))).toContain('map must be a JSON object');
      expect(refusal(() => parseMapping({ set: text }))).toBe(
        'set must be a JSON object of texts.',
      );
    }
    expect(refusal(() => parseMapping({ map: `{"name":"${'x'.repeat(30_000)}"}` }))).toBe(
      'map can have at most 20000 characters.',
    );
  });
});

describe('a row', () => {
  const header = ['customerId', 'name', 'monthlyFeeUsd', 'status', 'phone'];

  function decoder(mapping: Partial<Mapping> = {}) {
    return createRowDecoder(customers, planColumns(customers, header, { ...nothing, ...mapping }));
  }

  function decode(cells: string[], mapping: Partial<Mapping> = {}) {
    const rows = decoder(mapping);
    const row = rows.read({ row: 17, cells });
    return (
      row &&
      rows.decode(
        row,
        rows.fields.map(() => 'usual'),
      )
    );
  }

  it('is decoded by the schema of the form, with values set for all rows', () => {
    expect(
      decode([' A-1 ', 'Bór', '$1,250.50', 'no', '0977 123 456'], {
        value: { 'status.No': 'Active' },
        set: { location: 'juba central', packageType: 'Flexible Plan' },
      }),
    ).toEqual({
      row: 17,
      value: {
        customerId: 'A-1',
        name: 'Bór',
        monthlyFeeUsd: 125_050,
        status: 'Active',
        phone: '+211977123456',
        location: 'Juba Central',
        packageType: 'Flexible Plan',
      },
    });
  });

  it('has no value for an empty cell', () => {
    expect(decode(['A-1', '', ' ', '', ''])).toEqual({ row: 17, value: { customerId: 'A-1' } });
  });

  it('is skipped when it is blank', () => {
    expect(decode(['', ' ', '', '', ''])).toBeUndefined();
  });

  it('is reported with all its problems', () => {
    expect(decode(['', 'A', '1', 'Active', ''])).toMatchObject({
      row: 17,
      errors: ['customerId: This field is required.'],
    });
    expect(decode(['A-1', 'A', 'much', 'Active', '12'])).toMatchObject({
      row: 17,
      errors: [
        'monthlyFeeUsd: Enter an amount such as 125 or 1,250.50; it says much. Mend it with --value "monthlyFeeUsd.much=AMOUNT".',
      ],
    });
    expect(decode(['A-1', 'A', '-5', 'Gone', ''])).toMatchObject({
      row: 17,
      errors: ['monthlyFeeUsd: The amount cannot be negative; it says -5.'],
      partial: { unknownStatus: 'Gone' },
    });
    expect(decode(['A-1', 'A', '5', 'Gone', ''])).toMatchObject({
      value: { unknownStatus: 'Gone' },
      notes: [
        {
          message:
            'status: This is none of the statuses here; a new customer is Inactive, and not billed, until it is changed',
          cell: 'Gone',
        },
      ],
    });
    expect(decode(['A-1', 'A', '-5', '', ''])).toMatchObject({
      row: 17,
      errors: ['monthlyFeeUsd: The amount cannot be negative; it says -5.'],
    });
  });

  it('has its problems without options of the shell, and the cells that could be read', () => {
    expect(decode(['A-1', 'A', '-5', 'Gone ', ''])).toMatchObject({
      problems: [
        {
          message: 'monthlyFeeUsd: The amount cannot be negative; it says -5.',
          field: 'monthlyFeeUsd',
          text: '-5',
        },
      ],
      partial: { customerId: 'A-1', name: 'A' },
    });
  });

  it('with a problem from the file reader is refused with that reason', () => {
    const rows = decoder();
    const row = rows.read({ row: 9, cells: ['A-1', '', '', '', ''], problem: 'Too long.' })!;
    expect(rows.decode(row, [])).toMatchObject({ row: 9, errors: ['Too long.'] });
  });

  it('is not decoded when a value set for all rows is invalid', () => {
    expect(refusal(() => decoder({ set: { location: 'Kampala' } }))).toContain(
      'location: "Kampala" is unknown. Choose one of:',
    );
    expect(refusal(() => decoder({ set: { address: 'x'.repeat(501) } }))).toContain('at most 500');
  });

  it('reports unused replacements', () => {
    const rows = decoder({ value: { 'status.No': 'Active', 'status.Yes': 'Inactive' } });
    rows.read({ row: 2, cells: ['A', '', '', 'No', ''] });
    expect(rows.unusedValues()).toEqual(['status.Yes']);
  });
});
