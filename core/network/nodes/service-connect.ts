import type { Ctx } from '../../context.ts';
import { invalidField } from '../../kernel/errors.ts';
import { searchKey } from '../../kernel/text.ts';
import * as queries from './queries-connect.ts';

/**
 * Locks the node that a record is to name until the end of the transaction, so that it is not retired or deleted in
 * between.
 * @throws AppError invalid, field `nodeId`, for a node that does not exist or is retired.
 */
export async function lockConnectable(tx: Ctx, id: number): Promise<queries.NamedNode> {
  const [node] = await queries.lockShared(tx.db, [id]);
  if (!node) return invalidField('nodeId', 'There is no such network node.');
  if (node.isRetired)
    return invalidField('nodeId', `${node.name} is retired. Choose another network node.`);
  return node;
}

/** The names of nodes by id; unknown ids are missing. */
export async function namesOfNodes(
  ctx: Ctx,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const nodes = await queries.findNames(ctx.db, ids);
  return new Map(nodes.map(({ id, name }) => [id, name]));
}

/** Finds nodes by the names of a file, ignoring case; undefined for an unknown name. */
export async function nodesNamed(
  ctx: Ctx,
  names: readonly string[],
): Promise<(name: string) => queries.NamedNode | undefined> {
  if (names.length === 0) return () => undefined;
  const keys = [...new Set(names.map((name) => searchKey(name)))];
  const nodes = await queries.findByKeys(ctx.db, keys);
  const byKey = new Map(nodes.map((node) => [node.key, node]));
  return (name) => byKey.get(searchKey(name));
}
