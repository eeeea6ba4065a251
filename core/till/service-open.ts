import { assertSafeHolds } from '../accounting/cash/service.ts';
import { type Ctx, transact } from '../context.ts';
import { documentNumber, takeNumbers } from '../database/counters.ts';
import { actorName } from '../identity/actor.ts';
import { breaksRule, conflicts } from '../kernel/errors.ts';
import { ZERO } from '../kernel/money.ts';
import * as queries from './queries.ts';
import { TILL_COUNTER, TILL_PREFIX, TILL_WIDTH } from './rules.ts';
import type { TillDetail, TillOpenInput } from './schema.ts';
import { auditTill, detailOf } from './service.ts';

/**
 * Opens the caller's till with a float, in US cents and piastres; the float comes from the safe, is cash of the company that
 * the caller holds from now on, and moves no account.
 * @throws AppError rule for the shell and for jobs, and for a float that the safe does not hold (decision 62); conflict when
 *   the caller's till is open.
 */
export function openTill(
  ctx: Ctx,
  { floatUsd = ZERO, floatSsp = ZERO }: TillOpenInput,
): Promise<TillDetail> {
  return transact(ctx, async (tx) => {
    const { actor } = tx;
    if (actor.kind !== 'staff')
      breaksRule('till.noUser', 'A till belongs to a user: sign in to the portal to open yours.');
    const open = await queries.lockOpenTill(tx.db, actor.userId);
    if (open) conflicts('till.alreadyOpen', `Your till is already open (${open.tillNumber}).`);
    const year = tx.today.slice(0, 4);
    const number = await takeNumbers(tx.db, `${TILL_COUNTER}:${year}`);
    await assertSafeHolds(tx, 'USD', floatUsd, 'floatUsd');
    await assertSafeHolds(tx, 'SSP', floatSsp, 'floatSsp');
    const { id, tillNumber } = await queries.tills.insert(tx.db, {
      tillNumber: documentNumber(`${TILL_PREFIX}-${year}-`, number, TILL_WIDTH),
      userId: actor.userId,
      userName: actorName(actor),
      openedOn: tx.today,
      openedAt: tx.now,
      floatUsd,
      floatSsp,
    });
    await queries.insertTillMovements(tx.db, {
      ...{ tillId: id, kind: 'float', source: 'till', reference: tillNumber, note: '' },
      ...{ amounts: { USD: floatUsd, SSP: floatSsp }, createdAt: tx.now },
      createdBy: actorName(actor),
    });
    const after = (await queries.tills.get(tx.db, id))!;
    await auditTill(tx, 'till.open', { after });
    return detailOf(tx, after);
  });
}
