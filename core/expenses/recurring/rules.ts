import type { TemplateRecord } from './queries.ts';

type Judged = Pick<
  TemplateRecord,
  | 'location'
  | 'category'
  | 'currency'
  | 'amount'
  | 'account'
  | 'firstMonth'
  | 'lastMonth'
  | 'isActive'
>;

/**
 * Whether a recurring expense, new or changed, pays more, earlier, longer or somebody else than before. One that is stopped
 * pays nothing.
 */
export function costsMore(after: Judged, before?: Judged): boolean {
  if (!after.isActive) return false;
  if (!before?.isActive) return true;
  const kept = (['location', 'category', 'currency', 'account'] as const).every(
    (name) => after[name] === before[name],
  );
  const isLonger =
    before.lastMonth !== null && (after.lastMonth === null || after.lastMonth > before.lastMonth);
  return !kept || after.amount > before.amount || after.firstMonth < before.firstMonth || isLonger;
}
