import { customerIdKey } from '../../customers/rules.ts';
import { isInDollars, plainAmount } from '../../kernel/currencies.ts';
import { type Cents, cents, formatUsd, MAX_AMOUNT, sumOf, ZERO } from '../../kernel/money.ts';
import { searchKey } from '../../kernel/text.ts';
import { totalLine } from './rules-total-line.ts';
import type { ImportedInvoice, ImportedLine, KnownInvoice } from './rules-types.ts';

/** Invoices with more rows are refused: the wrong column was probably mapped to the invoice number. */
export const MAX_LINES = 500;
const MAX_DESCRIPTION = 500;
const MAX_ROWS_NAMED = 5;

/** Fields that must be equal in all rows of one invoice. */
const shared = [
  'customerId',
  'customerName',
  'billDate',
  'dueDate',
  'status',
  'paidAmountUsd',
  'paidDate',
  'paymentAccount',
  'paymentReference',
  'notes',
  'currency',
  'statedTotal',
] as const;
/** Shared fields that may be filled in one row only. */
const optionalInRows: readonly string[] = ['customerName', 'paidAmountUsd', 'notes', 'statedTotal'];

type Shared = (typeof shared)[number];

/** '2 and 3', '2, 3, 5, 6, 7 …': row numbers in a message. */
function listRows(numbers: readonly number[]): string {
  if (numbers.length > MAX_ROWS_NAMED) return `${numbers.slice(0, MAX_ROWS_NAMED).join(', ')} …`;
  return numbers.join(', ').replace(/, (\d+)$/, ' and $1');
}

/** The value used to compare rows; customer ids and names ignore case, and with an id the name does not count. */
function comparable(row: ImportedInvoice, name: Shared): string | number | undefined {
  if (name === 'customerName')
    return row.customerId || !row.customerName ? undefined : searchKey(row.customerName);
  return name === 'customerId' && row.customerId ? customerIdKey(row.customerId) : row[name];
}

function isSame(row: ImportedInvoice, other: ImportedInvoice): boolean {
  return (
    isSameLine(row, other) &&
    shared.every((name) => comparable(row, name) === comparable(other, name))
  );
}

/** Same description and amount. */
function isSameLine(row: ImportedInvoice, other: ImportedInvoice): boolean {
  return (row.description ?? '') === (other.description ?? '') && row.amountUsd === other.amountUsd;
}

/** The indexes of the first two rows with the same description and amount. */
function findEqualLines(rows: readonly ImportedInvoice[]): [number, number] | undefined {
  const places = new Map<string, number>();
  for (const [place, { description = '', amountUsd }] of rows.entries()) {
    const key = `${amountUsd} ${description}`;
    const first = places.get(key);
    if (first !== undefined) return [first, place];
    places.set(key, place);
  }
  return undefined;
}

/**
 * Whether a row has all shared fields that its invoice has, or neither customer nor bill date: files write these into
 * every row of an invoice, or only into the first.
 */
function isCompleteOrNumberOnly(row: ImportedInvoice, stated: readonly Shared[]): boolean {
  const isSet = (name: Shared) => row[name] !== undefined;
  if (stated.every((name) => isSet(name) || optionalInRows.includes(name))) return true;
  return !isSet('customerId') && !isSet('billDate') && stated.some((name) => isIdentifying(name));
}

function isIdentifying(name: Shared): boolean {
  return name === 'customerId' || name === 'billDate';
}

/**
 * Whether paid amounts in several rows could be meant per line, which makes the amount paid on the invoice unclear.
 */
function isPaidByLine(rows: readonly ImportedInvoice[]): boolean {
  const paying = rows.filter(({ paidAmountUsd }) => (paidAmountUsd ?? ZERO) > 0);
  return (
    paying.length > 1 &&
    paying.every(({ paidAmountUsd, amountUsd }) => paidAmountUsd! <= amountUsd!)
  );
}

/** Why different rows, of which `own` are lines, cannot be one invoice; the text follows 'invoiceId: '. */
function linesConflict(
  rows: readonly ImportedInvoice[],
  numbers: readonly number[],
  own: readonly ImportedInvoice[],
  ownNumbers: readonly number[],
): string | undefined {
  const { invoiceId } = rows[0]!;
  const all = `Rows ${listRows(numbers)} have the number ${invoiceId}`;
  const stated = shared.filter((name) => rows.some((row) => row[name] !== undefined));
  const differing = stated.filter((name) => {
    const said = rows.map((row) => comparable(row, name)).filter((value) => value !== undefined);
    return new Set(said).size > 1;
  });
  if (differing.length > 0)
    return `${all} and disagree about ${differing.join(', ')}. The lines of one invoice differ in description and amount alone.`;
  const partial = rows.findIndex((row) => !isCompleteOrNumberOnly(row, stated));
  if (partial >= 0) {
    const missing = stated.filter((name) => rows[partial]![name] === undefined);
    return `${all}, and row ${numbers[partial]} leaves out ${missing.join(', ')}, which others of them have.`;
  }
  const blank = rows.findIndex(({ amountUsd }) => amountUsd === undefined);
  if (blank >= 0) return `${all}, and row ${numbers[blank]} has no amount.`;
  const belowZero = own.findIndex(({ amountUsd }) => amountUsd! <= 0);
  if (belowZero >= 0)
    return `${all}, and the amount of row ${ownNumbers[belowZero]} is not above zero.`;
  const equal = findEqualLines(own);
  if (equal)
    return `${all}, and rows ${listRows(equal.map((place) => ownNumbers[place]!))} have the same description and amount: two equal lines, or one of them twice? Tell them apart by the description, or leave one out.`;
  if (isPaidByLine(rows))
    return `${all}, and paidAmountUsd stands in several of them. Write what was paid on the whole invoice into one.`;
  // In dollars, whatever the rows say, it is judged after its conversion.
  const isForeign = !isInDollars(rows[0]!.currency);
  const total = own.reduce((sum, { amountUsd }) => sum + amountUsd!, 0);
  const most = MAX_AMOUNT[isForeign ? 'SSP' : 'USD'];
  return total > most
    ? `${all} and come to more than ${isForeign ? plainAmount(most) : formatUsd(most)}.`
    : undefined;
}

/** The result of combining the rows of one invoice number. */
export type GatheredRows =
  | { outcome: 'refused'; message: string }
  /** All rows are equal; `invoice` is the first. */
  | { outcome: 'repeated'; invoice: ImportedInvoice }
  | {
      outcome: 'lines';
      invoice: ImportedInvoice;
      /** A message about one of the rows. */
      note?: { row: number; message: string };
    };

const TOTAL_LINE =
  'amountUsd: The amount is the sum of the other rows of its invoice, so it is the total and no further line.';
const LIKE_TOTAL =
  'amountUsd: The amount is the sum of the other rows of its invoice, and was taken as a line like them. If it is the total, leave the row out.';

/** The lines among rows of which one is the total, which may have the other sign; their amounts are above zero. */
function withoutTotal(rows: readonly ImportedInvoice[], total: number): ImportedInvoice[] {
  const lines = rows.filter((_, place) => place !== total);
  const isTurned = lines.every(({ amountUsd }) => amountUsd! < 0);
  return isTurned ? lines.map((line) => ({ ...line, amountUsd: cents(-line.amountUsd!) })) : lines;
}

/**
 * Combines all rows of the file with the same invoice number (two or more): a repeated row, the lines of one invoice
 * (which differ only in description and amount), or refused because the meaning is not clear. Only the description
 * depends on the order of the rows. `numbers` are the row numbers for the message. With `isTotalled`, documents of the file
 * have a row with their total, which is no line. Amounts in US cents.
 */
export function gatherRows(
  rows: readonly ImportedInvoice[],
  numbers: readonly number[],
  isTotalled = false,
): GatheredRows {
  const first = rows[0]!;
  if (rows.every((row) => isSame(row, first))) return { outcome: 'repeated', invoice: first };
  const total = isTotalled ? totalLine(rows) : undefined;
  const own = total === undefined ? rows : withoutTotal(rows, total);
  const ownNumbers = numbers.filter((_, place) => place !== total);
  const conflict = linesConflict(rows, numbers, own, ownNumbers);
  if (conflict) return { outcome: 'refused', message: `invoiceId: ${conflict}` };
  const invoice: ImportedInvoice = {
    ...Object.assign({}, ...[...rows].reverse()),
    description: describedBy(own),
    amountUsd: sumOf(own, ({ amountUsd }) => amountUsd!),
    lines: own.map(({ description = '', amountUsd }) => ({ description, amountUsd: amountUsd! })),
  };
  const like = total ?? totalLine(rows);
  if (like === undefined) return { outcome: 'lines', invoice };
  const message = total === undefined ? LIKE_TOTAL : TOTAL_LINE;
  return { outcome: 'lines', invoice, note: { row: numbers[like]!, message } };
}

/** 'Internet, October 2026 and 2 more'; empty if no line has a description. */
function describedBy(rows: readonly ImportedInvoice[]): string {
  const described = rows.find(({ description }) => description)?.description;
  if (!described) return '';
  if (rows.length === 1) return described;
  const rest = ` and ${rows.length - 1} more`;
  const letters = [...described];
  const room = MAX_DESCRIPTION - rest.length;
  const start = letters.length > room ? `${letters.slice(0, room - 1).join('')}…` : described;
  return `${start}${rest}`;
}

/**
 * What is told of an invoice whose lines do not come to the total that the file says beside them: tax, shipping or a discount
 * of the former system. Undefined for others.
 */
export function totalNote({
  invoiceId,
  amountUsd,
  statedTotal,
}: Pick<ImportedInvoice, 'invoiceId' | 'amountUsd' | 'statedTotal'>):
  | { message: string; cell: string }
  | undefined {
  if (statedTotal === undefined || amountUsd === undefined || statedTotal === amountUsd)
    return undefined;
  return {
    message:
      'statedTotal: The lines do not come to the total that the file says, such as without tax, shipping or a discount. The invoice is the sum of its lines: if the total is owed, import a file with one row for each invoice',
    cell: `${invoiceId} ${plainAmount(amountUsd)} of ${plainAmount(statedTotal)}`,
  };
}

/** The lines of an imported invoice; one line if the file has it in one row. */
export function linesOf(row: ImportedInvoice, amountUsd: Cents): ImportedLine[] {
  const lines = row.lines ?? [{ description: row.description ?? '', amountUsd }];
  const fallback = `Invoice ${row.invoiceId}`;
  return lines.map((line) => ({ ...line, description: line.description || fallback }));
}

/** A note if the existing invoice has the same amount but other lines than the file. */
export function linesNote(row: ImportedInvoice, known: KnownInvoice): string | undefined {
  if (!row.lines || !known.lines) return undefined;
  const keysOf = (lines: readonly ImportedLine[]) =>
    lines
      .map(({ description, amountUsd }) => `${amountUsd} ${description}`)
      .sort()
      .join('\n');
  return keysOf(linesOf(row, known.amountUsd)) === keysOf(known.lines)
    ? undefined
    : `description: Invoice ${row.invoiceId} keeps the lines that it has, which are others than those of the file.`;
}
