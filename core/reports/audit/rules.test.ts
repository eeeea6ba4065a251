import { expect, it } from 'vitest';
import { department } from '../../hr/departments/schema.ts';
import { employee } from '../../hr/employees/schema.ts';
import { guardOf } from '../../kernel/guarded.ts';
import { shownValues } from './rules.ts';

const nobody = () => false;
const valuesOf = (schema: typeof employee | typeof department) =>
  Object.fromEntries(Object.keys(schema.shape).map((name) => [name, 7]));

it.each([
  ['employee', employee],
  ['department', department],
])('a line of an %s lacks each guarded field', (entity, schema) => {
  const shown = shownValues(entity, valuesOf(schema), nobody)!;
  for (const [name, field] of Object.entries(schema.shape))
    expect([name, name in shown]).toEqual([name, guardOf(field) === undefined]);
  expect(shownValues(entity, valuesOf(schema), () => true)).toEqual(valuesOf(schema));
});

it('a line of a contract paper does not name the file', () => {
  expect(shownValues('employee', { id: 1, fileName: 'contract-450.pdf' }, nobody)).toEqual({
    id: 1,
  });
});

it('lines of payrolls and advances have no values, others have all', () => {
  expect(shownValues('payroll', { netPay: 450 }, nobody)).toBeNull();
  expect(shownValues('employeeAdvance', { amountUsd: 450 }, nobody)).toBeNull();
  expect(shownValues('customer', { amountUsd: 450 }, nobody)).toEqual({ amountUsd: 450 });
});
