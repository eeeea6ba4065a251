import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cents, parseCents, toDecimal } from '../../kernel/money.ts';
import type { ImportTotal } from '../fields/rules.ts';
import type { ReconciledTotal } from '../schema-centre.ts';
import { addReconciled, reconcile, UNEXPLAINED } from './rules.ts';

interface Row {
  fee?: number;
}

const totals: readonly ImportTotal<Row>[] = [
  { key: 'count', label: 'Customers', unit: 'count', of: () => 1 },
  { key: 'fees', label: 'Fees', unit: 'usd', of: ({ fee }) => fee },
];

const amount = fc.integer({ min: -1_000_000, max: 1_000_000 });
const row = fc.record({ fee: fc.option(amount, { nil: undefined }) });
const accepted = fc.array(
  fc.record({ value: row, held: amount, isKnown: fc.boolean(), isFound: fc.boolean() }),
);
const refused = fc.array(row);

const number = ({ unit }: ReconciledTotal, text: string): number =>
  unit === 'usd' ? parseCents(text)! : Number(text);

test('file = books + refused + different + unexplained, over any number of batches', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(accepted, refused), { minLength: 1, maxLength: 4 }),
      (batches) => {
        let run: ReconciledTotal[] = [];
        let fees = 0;
        let unexplained = 0;
        for (const [records, rows] of batches) {
          const found = reconcile(
            totals,
            records.map(({ value, held, isKnown, isFound }, index) => ({
              row: index,
              label: `C${index}`,
              value,
              books: isFound
                ? {
                    values: { count: 1, fees: held },
                    ...(isKnown && { reasons: { fees: 'Package' } }),
                  }
                : undefined,
            })),
            rows.map((value) => ({ value })),
          );
          run = addReconciled(run, found.totals);
          for (const { value } of records) fees += value.fee ?? 0;
          for (const { fee } of rows) fees += fee ?? 0;
          unexplained += found.differences.filter(({ reason }) => reason === UNEXPLAINED).length;
        }
        for (const total of run) {
          const parts = [total.books, total.refused, total.different, total.unexplained];
          const sum = parts.reduce((all, text) => all + number(total, text), 0);
          expect(number(total, total.file)).toBe(sum);
        }
        expect(run[1]!.file).toBe(toDecimal(cents(fees)));
        if (unexplained === 0) expect(run.map((total) => total.unexplained)).toEqual(['0', '0.00']);
      },
    ),
  );
});

test('an optional total is told once a batch has something of it', () => {
  const optional: ImportTotal<Row> = {
    key: 'fees',
    label: 'Fees, pounds',
    unit: 'ssp',
    isOptional: true,
    of: ({ fee }) => fee ?? 0,
  };
  const batch = (fee: number) => reconcile([optional], [], [{ value: { fee } }]).totals;
  expect(addReconciled(batch(0), batch(0))).toEqual([]);
  const both = [addReconciled(batch(0), batch(150)), addReconciled(batch(150), batch(0))];
  for (const run of both)
    expect(run).toMatchObject([{ unit: 'ssp', file: '1.50', refused: '1.50' }]);
});
