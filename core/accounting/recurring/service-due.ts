import type { Ctx } from '../../context.ts';
import { type IsoDate, type IsoMonth, monthOf } from '../../kernel/dates.ts';
import { type Cents, parseCents, sumOf, ZERO } from '../../kernel/money.ts';
import * as queries from './queries.ts';
import { monthsDue, recurrenceOf } from './rules.ts';

/** A month for which a recurring entry is not posted. */
export interface EntryDue {
  templateId: number;
  description: string;
  month: IsoMonth;
  /** The sum of its debits, US cents. */
  amountUsd: Cents;
}

/** The entries that are due by a day and not posted, missed months too. */
export async function entriesDue(ctx: Ctx, by: IsoDate): Promise<EntryDue[]> {
  const done = await queries.findDoneMonths(ctx.db);
  return (await queries.findTemplates(ctx.db)).flatMap((record) => {
    const { id: templateId, description, lines } = record;
    const posted = new Set(done.get(templateId)?.map(monthOf));
    const amountUsd = sumOf(lines, ({ debitAmount }) => parseCents(debitAmount) ?? ZERO);
    return monthsDue(recurrenceOf(record), by, posted).map((month) => ({
      ...{ templateId, description, month, amountUsd },
    }));
  });
}
