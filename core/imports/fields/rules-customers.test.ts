import { describe, expect, it } from 'vitest';
import { planColumns } from '../reading/rules-mapping.ts';
import { createRowDecoder } from '../reading/rules-rows.ts';
import { customerTable } from './rules-customers.ts';

const nothing = { map: {}, value: {}, set: {} };

function decoded(phone: string) {
  const plan = planColumns(customerTable, ['Customer ID', 'Phone Numbers'], nothing);
  const decoder = createRowDecoder(customerTable, plan);
  const row = decoder.read({ row: 2, cells: ['C1', phone] })!;
  return decoder.decode(
    row,
    decoder.fields.map(() => 'usual'),
  );
}

describe('a telephone cell', () => {
  it.each([
    ['+211 912 345 619, 0922 111 222', '+211912345619'],
    ['Phone: 0911 222 101 Mobile: 0922 333 101', '+211911222101'],
    ['0911 222 101 / 0922 333 101', '+211911222101'],
    ['123; 0922 333 101', '+211922333101'],
    ['٠٩١١ ٢٢٢ ١٠١ / ٠٩٢٢٣٣٣١٠١', '+211911222101'],
    ['0911222101 0922333101', '+211911222101'],
    ['0911222101-0922333101', '+211911222101'],
  ])('%s gives its first valid number, with a note', (text, phone) => {
    const row = decoded(text);
    expect(row).toMatchObject({ value: { phone } });
    expect('notes' in row && row.notes?.[0]).toEqual({
      message: expect.stringContaining('and the others left out'),
      cell: expect.stringContaining(` as ${phone}`),
    });
  });

  it.each([
    '12345',
    'none',
    '+254-722123413',
    '+254 722123413',
    '(256) 772123411',
    '123, 456',
    `${'0,'.repeat(200)}0922333101`,
  ])('%s without a valid number is left out', (text) => {
    const row = decoded(text);
    expect(row).not.toHaveProperty('value.phone');
    expect('notes' in row && row.notes?.[0]).toMatchObject({
      message: expect.stringContaining('Left out'),
    });
  });
});

it('the titles of a list of customers are known', () => {
  const header = ['No.', 'Name', 'Phone Numbers', 'Monthly (USD)', 'Start', 'Open Balance'];
  const { fields } = planColumns(customerTable, header, nothing);
  expect(
    Object.fromEntries(fields.map(({ field, column }) => [header[column!], field.name])),
  ).toEqual({
    'No.': 'customerId',
    Name: 'name',
    'Phone Numbers': 'phone',
    'Monthly (USD)': 'monthlyFeeUsd',
    Start: 'serviceStartDate',
    'Open Balance': 'openingBalanceUsd',
  });
});
