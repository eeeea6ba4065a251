import { describe, expect, it } from 'vitest';
import { createTally } from './rules-tally.ts';
import { MAX_REPORTED_ERRORS } from './schema.ts';

const none = { created: 0, updated: 0, unchanged: 0, lines: 0 };
const failures = (count: number, from: number, messageOf: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => ({
    row: index + from,
    messages: [messageOf(index)],
  }));

describe('the tally', () => {
  it('counts rows, and reports each reason once with its number of rows', () => {
    const tally = createTally();
    const counts = { created: 1, updated: 2, unchanged: 3, lines: 4 };
    tally.add(
      counts,
      failures(150, 2, () => 'bad'),
      [],
    );
    tally.add(
      none,
      failures(150, 152, () => 'bad'),
      [{ row: 5, message: 'odd' }],
    );
    tally.add(
      none,
      [{ row: 400, messages: ['worse', 'bad'] }],
      [
        { row: 8, message: 'odd' },
        { row: 9, message: 'rare' },
      ],
    );
    expect(tally.processed()).toBe(311);
    expect(tally.result(false)).toMatchObject({
      recordsProcessed: 311,
      recordsCreated: 1,
      recordsUpdated: 2,
      recordsUnchanged: 3,
      recordsFailed: 301,
      errors: ['301 rows (2, 3, 4, 5, 6, …): bad', 'Row 400: worse'],
      warnings: [
        '2 rows (5, 8): odd',
        'Row 9: rare',
        'Rows that belong to the record of another row: 4.',
      ],
    });
  });

  it('has problems of cells for screens without the options of the shell', () => {
    const tally = createTally();
    const problems = [{ message: 'a: bad', field: 'a', text: 'x' }];
    const told = { messages: ['a: bad Mend it.'], problems };
    tally.add(
      none,
      [
        { row: 2, ...told },
        { row: 3, messages: ['whole row'] },
      ],
      [],
    );
    tally.add(none, [{ row: 4, messages: told.messages, problems }], []);
    const other = [{ ...problems[0]!, text: 'X' }];
    expect(tally.messages().refusals).toEqual([
      { message: 'a: bad', count: 2, rows: [2, 4], field: 'a', text: 'x' },
      { message: 'whole row', count: 1, rows: [3] },
    ]);
    tally.add(none, [{ row: 5, messages: told.messages, problems: other }], []);
    expect(tally.messages().refusals[0]).toMatchObject({ count: 3, text: null });
    expect(tally.result(true).errors[0]).toBe('3 rows (2, 4, 5): a: bad');
    expect(tally.result(true, true).errors[0]).toBe('3 rows (2, 4, 5): a: bad Mend it.');
  });

  it('lists the most frequent reasons if there are too many, and counts the other rows', () => {
    const tally = createTally();
    const own = failures(5000, 2, (index) => `it says ${index}`);
    tally.add(none, own, []);
    const notes = own.map(({ row, messages }) => ({ row, message: messages[0]! }));
    tally.add(
      none,
      failures(3, 6000, () => 'it says 1999'),
      notes,
    );
    const { recordsFailed, errors, warnings } = tally.result(true);
    expect(recordsFailed).toBe(5003);
    expect(errors).toHaveLength(MAX_REPORTED_ERRORS);
    expect(errors.slice(0, 2)).toEqual([
      '4 rows (2001, 6000, 6001, 6002): it says 1999',
      'Row 2: it says 0',
    ]);
    expect(warnings.slice(-2)).toEqual([
      '4800 more notes on rows are not listed.',
      '4800 more errors have other reasons, which are not listed.',
    ]);
  });
});
