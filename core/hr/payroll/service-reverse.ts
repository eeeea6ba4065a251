import { post, postedEntryId } from '../../accounting/service-post.ts';
import { type Ctx, transact } from '../../context.ts';
import { actorName } from '../../identity/actor.ts';
import { formatDate, type IsoDate, laterDate } from '../../kernel/dates.ts';
import { breaksRule, invalidField } from '../../kernel/errors.ts';
import { cents } from '../../kernel/money.ts';
import { advances, findRepaidBy, movePayrollParts } from '../payments/queries-advances.ts';
import { payrollApproved, reversalOfPosting } from './postings.ts';
import * as queries from './queries.ts';
import { toPayroll } from './rules-record.ts';
import type { Payroll, ReversePayrollInput } from './schema.ts';
import {
  assertPostable,
  assertStatus,
  auditPayroll,
  callerOf,
  lockPayroll,
} from './service-record.ts';
import { showPayrollReversals } from './service-shown.ts';

/**
 * The day of a reversal: as given, else today, or the day of the entry if that is later.
 * @throws AppError invalid for a day before the entry, or after both today and the entry.
 */
export function reversalDay(tx: Ctx, given: IsoDate | undefined, postedOn: IsoDate): IsoDate {
  const latest = laterDate(tx.today, postedOn);
  const date = given ?? latest;
  if (date < postedOn)
    invalidField('date', `The reversal cannot be dated before ${formatDate(postedOn)}.`);
  if (date > latest) invalidField('date', 'A reversal cannot be dated in the future.');
  return date;
}

/** Gives back to their advances what a payroll had repaid of them. */
async function takeBackRepayments(tx: Ctx, payrollId: number, date: IsoDate): Promise<void> {
  const repaid = await findRepaidBy(tx.db, [payrollId]);
  if (repaid.length === 0) return;
  await advances.lockMany(
    tx.db,
    repaid.map(({ advanceId }) => advanceId),
  );
  const movements = repaid.map(({ advanceId, amountUsd }) => ({
    advanceId,
    kind: 'payroll_reversal' as const,
    payrollId,
    date,
    amountUsd: cents(-amountUsd),
  }));
  await movePayrollParts(tx.db, movements, { at: tx.now, by: actorName(tx.actor) });
}

/**
 * Reverses a payroll (decision 37): one that is posted with a mirrored entry, whose advances are open again; one that is only
 * processed without an entry. Its days can be processed anew.
 * @throws AppError notFound; conflict for an outdated version; invalid for a day before its entry; rule for a payroll that is
 *   paid, whose payment is reversed first, or reversed, and for a locked month.
 */
export async function reversePayroll(
  ctx: Ctx,
  id: number,
  { reason, date, version }: ReversePayrollInput,
): Promise<Payroll> {
  return transact(ctx, async (tx) => {
    const before = await lockPayroll(tx, id, version);
    const { status, netPay, postedOn, payrollNumber } = before;
    if (status === 'paid' && netPay > 0)
      breaksRule('payroll.isPaid', `${payrollNumber} is paid. Reverse its payment first.`);
    assertStatus(before, ['processed', 'approved', 'paid'], 'reversed');
    const day = postedOn === null ? tx.today : reversalDay(tx, date, postedOn);
    if (postedOn !== null) await assertPostable(tx, [day], 'date');
    const after = await queries.payrolls.update(
      tx.db,
      before,
      {
        status: 'reversed',
        paidOn: null,
        reversedOn: day,
        reversedAt: tx.now,
        reversedBy: actorName(tx.actor),
        reversalReason: reason,
      },
      { updated_at: tx.now },
    );
    if (postedOn !== null) await takeBackRepayments(tx, id, day);
    const named = await auditPayroll(tx, 'payroll.reverse', { before, after });
    const answer = toPayroll(named, await callerOf(tx));
    const [posted] = postedOn === null ? [] : payrollApproved({ ...named, ...before });
    if (posted) {
      const entryId = await postedEntryId(tx, posted.source, id, 1);
      await showPayrollReversals(tx, after);
      await post(tx, [reversalOfPosting(posted, day, entryId)]);
    }
    return answer;
  });
}
