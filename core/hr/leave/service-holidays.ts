import { type Ctx, transact } from '../../context.ts';
import { actorName } from '../../identity/actor.ts';
import { FIRST_DATE, formatDate, type IsoDate } from '../../kernel/dates.ts';
import { invalidField, notFound } from '../../kernel/errors.ts';
import { assertVersion } from '../../kernel/versions.ts';
import { audit } from '../../records/audit.ts';
import * as queries from './queries-holidays.ts';
import { type HolidayRecord, holidays } from './queries-holidays.ts';
import { firstOfYear, lastOfYear, yearOf } from './rules.ts';
import {
  type Holiday,
  type HolidayInput,
  type HolidayUpdate,
  holiday as schema,
} from './schema.ts';

/** The last day of the last year for which holidays are kept. */
const LAST_DATE = lastOfYear(2200);

function assertPossible(date: IsoDate): void {
  if (date < FIRST_DATE || date > LAST_DATE)
    invalidField('date', 'The date must lie between 2000 and 2200.');
}

function auditHoliday(
  tx: Ctx,
  action: string,
  before: HolidayRecord | undefined,
  after?: HolidayRecord,
): Promise<void> {
  const { id, name, date } = (after ?? before)!;
  return audit(tx, {
    action: `holiday.${action}`,
    entity: 'holiday',
    entityId: id,
    summary: `${name}, ${formatDate(date)}`,
    schema,
    ...(before ? { before } : {}),
    ...(after ? { after } : {}),
  });
}

/** The public holidays of a year, this year's by default, by date. */
export function listHolidays(ctx: Ctx, year = yearOf(ctx.today)): Promise<Holiday[]> {
  return queries.findHolidays(ctx.db, firstOfYear(year), lastOfYear(year));
}

/** The public holidays from `from` to `to` with their names. */
export async function holidayNames(
  ctx: Ctx,
  from: IsoDate,
  to: IsoDate,
): Promise<Map<IsoDate, string>> {
  const rows = await queries.findHolidays(ctx.db, from, to);
  return new Map(rows.map(({ date, name }) => [date, name]));
}

/**
 * Adds a public holiday. Leave that was asked for before keeps its days.
 * @throws AppError conflict for a day that is one already; invalid outside 2000 to 2200.
 */
export async function createHoliday(ctx: Ctx, { date, name }: HolidayInput): Promise<Holiday> {
  assertPossible(date);
  return transact(ctx, async (tx) => {
    const created = { createdAt: tx.now, createdBy: actorName(tx.actor) };
    const after = await holidays.insert(tx.db, { date, name, ...created });
    await auditHoliday(tx, 'create', undefined, after);
    return after;
  });
}

/** As `createHoliday`. @throws AppError notFound; conflict for an outdated version. */
export async function updateHoliday(
  ctx: Ctx,
  id: number,
  { date, name, version }: HolidayUpdate,
): Promise<Holiday> {
  if (date) assertPossible(date);
  return transact(ctx, async (tx) => {
    const before = (await holidays.lock(tx.db, id)) ?? notFound('Holiday', id);
    assertVersion('holiday', before.version, version);
    const changes = { ...(date ? { date } : {}), ...(name === undefined ? {} : { name }) };
    const after = await holidays.update(tx.db, before, changes);
    await auditHoliday(tx, 'update', before, after);
    return after;
  });
}

/** Removes a public holiday; leave that was asked for before keeps its days. @throws AppError notFound. */
export async function deleteHoliday(ctx: Ctx, id: number): Promise<Holiday> {
  return transact(ctx, async (tx) => {
    const before = (await holidays.lock(tx.db, id)) ?? notFound('Holiday', id);
    await holidays.remove(tx.db, id);
    await auditHoliday(tx, 'delete', before);
    return before;
  });
}
