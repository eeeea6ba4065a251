import { ClientError } from '../../client/errors.ts';
import { isUnanswered } from '../../client/light-call.ts';
import { serverNow } from '../../client/server-clock.ts';
import { call } from '../client.ts';
import type { KeptSession } from '../types.ts';

type Active = Pick<KeptSession, 'status' | 'expiryTime'>;

export function isActive({ status, expiryTime }: Active): boolean {
  return status === 'active' && Date.parse(expiryTime) > serverNow();
}

/** Ends a session; answers why it did not. One that a voucher gave ends in this browser alone. */
export async function endSession({ key }: KeptSession): Promise<string | undefined> {
  if (!key) return undefined;
  try {
    await call('endOwnSession', { body: { key } });
    return undefined;
  } catch (error) {
    if (!(error instanceof ClientError)) throw error;
    if (isUnanswered(error))
      return 'There is no connection. The session did not end; please try again.';
    if (error.isNotFound) return undefined;
    return error.message || 'The session did not end. Please try again.';
  }
}

/** Whether the server says that a bought session is over: staff may have ended it meanwhile. */
export async function isOver({ key }: KeptSession): Promise<boolean> {
  if (!key) return false;
  const purchase = await call('checkPurchase', { body: { key } }).catch(() => undefined);
  // A payment that was given back has no session.
  return purchase !== undefined && !(purchase.session && isActive(purchase.session));
}
