import type { Ctx } from '../context.ts';
import type { AuditFilter, AuditRow } from '../identity/schema.ts';
import type { Page } from '../kernel/paging.ts';
import { findAuditLines, findRecordsNamed } from './queries-audit.ts';

/**
 * The audit log, newest first by default. `entityId` is an internal id or a displayed number or name: SC001,
 * INV-2026-000001, a receipt, a journal entry, a username. An unknown name returns no lines.
 */
export async function listAuditLog(ctx: Ctx, filter: AuditFilter): Promise<Page<AuditRow>> {
  const named = filter.entityId ? await findRecordsNamed(ctx.db, filter.entityId) : [];
  const wanted = named.filter(({ kind }) => !filter.entity || kind === filter.entity);
  return findAuditLines(ctx.db, filter, wanted);
}
