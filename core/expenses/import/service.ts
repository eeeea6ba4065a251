import { inSafe } from '../../accounting/cash/rules.ts';
import { isPostable } from '../../accounting/journal/rules.ts';
import { readCalendar } from '../../accounting/opening/service-calendar.ts';
import { listAccounts } from '../../accounting/service.ts';
import { post } from '../../accounting/service-post.ts';
import { type Ctx, transact } from '../../context.ts';
import { formatUsd, sumOf } from '../../kernel/money.ts';
import { ratesOn } from '../../rates/service-current.ts';
import { audit } from '../../records/audit.ts';
import type { NewExpense } from '../rules.ts';
import type { BulkImportInput, ImportPreview, ImportResult } from '../schema.ts';
import { askForExpenses } from '../service-limits.ts';
import { insertExpenses } from '../service-record.ts';
import { findExpensesOn, lockImports } from './queries.ts';
import {
  dateOfLine,
  importMessage,
  judgeLine,
  keyOf,
  type MarkedLine,
  markLines,
} from './rules.ts';
import { readingOf } from './rules-amount.ts';

/** Judges the lines against the months, rates and accounts, and against what is recorded. */
async function judge(
  ctx: Ctx,
  { expenses: lines, account = 'accounts_payable', currency = 'USD' }: BulkImportInput,
): Promise<MarkedLine[]> {
  const dates = [...new Set(lines.flatMap((line) => dateOfLine(line) ?? []))];
  const facts = {
    calendar: await readCalendar(ctx),
    rates: await ratesOn(ctx, 'standard', dates),
    postable: new Set((await listAccounts(ctx)).filter(isPostable).map(({ code }) => code)),
    reading: readingOf(lines.map(({ amount }) => amount)),
    account,
    currency,
  };
  const judged = lines.map((line) => judgeLine(line, facts));
  const recorded = new Map<string, string[]>();
  for (const known of await findExpensesOn(ctx.db, dates)) {
    const key = keyOf(known);
    const numbers = recorded.get(key);
    if (numbers) numbers.push(known.transactionId);
    else recorded.set(key, [known.transactionId]);
  }
  return markLines(lines, judged, recorded);
}

function rowsOf(marked: readonly MarkedLine[]): NewExpense[] {
  return marked.flatMap(({ row }) => row ?? []);
}

/** What an import of these lines would record, and what is wrong or doubtful with each; writes nothing. US cents. */
export async function previewExpenseImport(
  ctx: Ctx,
  input: BulkImportInput,
): Promise<ImportPreview> {
  const marked = await judge(ctx, input);
  const rows = rowsOf(marked);
  return {
    verdicts: marked.map(({ verdict }) => verdict),
    toRecord: rows.length,
    totalUsd: sumOf(rows, ({ amountUsd }) => amountUsd),
  };
}

/**
 * Records the lines that are new, read or chosen, all or none, by default on account (decision 76), and answers what became
 * of each (seeds/001 5 and 7). The same lines again add nothing, also when two imports run at once.
 */
export async function importExpenses(ctx: Ctx, input: BulkImportInput): Promise<ImportResult> {
  return transact(ctx, async (tx) => {
    await lockImports(tx.db);
    const marked = await judge(tx, input);
    const rows = rowsOf(marked);
    await askForExpenses(tx, rows);
    const { recorded, postings } = await insertExpenses(tx, rows);
    const refused = marked.filter(({ verdict }) => verdict.mark === 'refused').length;
    const leftOut = marked.length - recorded.length - refused;
    const message = importMessage(rows, leftOut, refused);
    if (recorded.length > 0) {
      const [first, last] = [recorded[0]!, recorded.at(-1)!].map((row) => row.transactionId);
      const total = formatUsd(sumOf(recorded, ({ amountUsd }) => amountUsd));
      await audit(tx, {
        action: 'expense.import',
        entity: 'expenseImport',
        entityId: first!,
        summary: `${message} ${total} in total, from ${first} to ${last}`,
        facts: { recorded: recorded.length, leftOut, refused, first, last },
      });
    }
    await post(tx, postings.map(inSafe));
    const counts = { message, recorded: recorded.length, leftOut, refused };
    return { ...counts, verdicts: marked.map(({ verdict }) => verdict) };
  });
}
