import type { Ctx } from '../../context.ts';
import { mayOf } from '../../identity/actor.ts';
import type { AuditFilter, AuditRow } from '../../identity/schema.ts';
import { invalidField, notFound } from '../../kernel/errors.ts';
import type { Page } from '../../kernel/paging.ts';
import { findAuditLines, findRecordsNamed, findUserId } from './queries.ts';
import { shownValues } from './rules.ts';

/**
 * The audit log, newest first by default. `entityId` is an internal id or a displayed number or name: SC001,
 * INV-2026-000001, a receipt, a journal entry, a username. An unknown name returns no lines. `user` is a username or an e-mail
 * address: what that user did, wherever signed in; what was done in the shell is no user's. Values about pay are left out
 * without pay.read (decision 16).
 * @throws AppError notFound for an unknown user; invalid for days in the wrong order.
 */
export async function listAuditLog(ctx: Ctx, filter: AuditFilter): Promise<Page<AuditRow>> {
  const named = filter.entityId ? await findRecordsNamed(ctx.db, filter.entityId) : [];
  const { user, since, until } = filter;
  if (since && until && since > until)
    invalidField('until', 'The last day cannot lie before the first.');
  const userId = user ? ((await findUserId(ctx.db, user)) ?? notFound('User', user)) : undefined;
  const wanted = named.filter(({ kind }) => !filter.entity || kind === filter.entity);
  const page = await findAuditLines(ctx.db, filter, { named: wanted, userId });
  const may = mayOf(ctx.actor);
  const shown = (entity: string, values: AuditRow['before']) =>
    values && (shownValues(entity, values as Record<string, unknown>, may) as AuditRow['before']);
  const rows = page.rows.map((row) => ({
    ...row,
    before: shown(row.entity, row.before),
    after: shown(row.entity, row.after),
  }));
  return { ...page, rows };
}
