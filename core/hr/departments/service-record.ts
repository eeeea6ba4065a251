import type { Ctx } from '../../context.ts';
import { invalidField } from '../../kernel/errors.ts';
import * as queries from './queries.ts';
import { departments } from './queries.ts';
import { departmentKey } from './rules.ts';

/**
 * The id of a department that a form names by id or by name, in any case; undefined if it names none.
 * @throws AppError invalid for a department that does not exist.
 */
export async function departmentOf(
  ctx: Ctx,
  named: { departmentId?: number | undefined; department?: string | undefined },
): Promise<number | undefined> {
  if (named.departmentId !== undefined) {
    if (await departments.get(ctx.db, named.departmentId)) return named.departmentId;
    invalidField('departmentId', 'This department does not exist.');
  }
  if (!named.department) return undefined;
  const found = await queries.findByKey(ctx.db, departmentKey({ name: named.department }));
  return found?.id ?? invalidField('department', `There is no department ${named.department}.`);
}

/** The ids of all departments by the key of their name (`departmentKey`). */
export function departmentKeys(ctx: Ctx): Promise<Map<string, number>> {
  return queries.findKeys(ctx.db);
}
