import { describe, expect, it } from 'vitest';
import { customerTable } from '../fields/rules-customers.ts';
import { nearestChoice } from '../reading/rules-similar.ts';
import { createReasonGroups } from './rules-reasons.ts';

const fieldNamed = (name: string) => customerTable.fields.find((field) => field.name === name)!;

describe('the nearest choice', () => {
  const packages = fieldNamed('packageType');

  it.each([
    ['Home 10 Mbps', 'Basic Fiber'],
    ['Home-50M', 'Standard Fiber'],
    ['Basic', 'Basic Fiber'],
    ['basic fibre', 'Basic Fiber'],
    ['Enterprise 500', 'Enterprise Fiber'],
    ['FLEXI PLAN', 'Flexible Plan'],
    ['Flex', 'Flexible Plan'],
    ['flexi', 'Flexible Plan'],
    ['Premum Fiber', null],
    ['Premium fibre', null],
    ['Fiber', null],
    ['Home 20 Mbps', null],
    ['Gold', null],
    ['', null],
    ['Basic '.repeat(100), null],
    ['\u202e💥', null],
  ])('to the package %s is %s', (text, choice) => {
    expect(nearestChoice(text, packages)).toBe(choice);
  });

  it.each([
    ['suspended ', 'Suspended'],
    ['Suspendd', 'Suspended'],
    ['Active (paid)', 'Active'],
    ['not active', null],
    ['Blocked', 'Suspended'],
    ['Gone', null],
  ])('to the status %s is %s', (text, choice) => {
    expect(nearestChoice(text, fieldNamed('status'))).toBe(choice);
  });
});

describe('reasons', () => {
  const problem = (message: string, field: string | null, text: string | null) => ({
    message,
    field,
    text,
  });

  it('are grouped, refusals first, with the text of the cell if it is the same in all rows', () => {
    const groups = createReasonGroups();
    for (let row = 2; row < 12; row += 1) groups.add(row, problem('note', null, null), false);
    for (const row of [3, 4]) groups.add(row, problem('status: ?', 'status', 'Activ'), true);
    groups.add(5, problem('name: long', 'name', 'a'), true);
    groups.add(6, problem('name: long', 'name', 'b'), true);
    const { reasons, other } = groups.list(customerTable.fields);
    expect(other).toBe(0);
    expect(reasons).toEqual([
      {
        message: 'status: ?',
        isRefusal: true,
        rows: 2,
        firstRows: [3, 4],
        field: 'status',
        text: 'Activ',
        suggestion: 'Active',
      },
      {
        message: 'name: long',
        isRefusal: true,
        rows: 2,
        firstRows: [5, 6],
        field: 'name',
        text: null,
        suggestion: null,
      },
      expect.objectContaining({ message: 'note', rows: 10, firstRows: [2, 3, 4, 5, 6] }),
    ]);
  });

  it('are at most 200, and the rows of the others are counted', () => {
    const groups = createReasonGroups();
    for (let row = 1; row <= 2500; row += 1) groups.add(row, problem(`p${row}`, null, null), true);
    const { reasons, other } = groups.list([]);
    expect([reasons.length, other]).toEqual([200, 2300]);
  });
});
