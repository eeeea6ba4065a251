import type { Ctx } from '../context.ts';
import { type BooksCheckQuery, findOffences } from './queries-check.ts';
import type { BooksCheck } from './schema.ts';

export { type BooksCheckQuery, ledgerChecks } from './queries-check.ts';

/** Offences that a check names; the rest are counted. */
const NAMED = 10;

/**
 * Recomputes invariants and names what is off. Modules above the ledger add their own checks to
 * `ledgerChecks`; the ledger does not know them.
 */
export async function runChecks(ctx: Ctx, checks: readonly BooksCheckQuery[]): Promise<BooksCheck> {
  const results: BooksCheck['checks'] = [];
  for (const check of checks) {
    const { total, examples } = await findOffences(ctx.db, check, NAMED);
    const more = total > examples.length ? [`and ${total - examples.length} more`] : [];
    results.push({
      name: check.name,
      isSound: total === 0,
      detail: [...examples, ...more].join('; '),
    });
  }
  return { isSound: results.every((result) => result.isSound), checks: results };
}
