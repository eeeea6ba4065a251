import type { Ctx } from '../../context.ts';
import type { Page } from '../../kernel/paging.ts';
import * as queries from './queries-list.ts';
import type { EmployeeDetail } from './rules.ts';
import type { EmployeeFilter, FoundEmployee } from './schema.ts';

/** Employees, by name by default; the total is counted only on request. */
export function listEmployees(ctx: Ctx, filter: EmployeeFilter): Promise<Page<EmployeeDetail>> {
  return queries.findEmployees(ctx.db, filter);
}

/** At most `limit` employees whose name, position, number, telephone or e-mail matches. */
export function searchEmployees(ctx: Ctx, q: string, limit: number): Promise<FoundEmployee[]> {
  return queries.searchEmployees(ctx.db, q, limit);
}
