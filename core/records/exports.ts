import { type Ctx, transact } from '../context.ts';
import { audit } from './audit.ts';

/** What of a list's query chooses no rows. */
const NOT_FILTERS = new Set(['format', 'page', 'pageSize', 'sort', 'total', 'withCash']);

type Filters = Readonly<Record<string, unknown>>;

/** Of the rows that the caller may see: an export of more than these is one of everything, whatever its filters. */
const NEARLY_ALL = 0.9;

/** What of a query chooses rows. */
function filtersOf(query: Filters): Filters {
  const chosen = Object.entries(query).filter(
    ([name, value]) =>
      !NOT_FILTERS.has(name) && ![undefined, '', 'all', false].includes(value as string),
  );
  return Object.fromEntries(chosen);
}

/** Whether an export of a list has all that the caller may see, or nearly: filters are easily chosen that leave nothing out. */
async function isWhole(
  filters: Filters,
  count: (filters: Filters) => Promise<number | undefined>,
): Promise<boolean> {
  if (Object.keys(filters).length === 0) return true;
  const part = await count(filters);
  if (!part) return false;
  return part > NEARLY_ALL * ((await count({})) ?? part);
}

/**
 * Writes into the audit log that a whole list is exported; nothing for part of a list and for files that are no export
 * (decision 130), whose queries choose no format. `count` gives the rows of the list with these filters, undefined where it has no
 * total. Called before the list is read: rows are streamed, so the caller may have most of
 * them before an error or a lost connection, and a line for an export that failed does no harm.
 */
export async function auditWholeExport(
  ctx: Ctx,
  {
    operation,
    query,
    hasFormat,
    count,
  }: {
    operation: string;
    query: unknown;
    hasFormat: boolean;
    count: (filters: Filters) => Promise<number | undefined>;
  },
): Promise<void> {
  const fields = (query ?? {}) as Record<string, unknown>;
  if (!operation.startsWith('export') || !hasFormat) return;
  if (!(await isWhole(filtersOf(fields), count))) return;
  await transact(ctx, (tx) =>
    audit(tx, {
      action: 'export.all',
      entity: 'export',
      entityId: operation,
      facts: { format: fields.format ?? 'xlsx' },
    }),
  );
}
