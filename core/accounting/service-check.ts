import type { Ctx } from '../context.ts';
import { type BooksCheckQuery, findViolations } from './queries-check.ts';
import type { BooksCheck } from './schema.ts';

export { type BooksCheckQuery, ledgerChecks } from './queries-check.ts';

/** Violations that a check names; the rest are counted. */
const MAX_EXAMPLES = 10;

/**
 * Runs the checks and lists violations. Modules of higher layers add their own checks to `ledgerChecks`.
 */
export async function runChecks(ctx: Ctx, checks: readonly BooksCheckQuery[]): Promise<BooksCheck> {
  const results: BooksCheck['checks'] = [];
  for (const check of checks) {
    const { total, examples } = await findViolations(ctx.db, check, MAX_EXAMPLES);
    const more = total > examples.length ? [`and ${total - examples.length} more`] : [];
    results.push({
      name: check.name,
      isSound: total === 0,
      detail: [...examples, ...more].join('; '),
    });
  }
  return { isSound: results.every((result) => result.isSound), checks: results };
}
