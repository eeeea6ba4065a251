import { LinkLost, send, serverNow } from './request.ts';
import type { KeptSession, Purchase } from './types.ts';

type Active = Pick<KeptSession, 'status' | 'expiryTime'>;

export function isActive({ status, expiryTime }: Active): boolean {
  return status === 'active' && Date.parse(expiryTime) > serverNow();
}

/** Ends a session; answers why it did not. One that a voucher gave ends in this browser alone. */
export async function endSession({ key }: KeptSession): Promise<string | undefined> {
  if (!key) return undefined;
  try {
    const answer = await send('/api/wifi/purchases/end', { key });
    if (answer.ok || answer.status === 404) return undefined;
    return answer.message || 'The session did not end. Please try again.';
  } catch (error) {
    if (!(error instanceof LinkLost)) throw error;
    return 'There is no connection. The session did not end; please try again.';
  }
}

/** Whether the server says that a bought session is over: staff may have ended it meanwhile. */
export async function isOver({ key }: KeptSession): Promise<boolean> {
  if (!key) return false;
  const answer = await send<Purchase>('/api/wifi/purchases/status', { key }).catch(() => undefined);
  if (!answer?.ok) return false;
  // A payment that was given back has no session.
  const { session } = answer.body;
  return !session || !isActive(session);
}
