import type { Ctx } from '../context.ts';
import { type BooksCheckQuery, findCounted, findViolations } from './queries-check.ts';
import type { BooksCheck } from './schema.ts';

export { type BooksCheckQuery, ledgerChecks } from './queries-check.ts';

/** Violations that a check names; the rest are counted. */
const MAX_EXAMPLES = 10;

/**
 * Runs the checks, `parallel` at a time, and lists violations. Modules of higher layers add their own checks to
 * `ledgerChecks`.
 */
export async function runChecks(
  ctx: Ctx,
  checks: readonly BooksCheckQuery[],
  parallel = 1,
): Promise<BooksCheck> {
  const results: BooksCheck['checks'] = [];
  const waiting = checks.entries();
  const worker = async () => {
    for (const [index, check] of waiting) {
      const { total, examples } = await findViolations(ctx.db, check, MAX_EXAMPLES);
      const more = total > examples.length ? [`and ${total - examples.length} more`] : [];
      results[index] = {
        name: check.name,
        isSound: total === 0,
        detail: total === 0 ? await findCounted(ctx.db, check) : [...examples, ...more].join('; '),
      };
    }
  };
  await Promise.all(Array.from({ length: parallel }, worker));
  return { isSound: results.every((result) => result.isSound), checks: results };
}
