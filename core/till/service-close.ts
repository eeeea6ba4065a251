import { post } from '../accounting/service-post.ts';
import { userIdOf } from '../approvals/rules.ts';
import { type Ctx, transact } from '../context.ts';
import { actorName, authorise } from '../identity/actor.ts';
import { breaksRule, invalidField, notFound } from '../kernel/errors.ts';
import { cents, subtractCents, ZERO } from '../kernel/money.ts';
import { assertVersion } from '../kernel/versions.ts';
import { currentRate } from '../rates/service-current.ts';
import { differencePosted } from './postings.ts';
import * as queries from './queries.ts';
import { acceptProblem, countPieces, differenceText } from './rules.ts';
import type { TillCountInput, TillDetail } from './schema.ts';
import { auditTill, concernOf, detailOf } from './service.ts';

/**
 * Closes a till with its count: the difference from what it should hold is posted on the same day, at the standard rate for
 * pounds (short: 5650 / 1110 or 1160; over: the reverse). Its own user counts it; one with `till.manage` may count that of a
 * user who is absent.
 * @throws AppError notFound; forbidden for the till of another user; conflict for an outdated version; invalid for a
 *   denomination that does not exist or is counted twice, and for a difference without a note; rule for a till that is
 *   counted already, without a rate of the day, and for a locked month.
 */
export function countTill(ctx: Ctx, id: number, input: TillCountInput): Promise<TillDetail> {
  return transact(ctx, async (tx) => {
    const before = (await queries.tills.lock(tx.db, id)) ?? notFound('Till', id);
    if (before.userId !== userIdOf(tx.actor)) authorise(tx.actor, 'till.manage');
    assertVersion('till', before.version, input.version);
    if (before.status !== 'open')
      breaksRule('till.counted', `${before.tillNumber} was already counted.`);
    const count = countPieces(input.pieces);
    if ('field' in count) invalidField(count.field, count.message);
    const { totals, pieces } = count;
    const difference = {
      USD: subtractCents(totals.USD, before.cashUsd),
      SSP: subtractCents(totals.SSP, before.cashSsp),
    };
    const { note = '' } = input;
    const text = differenceText(difference);
    if (text !== '' && note === '')
      invalidField('note', `The till is ${text}. Say why in the note, or count again.`);
    await queries.insertCounts(tx.db, id, pieces);
    const by = actorName(tx.actor);
    await queries.insertTillMovements(tx.db, {
      ...{ tillId: id, kind: 'difference', source: 'till.difference', amounts: difference },
      ...{ reference: before.tillNumber, note, createdAt: tx.now, createdBy: by },
    });
    const after = await queries.tills.update(tx.db, before, {
      status: 'counted',
      ...{ countedAt: tx.now, countedOn: tx.today, countedBy: by, countNote: note },
      ...{ expectedUsd: before.cashUsd, expectedSsp: before.cashSsp },
      ...{ countedUsd: totals.USD, countedSsp: totals.SSP },
    });
    await auditTill(tx, 'till.count', { before, after });
    const rate = difference.SSP === 0 ? ZERO : await currentRate(tx, 'standard', tx.today);
    await post(tx, differencePosted(after, tx.today, difference, rate));
    return detailOf(tx, after);
  });
}

/**
 * Accepts the hand-over of a counted till: its cash leaves it for the company's, and no account moves. Another person than
 * its user accepts it, and than who counted it for its user with a difference; these only if no other active account may,
 * which is recorded (decision 34).
 * @throws AppError notFound; rule for a till that is open or accepted, for the caller's own, and for one
 *   that the caller found short or over.
 */
export function acceptTill(ctx: Ctx, id: number): Promise<TillDetail> {
  return transact(ctx, async (tx) => {
    const before = (await queries.tills.lock(tx.db, id)) ?? notFound('Till', id);
    const concern = await concernOf(tx, before);
    const problem = acceptProblem(before, concern);
    if (problem) breaksRule(problem.code, problem.message);
    const by = actorName(tx.actor);
    await queries.insertTillMovements(tx.db, {
      ...{ tillId: id, kind: 'handover', source: 'till', reference: before.tillNumber, note: '' },
      amounts: { USD: cents(0 - before.cashUsd), SSP: cents(0 - before.cashSsp) },
      ...{ createdAt: tx.now, createdBy: by },
    });
    const after = await queries.tills.update(tx.db, before, {
      status: 'accepted',
      ...{
        acceptedAt: tx.now,
        acceptedBy: by,
        acceptedById: userIdOf(tx.actor),
        isSole: concern.isSole,
      },
    });
    await auditTill(tx, 'till.accept', { before, after });
    return detailOf(tx, after);
  });
}
