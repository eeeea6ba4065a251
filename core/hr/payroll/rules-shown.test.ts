import fc from 'fast-check';
import { expect, it } from 'vitest';
import { FEWEST_PEOPLE } from '../../accounting/private/rules.ts';
import { debit } from '../../accounting/rules.ts';
import { isoMonth } from '../../kernel/dates.ts';
import { cents } from '../../kernel/money.ts';
import {
  areManyBehindEach,
  areReversalsShown,
  isPaymentShown,
  isRemittanceShown,
} from './rules-shown.ts';

const lines = (...accounts: string[]) => accounts.map((account) => debit(account, cents(1)));

it('shows an approval with five people behind each account', () => {
  const five = [1, 2, 3, 4, 5].map((employeeId) => ({ employeeId, lines: lines('5420', '2330') }));
  expect(areManyBehindEach(five)).toBe(true);
  expect(areManyBehindEach(five.slice(1))).toBe(false);
  expect(areManyBehindEach([...five.slice(1), five[1]!])).toBe(false);
  expect(areManyBehindEach([...five, { employeeId: 1, lines: lines('1520') }])).toBe(false);
  expect(areManyBehindEach([])).toBe(false);
});

it('shows reversals once an approval is reversed, with five people in each month', () => {
  const of = (people: readonly number[], month: string | undefined) =>
    people.map((employeeId) => ({
      ...{ employeeId, lines: lines('5420', '2330') },
      month: month === undefined ? undefined : isoMonth(month),
    }));
  const [five, others] = [
    [1, 2, 3, 4, 5],
    [6, 7, 8, 9, 10],
  ];
  expect(areReversalsShown(of(five, '2026-11'))).toBe(true);
  expect(areReversalsShown([...of(five, '2026-11'), ...of(others, '2026-12')])).toBe(true);
  expect(areReversalsShown([...of(five, '2026-11'), ...of([6], '2026-12')])).toBe(false);
  expect(areReversalsShown([...of(five, '2026-11'), ...of([6], undefined)])).toBe(false);
  expect(areReversalsShown([])).toBe(false);
});

it.each([
  [[], false],
  [[{ group: null, paidPeople: 9, leftPeople: 0 }], false],
  [[{ group: 1, paidPeople: 5, leftPeople: 0 }], true],
  [[{ group: 1, paidPeople: 5, leftPeople: 1 }], false],
  [[{ group: 1, paidPeople: 5, leftPeople: 5 }], true],
  [[{ group: 1, paidPeople: 4, leftPeople: 0 }], false],
] as const)('judges a payment of %o: %s', (groups, isShown) => {
  expect(isPaymentShown(groups)).toBe(isShown);
});

it('shows a remittance of a month of which everything is shown', () => {
  expect(isRemittanceShown({ people: 5, notShown: 0 })).toBe(true);
  expect(isRemittanceShown({ people: 4, notShown: 0 })).toBe(false);
  expect(isRemittanceShown({ people: 9, notShown: 1 })).toBe(false);
});

it('whatever is paid together in whatever order, shown sums are of groups of five', () => {
  const people = 16;
  fc.assert(
    fc.property(
      fc.array(fc.uniqueArray(fc.nat(people - 1), { minLength: 1 }), { maxLength: 12 }),
      (payments) => {
        // The group of each person of one shown approval, divided by the payments that are shown.
        let groups = [Array.from({ length: people }, (_, person) => person)];
        for (const paid of payments) {
          const touched = groups.filter((group) => group.some((person) => paid.includes(person)));
          const parts = touched.map((group) => ({
            group: 1,
            paidPeople: group.filter((person) => paid.includes(person)).length,
            leftPeople: group.filter((person) => !paid.includes(person)).length,
          }));
          if (!isPaymentShown(parts)) continue;
          groups = groups.flatMap((group) =>
            [
              group.filter((person) => paid.includes(person)),
              group.filter((person) => !paid.includes(person)),
            ].filter(({ length }) => length > 0),
          );
        }
        expect(groups.every(({ length }) => length >= FEWEST_PEOPLE)).toBe(true);
      },
    ),
    { numRuns: 300 },
  );
});
