import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { barsOf, ColumnChart, namedColumns } from './column-chart.tsx';

test('bars are inside the plot and on one zero line for any values', () => {
  const amounts = fc.array(fc.integer({ min: -1e9, max: 1e9 }), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(amounts, (values) => {
      const bars = barsOf(values);
      const zeros = bars.map((bar, index) =>
        (values[index] ?? 0) < 0 ? bar.bottom + bar.height : bar.bottom,
      );
      for (const bar of bars) {
        expect(bar.bottom).toBeGreaterThanOrEqual(0);
        expect(bar.bottom + bar.height).toBeLessThanOrEqual(100 + 1e-9);
      }
      for (const zero of zeros) expect(zero).toBeCloseTo(zeros[0] ?? 0, 6);
    }),
  );
});

test('the height of a bar is proportional to its value', () => {
  expect(barsOf([0, 50, 200]).map(({ height }) => height)).toEqual([0, 25, 100]);
});

test('a narrow chart names the highest value, and the last where both have space', () => {
  expect(namedColumns([1, 9, 3, 4, 5])).toEqual([1, 4]);
  expect(namedColumns([1, 2, 9, 5])).toEqual([2]);
  expect(namedColumns([1, 2, 3])).toEqual([2]);
});

test('the numbers are words for a screen reader, and a table when opened', async () => {
  const columns = [
    { id: 'a', name: 'Oct', value: 1, short: '$1', words: 'Oct 2026 $1.00' },
    { id: 'b', name: 'Nov', value: 2, short: '$2', words: 'Nov 2026 $2.00' },
  ];
  render(<ColumnChart columns={columns} numbers={<p>a table</p>} />);
  expect(screen.getByRole('img')).toHaveAccessibleName(
    'Bar chart. Oct 2026 $1.00, Nov 2026 $2.00.',
  );
  expect(screen.queryByText('a table')).toBeNull();
  await userEvent.click(screen.getByText('Numbers as a table'));
  expect(await screen.findByText('a table')).toBeVisible();
});
