import { monthsDue, recurrenceOf } from '../../accounting/recurring/rules.ts';
import type { Ctx } from '../../context.ts';
import type { IsoDate, IsoMonth } from '../../kernel/dates.ts';
import { findMonthsDone, findTemplates } from './queries.ts';

/** A month for which a recurring expense is not recorded. */
export interface ExpenseDue {
  templateId: number;
  /** The vendor or place, as expenses are named by. */
  location: string;
  month: IsoMonth;
}

/** The recurring expenses that are due by a day and not recorded, missed months too. */
export async function expensesDue(ctx: Ctx, by: IsoDate): Promise<ExpenseDue[]> {
  const templates = (await findTemplates(ctx.db)).filter(({ isActive }) => isActive);
  const done = await findMonthsDone(
    ctx.db,
    templates.map(({ id }) => id),
  );
  return templates.flatMap((template) =>
    monthsDue(recurrenceOf(template), by, done.get(template.id)!).map((month) => ({
      ...{ templateId: template.id, location: template.location, month },
    })),
  );
}
