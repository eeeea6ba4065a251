import type { Ctx } from '../../context.ts';
import { firstDay, type IsoMonth } from '../../kernel/dates.ts';
import { leftOutNote, seesPrivateEntries } from '../private/rules.ts';
import { findSums } from './queries.ts';
import { monthsCompared, statementsFrom } from './rules.ts';
import type { Comparison, Statements } from './schema.ts';

/**
 * The three statements of a month in US cents (seeds/001 3): profit and loss of the month, balance sheet at its end, cash
 * flow of the month, each with the year to date and beside another month if one is asked for. Without pay.read they lack the
 * entries of payroll that are left out (decision 67); they balance, since these are whole entries.
 */
export async function statementsOf(
  ctx: Ctx,
  month: IsoMonth,
  compare?: Comparison,
): Promise<Statements> {
  const months = monthsCompared(month, compare);
  const { sums } = await findSums(ctx.db, months.map(firstDay), seesPrivateEntries(ctx.actor));
  return { ...statementsFrom(months, sums), ...leftOutNote(ctx.actor) };
}

/** The same with a value that the statement of the sums reads too, such as a rate. */
export async function statementsBeside<V>(
  ctx: Ctx,
  value: Parameters<typeof findSums<V>>[3],
  month: IsoMonth,
  compare?: Comparison,
): Promise<{ statements: Statements; value: V }> {
  const months = monthsCompared(month, compare);
  const found = await findSums<V>(
    ctx.db,
    months.map(firstDay),
    seesPrivateEntries(ctx.actor),
    value,
  );
  const statements = { ...statementsFrom(months, found.sums), ...leftOutNote(ctx.actor) };
  return { statements, value: found.value };
}
