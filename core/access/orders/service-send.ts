import type { Ctx } from '../../context.ts';
import type { Change, NamedSession, OrderResult } from '../../ports/radius.ts';
import { routerPurpose } from '../rules.ts';

/** Where a router takes orders. */
interface OrderedRouter {
  routerId: number;
  address: string;
  port: number;
  secretEncrypted: string;
}

/**
 * Sends one order to a router and answers what came back. A secret that cannot be read, or a name that fits no packet, is as a
 * silent router: it must not stop the orders of others.
 */
export async function sendOrder(
  { ports }: Pick<Ctx, 'ports'>,
  { routerId, secretEncrypted, address, port }: OrderedRouter,
  session: NamedSession,
  change?: Change,
): Promise<OrderResult> {
  try {
    const secret = ports.secrets.decrypt(secretEncrypted, routerPurpose(routerId));
    return await ports.radius.send({ address, port, secret, session, change });
  } catch (error) {
    const message = error instanceof Error ? error.message.slice(0, 200) : 'failed';
    return { kind: 'silent', error: message };
  }
}
