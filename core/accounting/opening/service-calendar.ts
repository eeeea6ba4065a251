import type { Ctx } from '../../context.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import { AppError } from '../../kernel/errors.ts';
import { lockedMonths } from '../service.ts';
import { type Calendar, dateProblem } from './rules-calendar.ts';
import { holdOpeningDate, openingDate } from './service.ts';

/**
 * What may be posted on which day, now; in a transaction, the opening date cannot change until it ends. One that only reads
 * cannot hold it: `isHeld` false.
 */
export async function readCalendar(
  ctx: Ctx,
  { isHeld = ctx.db.isTransaction }: { isHeld?: boolean } = {},
): Promise<Calendar> {
  return {
    today: ctx.today,
    openingDate: await (isHeld ? holdOpeningDate(ctx) : openingDate(ctx)),
    locked: await lockedMonths(ctx),
  };
}

/** @throws AppError at `field` for a day on which nothing can be recorded: invalid, or rule for a locked month. */
export function assertDateOpen(
  field: string,
  noun: string,
  date: IsoDate,
  calendar: Calendar,
): void {
  const problem = dateProblem(noun, date, calendar);
  if (!problem) return;
  const { code, message } = problem;
  const kind = code === 'input.invalid' ? 'invalid' : 'rule';
  throw new AppError(kind, code, message, { fields: { [field]: message } });
}
