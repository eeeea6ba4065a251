import type { Ctx } from '../../context.ts';
import type { BookValues } from '../../kernel/books.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import { groupedBy } from '../../kernel/groups.ts';
import type { Created, KeptRecord } from '../../kernel/imported.ts';
import { acceptedRows, countRow, emptyResults } from '../../kernel/outcomes.ts';
import { findKeys, lockImports } from '../import/queries.ts';
import { findCounted, findKnownLines } from '../import/queries-counts.ts';
import { createItemFinder } from '../import/rules.ts';
import { type CountFate, itemCounted, planCounts } from '../import/rules-counts.ts';
import type { ImportedCount } from '../import/schema.ts';
import { lockLevels } from '../queries-moves.ts';
import * as queries from './queries.ts';
import { cancelCount, insertCount } from './service.ts';
import { submitCount } from './service-post.ts';

type Planned = Exclude<CountFate, { problem: string }> & { index: number };

const WAITS =
  'counted: The quantity is another than what is in stock; the difference is posted when another person accepts the count under Approvals.';
const REASON = 'Counted in a file';

/** The counted quantities that are in a count, by the indexes of their rows. */
export interface HeldCounts {
  held: ReadonlyMap<number, number>;
}

async function planRows(
  tx: Ctx,
  rows: readonly ImportedCount[],
  dryRun: boolean,
): Promise<CountFate[]> {
  const find = createItemFinder(await findKeys(tx.db));
  const ids = [
    ...new Set(
      rows.flatMap(({ item }) => {
        const found = itemCounted(item, find);
        return 'id' in found ? [found.id] : [];
      }),
    ),
  ];
  if (!dryRun) await lockLevels(tx.db, ids);
  const items = new Map((await findCounted(tx.db, ids)).map((item) => [item.id, item]));
  const dates = [...new Set(rows.flatMap(({ date }) => date ?? []))];
  const known = await findKnownLines(tx.db, dates);
  return planCounts(rows, { today: tx.today, find, items, known });
}

/**
 * Makes a stock count of the rows of each day of a file, as if its quantities were entered in the form, and submits it: without
 * differences it is closed, otherwise another person is asked to accept them. A row is known if a count of its day has the same
 * quantity. The caller writes the audit line of the whole import. With `dryRun` it counts the same and writes nothing.
 */
export async function importCounts(
  tx: Ctx,
  rows: readonly ImportedCount[],
  { dryRun }: { dryRun: boolean },
) {
  const result = {
    ...emptyResults(rows.length),
    held: new Map<number, number>(),
  };
  if (!dryRun) await lockImports(tx.db);
  const fates = await planRows(tx, rows, dryRun);
  const planned = acceptedRows(fates, result);
  for (const { index, isKnown, difference, counted } of planned) {
    countRow(result, index, isKnown ? 'unchanged' : 'created');
    result.held.set(index, counted);
    if (!isKnown && difference !== 0) result.notes.push({ index, message: WAITS });
  }
  const fresh = planned.filter(({ isKnown }) => !isKnown);
  if (dryRun || fresh.length === 0) return result;
  for (const [date, lines] of groupedBy(fresh, (line) => line.date))
    result.made.push(await countOf(tx, date as IsoDate, lines));
  return result;
}

async function countOf(tx: Ctx, date: IsoDate, lines: readonly Planned[]): Promise<Created> {
  const made = await insertCount(tx, { date, notes: REASON }, (id) =>
    queries.insertLinesOf(
      tx.db,
      id,
      lines.map(({ equipmentId }) => equipmentId),
    ),
  );
  await queries.enterQuantities(tx.db, made.id, lines);
  const sums = await queries.sumLines(tx.db, made.id);
  await queries.counts.update(tx.db, made, sums);
  const { id, version } = await submitCount(tx, made.id, { reason: REASON });
  return { id, version };
}

/** What the counts hold of the rows of a written batch. */
export function countsInBooks(
  rows: readonly ImportedCount[],
  { held }: HeldCounts,
): (BookValues | undefined)[] {
  return rows.map((_, index) => {
    const counted = held.get(index);
    return counted === undefined ? undefined : { values: { counts: 1, units: counted } };
  });
}

/** Cancels counts that an import made, with the requests to accept them. Those that were posted stay. */
export async function removeImportedCounts(
  tx: Ctx,
  created: readonly Created[],
): Promise<{ removed: number; kept: KeptRecord[] }> {
  const kept: KeptRecord[] = [];
  let removed = 0;
  for (const { id, version } of created) {
    const count = await queries.counts.lock(tx.db, id);
    if (!count || count.status === 'cancelled') continue;
    // A refusal is one change more.
    const asImported = count.status === 'refused' ? version + 1 : version;
    if (count.status !== 'posted' && count.version === asImported) {
      await cancelCount(tx, id);
      removed += 1;
      continue;
    }
    const reason =
      count.status !== 'posted'
        ? 'It was counted again since.'
        : count.differences === 0
          ? 'It found no differences, and is closed.'
          : 'Its differences are posted. Count again, or adjust the stock.';
    kept.push({ entity: 'stockCount', entityId: id, label: count.countId, reason });
  }
  return { removed, kept };
}
