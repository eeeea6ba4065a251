import { type Ctx, transact } from '../../context.ts';
import { actorName } from '../../identity/actor.ts';
import { breaksRule } from '../../kernel/errors.ts';
import { audit } from '../../records/audit.ts';
import { nameOfEmployee } from '../employees/rules.ts';
import { lockEmployee } from '../employees/service-record.ts';
import { hrSettings } from '../service-settings.ts';
import * as queries from './queries-balances.ts';
import { lastOfYear, yearOf } from './rules.ts';
import { carryOverOf } from './rules-balances.ts';
import type { CarryOverInput, ClosedYear, LeaveBalance } from './schema.ts';
import { eachBatch, leaveBalanceOf } from './service-balances.ts';

/**
 * Takes the annual leave that is left of a past year over into the next, up to the days that the company allows, for
 * everybody who still belongs to it then. Entries for the next year that exist are kept, so that closing twice changes
 * nothing.
 * @throws AppError rule for a year that has not ended.
 */
export async function closeLeaveYear(ctx: Ctx, year: number): Promise<ClosedYear> {
  if (year >= yearOf(ctx.today))
    breaksRule('leave.yearOpen', `${year} has not ended: its leave is carried over afterwards.`, {
      year: 'Choose a past year.',
    });
  return transact(ctx, async (tx) => {
    const { carryOverDays } = await hrSettings(tx);
    const written = { by: actorName(tx.actor), at: tx.now, note: `Left of ${year}` };
    let carriedOver = 0;
    let kept = 0;
    const ids = await queries.findEmployedIn(tx.db, year, {});
    for await (const batch of eachBatch(tx, ids, year)) {
      const staying = batch.filter(
        ({ facts }) => facts.lastDay === null || facts.lastDay > lastOfYear(year),
      );
      const rows = staying.map(({ facts, carriedInto, leave }) => ({
        employeeId: facts.employeeId,
        year: year + 1,
        hundredths: carryOverOf(year, facts, carriedInto(year), leave, carryOverDays),
      }));
      const wanted = rows.filter(({ hundredths }) => hundredths > 0);
      const added = await queries.insertCarryOvers(tx.db, wanted, written);
      carriedOver += added;
      kept += wanted.length - added;
    }
    const closed = { year, carriedOver, kept };
    if (carriedOver > 0)
      await audit(tx, {
        action: 'leave.closeYear',
        entity: 'leaveYear',
        entityId: year,
        summary: `${carriedOver} employees take annual leave of ${year} over into ${year + 1}`,
        facts: closed,
      });
    return closed;
  });
}

/**
 * Sets the annual leave that an employee takes over into a year, in place of an earlier entry; below zero for leave that
 * was taken in advance.
 * @throws AppError notFound.
 */
export async function setCarryOver(
  ctx: Ctx,
  employeeId: number,
  { year, days, note }: CarryOverInput,
): Promise<LeaveBalance> {
  return transact(ctx, async (tx) => {
    const employee = await lockEmployee(tx, employeeId);
    const hundredths = Math.round(days * 100);
    const written = { by: actorName(tx.actor), at: tx.now, note };
    const row = { employeeId, year, hundredths };
    const before = await queries.setCarryOver(tx.db, row, written);
    await audit(tx, {
      action: 'leave.carryOver',
      entity: 'employee',
      entityId: employeeId,
      summary: `${nameOfEmployee(employee)}: ${days} days into ${year}`,
      facts: { year, days, daysBefore: (before ?? 0) / 100, note },
    });
    return leaveBalanceOf(tx, employeeId, year);
  });
}
