import { type Ctx, transact } from '../context.ts';
import { audit } from './audit.ts';

/** What of a list's query chooses no rows. */
const NOT_FILTERS = new Set(['format', 'page', 'pageSize', 'sort', 'total', 'withCash']);

/** Whether an export of a list, with this query, has all that the caller may see. */
function isWhole(query: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(query).every(
    ([name, value]) =>
      NOT_FILTERS.has(name) || [undefined, '', 'all', false].includes(value as string),
  );
}

/**
 * Writes into the audit log that a whole list is exported; nothing for part of a list and for files that are no export
 * (decision 130), whose queries choose no format. Called before the list is read: rows are streamed, so the caller may have most of
 * them before an error or a lost connection, and a line for an export that failed does no harm.
 */
export async function auditWholeExport(
  ctx: Ctx,
  { operation, query, hasFormat }: { operation: string; query: unknown; hasFormat: boolean },
): Promise<void> {
  const fields = (query ?? {}) as Record<string, unknown>;
  if (!operation.startsWith('export') || !hasFormat || !isWhole(fields)) return;
  await transact(ctx, (tx) =>
    audit(tx, {
      action: 'export.all',
      entity: 'export',
      entityId: operation,
      facts: { format: fields.format ?? 'xlsx' },
    }),
  );
}
