import { FEWEST_PEOPLE } from '../../accounting/private/rules.ts';
import type { Posting } from '../../accounting/rules.ts';
import type { IsoMonth } from '../../kernel/dates.ts';

/** What an act posts for one employee. */
export interface PersonalPosting {
  employeeId: number;
  lines: Posting['lines'];
}

/** Whether an act has lines and five people stand behind each account of them (decision 67). */
export function areManyBehindEach(postings: readonly PersonalPosting[]): boolean {
  const people = new Map<string, Set<number>>();
  for (const { employeeId, lines } of postings)
    for (const { account } of lines)
      people.set(account, (people.get(account) ?? new Set()).add(employeeId));
  return people.size > 0 && [...people.values()].every(({ size }) => size >= FEWEST_PEOPLE);
}

/** What the reversal of one payslip takes back; of one that is not reversed no month. */
export interface ReversedPosting extends PersonalPosting {
  month: IsoMonth | undefined;
}

/**
 * Whether the reversals of all payslips of one approval may be shown (decision 67): all are reversed, and five people stand
 * behind each account of them in each month.
 */
export function areReversalsShown(postings: readonly ReversedPosting[]): boolean {
  const months = new Set(postings.map(({ month }) => month));
  return (
    months.size > 0 &&
    [...months].every(
      (one) =>
        one !== undefined && areManyBehindEach(postings.filter(({ month }) => month === one)),
    )
  );
}

/** Of payrolls that are shown together: those that a payment pays, and those with net pay that it leaves. */
export interface GroupParts {
  /** Null for those that are not shown. */
  group: number | null;
  paidPeople: number;
  leftPeople: number;
}

/**
 * Whether a payment may be shown to those who may not see pay (decision 67): of each group that it touches it pays five
 * people, and leaves none or five. What is paid of a group and what is left are groups from then on, so that no difference
 * between shown sums is the pay of fewer.
 */
export function isPaymentShown(groups: readonly GroupParts[]): boolean {
  return (
    groups.length > 0 &&
    groups.every(
      ({ group, paidPeople, leftPeople }) =>
        group !== null &&
        paidPeople >= FEWEST_PEOPLE &&
        (leftPeople === 0 || leftPeople >= FEWEST_PEOPLE),
    )
  );
}

/** What is posted of a month for a deduction. */
export interface DeductedOfMonth {
  people: number;
  /** Payrolls with the deduction that are not shown, or reversed. */
  notShown: number;
}

/** Whether a remittance may be shown (decision 67): all that is posted of its month is, of five people. */
export function isRemittanceShown({ people, notShown }: DeductedOfMonth): boolean {
  return people >= FEWEST_PEOPLE && notShown === 0;
}
