import { describe, expect, it } from 'vitest';
import { planColumns } from '../reading/rules-mapping.ts';
import { createRowDecoder } from '../reading/rules-rows.ts';
import { cashTable, statusNote } from './rules-cash.ts';

const header = ['Date', 'Paid In', 'Transaction Status'];
const plan = planColumns(cashTable, header, { map: {}, value: {}, set: {} });

function decoded(status: string) {
  const decoder = createRowDecoder(cashTable, plan);
  const row = decoder.read({ row: 2, cells: ['2026-10-01', '10', status] })!;
  return decoder.decode(
    row,
    decoder.fields.map(() => 'usual'),
  );
}

describe('the status of a transaction', () => {
  it.each(['Failed', ' CANCELLED', 'declined', 'Reversed', 'Pending'])(
    '%s is refused',
    (status) => {
      const message = `status: This transaction was not completed (${status.trim()}).`;
      expect(decoded(status)).toMatchObject({ errors: [message] });
    },
  );

  it.each(['Completed', 'success', 'Successful', 'Paid', ''])('%s is read', (status) => {
    const row = decoded(status);
    expect('value' in row && statusNote(row.value)).toBe(undefined);
    expect(row).not.toHaveProperty('errors');
  });

  it('that is not known is read with a note', () => {
    const row = decoded('Queried');
    expect('value' in row && statusNote(row.value)).toContain('"Queried" is not known');
  });
});
