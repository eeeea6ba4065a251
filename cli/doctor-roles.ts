import type { App } from '@nimule/core/context';
import { queryOf } from '@nimule/core/database/dump/contents';
import { findGuardProblems } from '@nimule/core/database/evidence/queries';
import { compareRights, findPowers, findStanding } from '@nimule/core/database/evidence/rights';
import { type Finding, failed, ok, warning } from './doctor-findings.ts';

/** How many differences a finding names. */
const MOST_NAMED = 5;

function named(all: readonly string[]): string {
  const more = all.length > MOST_NAMED ? ` and ${all.length - MOST_NAMED} more` : '';
  return `${all.slice(0, MOST_NAMED).join(', ')}${more}`;
}

/** Whether the triggers that refuse changes of evidence are those of this program, and enabled (decision 129). */
export async function checkEvidence(app: App): Promise<Finding> {
  const check = 'evidence';
  const problems = await findGuardProblems(queryOf(app.pool));
  if (problems.length > 0) return failed(check, named(problems));
  const kept = 'all triggers and functions are those of this program';
  return app.embedded
    ? ok(check, `${kept}; whoever may open the embedded database owns it and could change them`)
    : ok(check, kept);
}

/** Whether the application is another role than the owner of the tables, with the rights that it needs and no others. */
export async function checkRole(app: App): Promise<Finding> {
  const check = 'role';
  const query = queryOf(app.pool);
  const { role, isSuperuser, ownsTables } = await findStanding(query);
  if (isSuperuser || ownsTables) {
    const why = isSuperuser ? 'is a superuser' : 'owns the tables';
    return warning(
      check,
      `"${role}" of DATABASE_URL ${why}, so whoever steals it can disable the triggers that keep evidence; isp database roles makes two roles`,
    );
  }
  const { missing, beyond } = await compareRights(query, role);
  if (missing.length > 0)
    return failed(
      check,
      `"${role}" lacks ${named(missing)}: isp migrate with ISP_OWNER_URL gives it`,
    );
  if (beyond.length > 0)
    return warning(
      check,
      `"${role}" has more rights than it needs: ${named(beyond)}; isp migrate with ISP_OWNER_URL takes them, if they are its own`,
    );
  const powers = await findPowers(query, role);
  if (powers.length > 0)
    return warning(check, `"${role}" ${named(powers)}; isp database roles takes it`);
  return ok(check, `"${role}" can change neither tables nor triggers, and no evidence`);
}
