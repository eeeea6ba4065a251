import type { Ctx } from '../context.ts';
import { type Page, sortOf } from '../kernel/paging.ts';
import { findAuditLines } from './queries-audit.ts';
import type { AuditFilter, AuditRow } from './schema.ts';

/** Who changed what (issue: the core). Sorted by `at`, the newest first unless asked otherwise. */
export function listAuditLog(ctx: Ctx, filter: AuditFilter): Promise<Page<AuditRow>> {
  const sort = sortOf(filter.sort, { column: 'at', descending: true });
  return findAuditLines(ctx.db, filter, !sort.descending);
}
