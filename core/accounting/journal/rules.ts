import {
  DATE_NOT_ALLOWED,
  formatDate,
  type IsoDate,
  type IsoMonth,
  isDateAllowed,
  isoMonth,
  monthOf,
} from '../../kernel/dates.ts';
import type { FieldErrors } from '../../kernel/errors.ts';
import { type Cents, cents, formatUsd, ZERO } from '../../kernel/money.ts';
import { leaf } from '../chart.ts';
import { RECURRING, revisionOf } from '../recurring/rules.ts';
import { inPounds, isBalanced, type PostingLine } from '../rules.ts';
import type { Account, JournalEntry, JournalEntryInput, PeriodQuery } from '../schema.ts';
import { LEAF_LEVEL } from '../schema.ts';

/** seeds/001 5. */
export const MIN_LINES = 2;
/** Ten billion dollars: a larger manual entry is a typing error, and sums remain exact integers. */
export const MAX_ENTRY = cents(1_000_000_000_000);
/** The source of manual entries; all others belong to documents, or are imported. */
export const MANUAL = 'manual';
/** The sources of entries posted by an import: without a document, so they are reversed like manual ones. */
export const importSources = ['import.cash', 'import.accounting'] as const;
export type ImportSource = (typeof importSources)[number];
/** Sources of entries without a document. */
const withoutDocument: readonly string[] = [MANUAL, RECURRING, ...importSources];

export interface Problem {
  code: string;
  message: string;
  fields?: FieldErrors;
}

/** The requested month; year and month default to the current ones in Juba (decision 11). */
export function periodOf(period: PeriodQuery, today: IsoDate): IsoMonth {
  const year = period.year ?? Number(today.slice(0, 4));
  const month = period.month ?? Number(today.slice(5, 7));
  return isoMonth(`${year}-${String(month).padStart(2, '0')}`);
}

/** Converts input lines to posting lines; missing amounts are zero. */
export function linesOf(entries: JournalEntryInput['entries']): PostingLine[] {
  return entries.map((entry) => {
    const line = {
      account: entry.accountCode ?? '',
      debit: entry.debitAmount ?? ZERO,
      credit: entry.creditAmount ?? ZERO,
      description: entry.description ?? '',
    };
    return entry.sspAmount === undefined ? line : inPounds(line, entry.sspAmount);
  });
}

/**
 * The first violated rule for the lines of a manual entry (seeds/001 5; the balance is exact, decision 8).
 * Used by the form and the server. Amounts in US cents, none below zero.
 */
export function linesProblem(lines: readonly PostingLine[]): Problem | undefined {
  if (lines.length < MIN_LINES) {
    return { code: 'entry.tooFewLines', message: 'A journal entry needs at least 2 lines.' };
  }
  const nameless = lines.findIndex((line) => line.account === '');
  if (nameless >= 0) {
    const message = 'Missing Account: Please select an account for all journal entry lines';
    return onLine(nameless, 'accountCode', 'entry.missingAccount', message);
  }
  const empty = lines.findIndex((line) => line.debit === 0 && line.credit === 0);
  if (empty >= 0) {
    return onLine(
      empty,
      'debitAmount',
      'entry.emptyLine',
      'Every line needs a debit or a credit above zero.',
    );
  }
  const twoSided = lines.findIndex((line) => line.debit !== 0 && line.credit !== 0);
  if (twoSided >= 0) {
    return onLine(
      twoSided,
      'creditAmount',
      'entry.bothSides',
      'A line holds a debit or a credit, not both.',
    );
  }
  const debit = totalWithin(lines.map((line) => line.debit));
  const credit = totalWithin(lines.map((line) => line.credit));
  if (debit === undefined || credit === undefined) {
    return {
      code: 'entry.tooLarge',
      message: `An entry cannot be larger than ${formatUsd(MAX_ENTRY)}.`,
    };
  }
  if (!isBalanced({ debit, credit })) {
    return {
      code: 'entry.unbalanced',
      message: `Entry Not Balanced: Debits (${formatUsd(debit)}) must equal Credits (${formatUsd(credit)})`,
    };
  }
  return undefined;
}

function onLine(index: number, field: string, code: string, message: string): Problem {
  return { code, message, fields: { [`entries.${index}.${field}`]: message } };
}

/** The sum; undefined above MAX_ENTRY, because 500 lines could exceed the exact integers. */
function totalWithin(amounts: readonly Cents[]): Cents | undefined {
  let total = 0;
  for (const amount of amounts) {
    total += amount;
    if (total > MAX_ENTRY) return undefined;
  }
  return cents(total);
}

/** Only active level-2 accounts can be posted to (seeds/001 5, decision 11). */
export function accountsProblem(
  lines: readonly PostingLine[],
  accounts: readonly Account[],
): Problem | undefined {
  const byCode = new Map(accounts.map((account) => [account.code, account]));
  for (const [index, line] of lines.entries()) {
    const account = byCode.get(line.account);
    if (!account) {
      const message = `There is no account ${line.account}.`;
      return onLine(index, 'accountCode', 'account.unknown', message);
    }
    if (!isPostable(account)) {
      const message = `Only active level-2 accounts can be posted to: ${account.code} ${account.name} is not one.`;
      return onLine(index, 'accountCode', 'account.notPostable', message);
    }
    const pounds = poundsProblem(line, account);
    if (pounds) return onLine(index, 'sspAmount', 'entry.pounds', pounds);
  }
  return undefined;
}

/** A line carries pounds if and only if its account is kept in pounds (decision 33). */
export function poundsProblem(
  { ssp }: Pick<PostingLine, 'ssp'>,
  { code, name, currency }: Pick<Account, 'code' | 'name' | 'currency'>,
): string | undefined {
  if (currency === 'SSP' && ssp === undefined)
    return `${code} ${name} is kept in pounds: say how many pounds the line is, 0 for a revaluation.`;
  if (currency !== 'SSP' && ssp !== undefined)
    return `${code} ${name} is kept in dollars: a line on it has no pounds.`;
  return undefined;
}

export function isPostable(account: Pick<Account, 'level' | 'isActive'>): boolean {
  return account.level === LEAF_LEVEL && account.isActive;
}

/** Accounts whose balance is that of customers one by one. */
const ofCustomers: readonly string[] = [
  leaf.residentialReceivable,
  leaf.corporateReceivable,
  leaf.customerCredit,
];

/**
 * What a person should know before a manual entry is posted; nothing of it is refused (decision 90): a date in the future, and
 * lines on accounts of customers, which name no customer.
 */
export function entryWarnings(
  { date, accounts }: { date: IsoDate | undefined; accounts: readonly string[] },
  today: IsoDate,
): string[] {
  const touched = ofCustomers.filter((code) => accounts.includes(code));
  return [
    ...(date !== undefined && date > today
      ? [`${formatDate(date)} lies in the future: statements show the entry from that day on.`]
      : []),
    ...touched.map(
      (code) =>
        `${code} is changed without a customer: no customer's account shows it. An invoice, a payment or a credit of the customer does.`,
    ),
  ];
}

/** Refuses dates out of range: typing errors that no list or balance would show. */
export function dateProblem(date: IsoDate, today: IsoDate): Problem | undefined {
  if (isDateAllowed(date, today)) return undefined;
  return { code: 'entry.date', message: DATE_NOT_ALLOWED, fields: { date: DATE_NOT_ALLOWED } };
}

/**
 * Why a manual reversal is refused; undefined if allowed. Documents are corrected by their own operations, and
 * reversals are not reversed (architecture, The books).
 */
export function reversalProblem(entry: JournalEntry): Problem | undefined {
  if (entry.status === 'reversal') {
    return {
      code: 'entry.isReversal',
      message: `${entry.entryId} is a reversal and cannot be reversed. Post a new entry instead.`,
    };
  }
  if (!withoutDocument.includes(entry.source)) {
    return {
      code: 'entry.ofDocument',
      message: `${entry.entryId} was posted by a document (${`${entry.source} ${entry.reference}`.trim()}). Correct or cancel that document: its entry follows.`,
    };
  }
  return undefined;
}

/** Above the revisions of the months of a recurring entry. */
const RECURRING_REVERSAL = 1_000_000;

/** The revision of a reversal: an entry without a document has one, those of a recurring entry one for each month. */
export function reversalRevision({
  source,
  entryDate,
}: Pick<JournalEntry, 'source' | 'entryDate'>): number {
  return source === RECURRING ? RECURRING_REVERSAL + revisionOf(monthOf(entryDate)) : 2;
}

/** Whether an entry is posted, reversed, or itself a reversal. */
export function entryStatus(links: {
  reversalOf: string | null;
  reversedBy: string | null;
}): JournalEntry['status'] {
  if (links.reversalOf !== null) return 'reversal';
  return links.reversedBy !== null ? 'reversed' : 'posted';
}

/**
 * The trial balance columns of a balance; `net` is debits less credits. Balances are sums and may exceed the
 * maximum of a single amount.
 */
export function balanceColumns(net: Cents): { debit: Cents; credit: Cents } {
  return net >= 0 ? { debit: net, credit: ZERO } : { debit: ZERO, credit: -net as Cents };
}
