import { type Ctx, transact } from '../../context.ts';
import { breaksRule, notFound } from '../../kernel/errors.ts';
import { assertVersion } from '../../kernel/versions.ts';
import { audit } from '../../records/audit.ts';
import * as queries from './queries.ts';
import {
  MAX_VIEWS,
  type SavedView,
  type SavedViewFilter,
  type SavedViewInput,
  type SavedViewUpdate,
  savedView as schema,
} from './schema.ts';

function toView({ userId: _, ...view }: queries.ViewRecord): SavedView {
  return view;
}

/** Views belong to the user who saved them. @throws AppError rule for the shell and jobs. */
function ownerOf({ actor }: Ctx): number {
  if (actor.kind === 'staff') return actor.userId;
  return breaksRule('view.noUser', 'Views are saved by the users of the portal.');
}

/** The caller's views of a list, or of all lists, by name (decision 121). */
export async function listViews(ctx: Ctx, { list }: SavedViewFilter): Promise<SavedView[]> {
  if (ctx.actor.kind !== 'staff') return [];
  return (await queries.findViews(ctx.db, ctx.actor.userId, list)).map(toView);
}

/** @throws AppError conflict for a name that another view of the list has; rule above MAX_VIEWS. */
export async function createView(ctx: Ctx, input: SavedViewInput): Promise<SavedView> {
  const userId = ownerOf(ctx);
  return transact(ctx, async (tx) => {
    await queries.lockOwner(tx.db, userId);
    const before = await queries.findViews(tx.db, userId, input.list);
    if (before.length >= MAX_VIEWS)
      breaksRule('view.tooMany', `A list has ${MAX_VIEWS} views at most. Delete one first.`);
    const after = toView(await queries.views.insert(tx.db, { ...input, userId }));
    await auditView(tx, 'view.create', { after });
    return after;
  });
}

async function lockOwn(tx: Ctx, id: number): Promise<queries.ViewRecord> {
  const found = await queries.views.lock(tx.db, id);
  return found && found.userId === ownerOf(tx) ? found : notFound('View', id);
}

/** @throws AppError notFound, for the views of others too; conflict for an outdated version or a taken name. */
export function updateView(
  ctx: Ctx,
  id: number,
  { version, ...changes }: SavedViewUpdate,
): Promise<SavedView> {
  return transact(ctx, async (tx) => {
    const before = await lockOwn(tx, id);
    assertVersion('view', before.version, version);
    const after = await queries.views.update(tx.db, before, changes);
    await auditView(tx, 'view.update', { before: toView(before), after: toView(after) });
    return toView(after);
  });
}

/** @throws AppError notFound, for the views of others too. */
export function deleteView(ctx: Ctx, id: number): Promise<{ message: string }> {
  return transact(ctx, async (tx) => {
    const before = toView(await lockOwn(tx, id));
    await queries.views.remove(tx.db, id);
    await auditView(tx, 'view.delete', { before });
    return { message: `The view ${before.name} was deleted.` };
  });
}

function auditView(
  tx: Ctx,
  action: string,
  line: { before?: SavedView; after?: SavedView },
): Promise<void> {
  const { id, name, list } = (line.after ?? line.before)!;
  return audit(tx, {
    action,
    entity: 'savedView',
    entityId: id,
    summary: `${name} of ${list}`,
    schema,
    ...line,
  });
}
