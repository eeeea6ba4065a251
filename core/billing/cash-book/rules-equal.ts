import { groupedBy } from '../../kernel/groups.ts';
import { subjectOf } from './rules.ts';
import type { Candidate } from './service-checks.ts';

/**
 * Divides the keys of equal lines without references among them, so that each line has the key under which one for its
 * customer or account is posted, in whatever order the file has them. `posted` are the keys in the books with their
 * subjects. The other lines have the keys that are left, the posted ones first.
 */
export function matchEqual(
  candidates: readonly Candidate[],
  posted: ReadonlyMap<string, string>,
): Candidate[] {
  const keys = new Map<Candidate, string>();
  for (const equal of groupedBy(candidates, ({ common }) => common).values()) {
    if (equal.length === 1) continue;
    const all = equal.map(({ key }) => key);
    const bySubject = groupedBy(all, (key) => posted.get(key));
    const others: Candidate[] = [];
    for (const candidate of equal) {
      const key = bySubject.get(subjectOf(candidate.plan))?.shift();
      if (key === undefined) others.push(candidate);
      else keys.set(candidate, key);
    }
    const taken = new Set(equal.map((candidate) => keys.get(candidate)));
    const left = all.filter((key) => !taken.has(key));
    const inOrder = [
      ...left.filter((key) => posted.has(key)),
      ...left.filter((key) => !posted.has(key)),
    ];
    for (const [index, candidate] of others.entries()) keys.set(candidate, inOrder[index]!);
  }
  return candidates.map((one) => ({ ...one, key: keys.get(one) ?? one.key }));
}
