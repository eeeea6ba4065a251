import { type Ctx, transact } from '../../context.ts';
import { assertDateAllowed, formatDate, type IsoDate } from '../../kernel/dates.ts';
import { breaksRule } from '../../kernel/errors.ts';
import { assertVersion } from '../../kernel/versions.ts';
import { audit } from '../../records/audit.ts';
import * as queries from './queries.ts';
import { type OpeningInput, type OpeningSettings, openingSettings } from './schema.ts';

/** The opening date with its version (decision 45). */
export function getOpeningSettings(ctx: Ctx): Promise<OpeningSettings> {
  return queries.getOpening(ctx.db);
}

/** The first day whose revenue is earned in these books; null if none is set. For reads and previews. */
export async function openingDate(ctx: Ctx): Promise<IsoDate | null> {
  return (await queries.getOpening(ctx.db)).openingDate;
}

/** The same for a transaction that posts by it: the date cannot change until the transaction ends. */
export async function holdOpeningDate(tx: Ctx): Promise<IsoDate | null> {
  return (await queries.holdOpening(tx.db)).openingDate;
}

/**
 * Sets or clears the opening date (decision 45). Documents dated before it were posted against Opening Balances, later
 * ones to revenue and cash. Their entries are never rewritten, so the date may move only over days without such entries;
 * manual and imported entries without revenue or expenses do not depend on it. Waits for concurrent postings.
 * @throws AppError invalid for a date out of range; conflict for a stale version; rule if entries lie between the old and
 *   the new date.
 */
export async function setOpeningDate(ctx: Ctx, input: OpeningInput): Promise<OpeningSettings> {
  if (input.openingDate) assertDateAllowed('openingDate', input.openingDate, ctx.today);
  return transact(ctx, async (tx) => {
    const before = await queries.lockOpening(tx.db);
    assertVersion('opening date', before.version, input.version);
    if (before.openingDate === input.openingDate) return before;
    await assertMovable(tx, before.openingDate, input.openingDate);
    await queries.updateOpening(tx.db, input.openingDate, tx.now);
    const after = await queries.getOpening(tx.db);
    await audit(tx, {
      action: 'openingDate.update',
      entity: 'openingDate',
      entityId: 'openingDate',
      summary: input.openingDate
        ? `Opening date ${formatDate(input.openingDate)}`
        : 'Opening date removed',
      schema: openingSettings,
      before,
      after,
    });
    return after;
  });
}

/** Without an opening date all days count as days of these books. */
async function assertMovable(tx: Ctx, before: IsoDate | null, after: IsoDate | null) {
  const [from, until] = [before, after].sort((a, b) => ((a ?? '') < (b ?? '') ? -1 : 1));
  const { count, first } = await queries.findDependentEntries(tx.db, from!, until!);
  if (!first) return;
  const days = from
    ? `from ${formatDate(from)} to the day before ${formatDate(until!)}`
    : `before ${formatDate(until!)}`;
  const posted =
    count === 1
      ? `Entry ${first.entryNumber} of ${formatDate(first.entryDate)} is posted ${days}`
      : `${count} entries are posted ${days}, the first ${first.entryNumber} of ${formatDate(first.entryDate)}`;
  const message = `${posted}. What is posted is not posted anew, so the opening date cannot be moved across it.`;
  breaksRule('openingDate.posted', message, { openingDate: message });
}
