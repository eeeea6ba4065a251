import { type Ctx, transact } from '../context.ts';
import { lockConnectable } from '../network/nodes/service-connect.ts';
import { audit } from '../records/audit.ts';
import * as queries from './queries-nodes.ts';
import type { AssignNodeInput } from './schema.ts';

/**
 * Connects the Active and Suspended customers of a location to a network node: those without a node, with
 * `includeAssigned` also those with another one. Returns how many were changed; a second call changes none.
 * @throws AppError invalid for a node that does not exist or is retired.
 */
export async function assignNode(ctx: Ctx, input: AssignNodeInput): Promise<{ customers: number }> {
  return transact(ctx, async (tx) => {
    const node = await lockConnectable(tx, input.nodeId);
    const customers = await queries.updateNodeOfLocation(tx.db, input, tx.now);
    if (customers > 0)
      await audit(tx, {
        action: 'customer.assignNode',
        entity: 'node',
        entityId: node.id,
        summary: `${node.name}: ${customers} ${customers === 1 ? 'customer' : 'customers'} of ${input.location} connected`,
        facts: {
          location: input.location,
          customers,
          includeAssigned: input.includeAssigned === true,
        },
      });
    return { customers };
  });
}
