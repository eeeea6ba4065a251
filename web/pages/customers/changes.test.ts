import { customer, customerTypes, locations } from '@nimule/core/customers/schema';
import { inputOf } from '@nimule/core/kernel/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { aCustomer } from '../../testing/samples.ts';
import { formValuesOf } from '../../ui/form/form.tsx';
import { changesOf } from './changes.ts';
import { customerForm } from './customer-fields.tsx';

const before = z.decode(customer, aCustomer() as z.input<typeof customer>);

/** The form's input after changing some fields. */
function typed(changes: Record<string, unknown>) {
  const boxes = { ...formValuesOf(customerForm, before), ...changes };
  return inputOf(customerForm, boxes) as z.input<typeof customerForm>;
}

test('an unchanged form has no changes', () => {
  expect(changesOf(before, typed({}))).toEqual({});
});

test('another notation of the same value is not a change', () => {
  const input = typed({
    phone: '0920 000 001',
    otherExpensesUsd: '$12.50',
    name: ' Juba Tea House ',
  });
  expect(changesOf(before, input)).toEqual({});
});

test('contains only changed fields, in wire form', () => {
  const input = typed({ address: '', otherExpensesUsd: '7.5', installationDate: '2026-02-01' });
  expect(changesOf(before, input)).toEqual({
    address: '',
    otherExpensesUsd: 7.5,
    installationDate: '2026-02-01',
  });
});

test('a fixed package sets its terms, whatever the locked fields contain', () => {
  const input = typed({ packageType: 'Basic Fiber', bandwidth: '999', monthlyFeeUsd: '1' });
  expect(changesOf(before, input)).toEqual({
    packageType: 'Basic Fiber',
    bandwidth: 10,
    monthlyFeeUsd: 125,
  });
});

test('an empty number is zero, not unchanged', () => {
  const flexible = { ...before, packageType: 'Flexible Plan' as const };
  const input = typed({
    packageType: 'Flexible Plan',
    bandwidth: '',
    monthlyFeeUsd: '',
    otherExpensesUsd: '',
  });
  expect(changesOf(flexible, input)).toEqual({
    bandwidth: 0,
    monthlyFeeUsd: 0,
    otherExpensesUsd: 0,
  });
});

test('for any input, contains exactly the differences', () => {
  const changes = fc.record(
    {
      name: fc.constantFrom('Juba Tea House', 'Tea & Co'),
      type: fc.constantFrom(...customerTypes),
      location: fc.constantFrom(...locations),
      address: fc.constantFrom('Airport Road', '', 'Kololo'),
      connectionFeeUsd: fc.constantFrom('', '0', '12', '1,200.50'),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(changes, (sent) => {
      const updates = changesOf(before, typed(sent)) as Record<string, unknown>;
      const wire = z.encode(customer, before) as Record<string, unknown>;
      for (const [name, value] of Object.entries(updates)) expect(value).not.toEqual(wire[name]);
      for (const name of ['name', 'type', 'location', 'address'] as const) {
        if (sent[name] !== undefined && sent[name] !== wire[name])
          expect(updates[name]).toBe(sent[name]);
      }
    }),
  );
});
