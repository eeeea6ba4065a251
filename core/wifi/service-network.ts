import { openCodes, withoutAccount } from '../access/codes/service.ts';
import { type Ctx, transact } from '../context.ts';
import { isAppError } from '../kernel/errors.ts';
import * as queries from './queries.ts';
import { type StoredSession, statusOf } from './rules.ts';
import { decryptAccess } from './service-access.ts';

/** Lets sessions sign in at hotspots, in the transaction of their sale, each for its first device; answers how many were new. */
export function openSessions(
  tx: Ctx,
  sold: readonly { session: StoredSession; code: string }[],
): Promise<number> {
  return openCodes(
    tx,
    'wifi',
    sold.map(({ session, code }) => ({
      sourceId: session.id,
      label: `${session.saleNumber}/1`,
      code,
      endsAt: session.expiryTime,
      validSeconds: null,
      lapsesOn: null,
      dataMB: session.dataMB,
      speedMbps: session.speedMbps,
      isOneDevice: true,
    })),
  );
}

/** Sessions of one transaction. */
const BATCH = 500;

/** As `openSoldVouchers`, for sessions that run. */
export async function openSoldSessions(ctx: Ctx): Promise<{ opened: number; unreadable: number }> {
  const result = { opened: 0, unreadable: 0 };
  for (let after = 0; ; ) {
    const ids = await queries.findActive(ctx.db, ctx.now, { after, limit: BATCH });
    const last = ids.at(-1);
    if (last === undefined) return result;
    const missing = await withoutAccount(ctx, 'wifi', ids);
    if (missing.length > 0)
      await transact(ctx, async (tx) => {
        const sessions = await queries.lockSessions(tx.db, missing);
        const open = sessions.flatMap(({ accessEncrypted, ...session }) => {
          if (statusOf(session, tx.now) !== 'active') return [];
          try {
            return [{ session, code: decryptAccess(tx, session.saleNumber, accessEncrypted) }];
          } catch (error) {
            if (!isAppError(error) || error.code !== 'secret.unreadable') throw error;
            result.unreadable += 1;
            return [];
          }
        });
        result.opened += await openSessions(tx, open);
      });
    after = last;
  }
}
