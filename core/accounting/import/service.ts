import type { Ctx } from '../../context.ts';
import type { Created } from '../../kernel/imported.ts';
import { countRow, emptyResults, type ImportResults } from '../../kernel/outcomes.ts';
import { holdOpeningDate, openingDate } from '../opening/service.ts';
import { listAccounts, lockedMonths } from '../service.ts';
import { post } from '../service-post.ts';
import {
  closedDay,
  contentOf,
  entryBeforeOpening,
  type ImportedEntry,
  type PlannedEntry,
  planEntry,
} from './rules.ts';
import { createAccountFinder } from './rules-accounts.ts';
import { importDigest, knownImports, recordImports, takeImportIds } from './service-known.ts';

const SOURCE = 'import.accounting';

/** An import changes no posted entry. */
export interface ImportedEntries extends Omit<ImportResults, 'made'> {
  /** The ids of the new entries in their file, which are their source ids; not in a dry run. */
  made: { entries: Created[] };
}

interface NewEntry {
  entry: PlannedEntry;
  key: string;
  content: string;
}

/**
 * Posts journal entries of a file with a fixed number of statements; a reference is posted once. The caller passes each
 * reference once and writes the audit line of the whole import. A posted reference with the same date and amounts is
 * unchanged, with others it is refused: posted entries are reversed, not changed. Before the opening date only openings
 * are posted (decision 45). Amounts in US cents. With `dryRun` it counts the same and writes nothing.
 */
export async function importEntries(
  tx: Ctx,
  sent: readonly ImportedEntry[],
  { dryRun }: { dryRun: boolean },
): Promise<ImportedEntries> {
  const result: ImportedEntries = { ...emptyResults(sent.length), made: { entries: [] } };
  if (sent.length === 0) return result;
  const opening = await (dryRun ? openingDate(tx) : holdOpeningDate(tx));
  const keys = sent.map(({ reference }) => importDigest(reference));
  const known = await knownImports(tx, SOURCE, keys, { dryRun });
  const facts = { today: tx.today, lockedMonths: await lockedMonths(tx) };
  const findAccount = createAccountFinder(await listAccounts(tx));
  const added: NewEntry[] = [];
  for (const [index, row] of sent.entries()) {
    const refuse = (message: string) => result.errors.push({ index, message });
    const plan = planEntry(row, findAccount);
    if ('problem' in plan) {
      refuse(plan.problem);
      continue;
    }
    const key = keys[index]!;
    const posted = known.get(key);
    const content = importDigest(contentOf(plan.entry));
    // A locked month and the opening date do not concern what is posted already.
    const closed =
      posted === undefined
        ? (closedDay(plan.entry.date, facts) ?? entryBeforeOpening(plan, opening))
        : undefined;
    if (closed) refuse(closed);
    else if (posted === undefined) {
      added.push({ entry: plan.entry, key, content });
      countRow(result, index, 'created');
    } else if (posted === content) countRow(result, index, 'unchanged');
    else
      refuse(
        `reference: ${row.reference} is already posted with another date or other amounts. Reverse that entry and import this one under another reference.`,
      );
  }
  if (!dryRun && added.length > 0) result.made.entries = await write(tx, added);
  return result;
}

async function write(tx: Ctx, added: readonly NewEntry[]): Promise<Created[]> {
  const first = await takeImportIds(tx, SOURCE, added.length);
  await recordImports(
    tx,
    SOURCE,
    added.map(({ key, content }, index) => ({ id: first + index, key, content, paymentId: null })),
  );
  await post(
    tx,
    added.map(({ entry }, index) => ({
      ...entry,
      source: SOURCE,
      sourceId: first + index,
      revision: 1,
      cash: 'safe' as const,
    })),
  );
  return added.map((_one, index) => ({ id: first + index, version: 1 }));
}
