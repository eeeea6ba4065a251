import { assertSafeHolds } from '../accounting/cash/service.ts';
import { type Ctx, transact } from '../context.ts';
import { documentNumber, takeNumbers } from '../database/counters.ts';
import { actorName, can } from '../identity/actor.ts';
import { breaksRule, conflicts, invalidField } from '../kernel/errors.ts';
import { type Cents, usdToSsp, ZERO } from '../kernel/money.ts';
import { currentRate } from '../rates/service-current.ts';
import * as queries from './queries.ts';
import { floatProblem, MAX_FLOAT_USD, TILL_COUNTER, TILL_PREFIX, TILL_WIDTH } from './rules.ts';
import {
  type TillCurrency,
  type TillDetail,
  type TillOpenInput,
  tillCurrencies,
} from './schema.ts';
import { auditTill, detailOf } from './service.ts';

const fields = { USD: 'floatUsd', SSP: 'floatSsp' } as const;

/** @throws AppError as `openTill`. */
async function assertFloat(tx: Ctx, floats: Record<TillCurrency, Cents>): Promise<void> {
  if (can(tx.actor, 'cash.safe')) {
    for (const currency of tillCurrencies)
      await assertSafeHolds(tx, currency, floats[currency], fields[currency]);
    return;
  }
  const mostSsp = usdToSsp(MAX_FLOAT_USD, await currentRate(tx, 'standard', tx.today));
  const most = { USD: MAX_FLOAT_USD, SSP: mostSsp };
  for (const currency of tillCurrencies) {
    const problem = floatProblem(currency, floats[currency], most[currency]);
    if (problem) invalidField(fields[currency], problem);
  }
}

/**
 * Opens the caller's till with a float, in US cents and piastres; the float comes from the safe, is cash of the company that
 * the caller holds from now on, and moves no account.
 * @throws AppError rule for the shell and for jobs, and, with `cash.safe`, for a float that the safe does not hold (decision
 *   62); invalid, without it, for one above MAX_FLOAT_USD (decision 97); conflict when the caller's till is open.
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
    await assertFloat(tx, { USD: floatUsd, SSP: floatSsp });
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
