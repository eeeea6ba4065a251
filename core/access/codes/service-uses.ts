import type { Ctx } from '../../context.ts';
import type { CodeSource, CodeUse } from '../schema-codes.ts';
import { findUses } from './queries-uses.ts';
import { useOf } from './rules-uses.ts';

/**
 * Where the codes of records were used to sign in, what they have used (bytes, upload and download together) and what is left,
 * by record; records whose code no router knows yet are left out. Never the code itself. Source: decision 132.
 */
export async function codeUses(
  ctx: Ctx,
  source: CodeSource,
  ids: readonly number[],
): Promise<CodeUse[]> {
  const rows = await findUses(ctx.db, source, ids);
  return rows.map((row) => useOf(row, ctx));
}
