import type { Ctx } from '../context.ts';
import type { AuditFilter, AuditRow } from '../identity/schema.ts';
import type { Page } from '../kernel/paging.ts';
import { findAuditLines, findRecordsNamed } from './queries-audit.ts';

/**
 * Who changed what (issue: the core). Sorted by `at`, the newest first unless asked otherwise. `entityId` is an internal
 * id or the name that staff know: SC001, INV-2026-000001, a receipt, a journal entry, a username. A name that nothing
 * has finds nothing.
 */
export async function listAuditLog(ctx: Ctx, filter: AuditFilter): Promise<Page<AuditRow>> {
  const named = filter.entityId ? await findRecordsNamed(ctx.db, filter.entityId) : [];
  const wanted = named.filter(({ kind }) => !filter.entity || kind === filter.entity);
  return findAuditLines(ctx.db, filter, wanted);
}
