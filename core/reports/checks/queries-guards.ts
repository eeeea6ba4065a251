import { sql } from 'kysely';
import type { BooksCheckQuery } from '../../accounting/service-check.ts';
import { guardViolations } from '../../database/evidence/queries.ts';

export const GUARD_CHECK =
  'The triggers and functions that keep evidence are those of this program, and enabled';

/** Checks what keeps the evidence in the database (decision 129). */
export const guardChecks: readonly BooksCheckQuery[] = [
  {
    name: GUARD_CHECK,
    violations: guardViolations,
  },
];

/** Checks of the whole audit log, which `isp audit verify` reads line by line (decision 127). */
export const logChecks: readonly BooksCheckQuery[] = [
  {
    name: 'The audit log has as many lines as were sealed',
    violations: sql`
      select s.lines || ' lines were sealed up to line ' || s.last_line || ', ' || l.lines || ' are there' as what
      from (select sum(lines) as lines, max(last_line) as last_line from audit_seals) s
      cross join lateral (select count(*) as lines from audit_log where id <= s.last_line) l
      where s.lines <> l.lines`,
  },
];
