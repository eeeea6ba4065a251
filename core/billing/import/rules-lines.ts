import { customerIdKey } from '../../customers/rules.ts';
import { type Cents, formatUsd, MAX_AMOUNT, sumOf, ZERO } from '../../kernel/money.ts';
import type { ImportedInvoice, ImportedLine, KnownInvoice } from './rules-types.ts';

/** An invoice of more rows than this is refused unread: a wrong column was taken for its number. */
export const MAX_LINES = 500;
/** Of an invoice's own description. */
const MAX_DESCRIPTION = 500;
const MAX_ROWS_NAMED = 5;

/** What the rows of one invoice have to agree about. */
const shared = [
  'customerId',
  'billDate',
  'dueDate',
  'status',
  'paidAmountUsd',
  'paidDate',
  'paymentAccount',
  'paymentReference',
  'notes',
] as const;
/** Of these, what may stand in one row for all. */
const mayStandOnce: readonly string[] = ['paidAmountUsd', 'notes'];

type Shared = (typeof shared)[number];

/** '2 and 3', '2, 3, 5, 6, 7 …': row numbers in a message. */
function named(numbers: readonly number[]): string {
  if (numbers.length > MAX_ROWS_NAMED) return `${numbers.slice(0, MAX_ROWS_NAMED).join(', ')} …`;
  return numbers.join(', ').replace(/, (\d+)$/, ' and $1');
}

/** A value as rows are compared by it: a customer's id in any case. */
function comparable(row: ImportedInvoice, name: Shared): string | number | undefined {
  return name === 'customerId' && row.customerId ? customerIdKey(row.customerId) : row[name];
}

function isSame(row: ImportedInvoice, other: ImportedInvoice): boolean {
  return (
    isTwin(row, other) && shared.every((name) => comparable(row, name) === comparable(other, name))
  );
}

/** Equal as a line. */
function isTwin(row: ImportedInvoice, other: ImportedInvoice): boolean {
  return (row.description ?? '') === (other.description ?? '') && row.amountUsd === other.amountUsd;
}

/** The places of two rows that are equal as lines. */
function twinsOf(rows: readonly ImportedInvoice[]): [number, number] | undefined {
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
 * Whether a row says all that others of its invoice say, or nothing of the invoice but its number: files write the
 * customer and the dates into each row of an invoice, or into the first alone.
 */
function isWholeOrBare(row: ImportedInvoice, stated: readonly Shared[]): boolean {
  const says = (name: Shared) => row[name] !== undefined;
  if (stated.every((name) => says(name) || mayStandOnce.includes(name))) return true;
  return !says('customerId') && !says('billDate') && stated.some((name) => isWho(name));
}

function isWho(name: Shared): boolean {
  return name === 'customerId' || name === 'billDate';
}

/**
 * Whether an amount paid that stands in several rows could be each line's own: then nobody can say what was paid on the
 * invoice.
 */
function isPaidByLine(rows: readonly ImportedInvoice[]): boolean {
  const paying = rows.filter(({ paidAmountUsd }) => (paidAmountUsd ?? ZERO) > 0);
  return (
    paying.length > 1 &&
    paying.every(({ paidAmountUsd, amountUsd }) => paidAmountUsd! <= amountUsd!)
  );
}

/** Why rows that differ are no lines of one invoice, in words that follow 'invoiceId: '. */
function objectionTo(
  rows: readonly ImportedInvoice[],
  numbers: readonly number[],
): string | undefined {
  const { invoiceId } = rows[0]!;
  const all = `Rows ${named(numbers)} have the number ${invoiceId}`;
  const stated = shared.filter((name) => rows.some((row) => row[name] !== undefined));
  const disputed = stated.filter((name) => {
    const said = rows.map((row) => comparable(row, name)).filter((value) => value !== undefined);
    return new Set(said).size > 1;
  });
  if (disputed.length > 0)
    return `${all} and disagree about ${disputed.join(', ')}. The lines of one invoice differ in description and amount alone.`;
  const partial = rows.findIndex((row) => !isWholeOrBare(row, stated));
  if (partial >= 0) {
    const missing = stated.filter((name) => rows[partial]![name] === undefined);
    return `${all}, and row ${numbers[partial]} leaves out ${missing.join(', ')}, which others of them have.`;
  }
  const blank = rows.findIndex(({ amountUsd }) => amountUsd === undefined);
  if (blank >= 0) return `${all}, and row ${numbers[blank]} has no amount.`;
  const twins = twinsOf(rows);
  if (twins)
    return `${all}, and rows ${named(twins.map((place) => numbers[place]!))} have the same description and amount: two equal lines, or one of them twice? Tell them apart by the description, or leave one out.`;
  if (isPaidByLine(rows))
    return `${all}, and paidAmountUsd stands in several of them. Write what was paid on the whole invoice into one.`;
  const total = rows.reduce((sum, { amountUsd }) => sum + amountUsd!, 0);
  return total > MAX_AMOUNT.USD
    ? `${all} and come to more than ${formatUsd(MAX_AMOUNT.USD)}.`
    : undefined;
}

/** What the rows of one invoice number come to. */
export type GatheredRows =
  | { outcome: 'refused'; message: string }
  /** All rows are the same: the first stands for them. */
  | { outcome: 'repeated'; invoice: ImportedInvoice }
  | { outcome: 'lines'; invoice: ImportedInvoice };

/**
 * What two or more rows with one invoice number mean, all those that the file has: the same row over again, the lines of
 * one invoice, which differ in description and amount alone, or else nothing that could be booked without guessing. The
 * answer does not depend on the order of the rows, but for the words of the description. `numbers` are the rows' numbers,
 * for the message. Amounts in US cents.
 */
export function gatherRows(
  rows: readonly ImportedInvoice[],
  numbers: readonly number[],
): GatheredRows {
  const first = rows[0]!;
  if (rows.every((row) => isSame(row, first))) return { outcome: 'repeated', invoice: first };
  const objection = objectionTo(rows, numbers);
  if (objection) return { outcome: 'refused', message: `invoiceId: ${objection}` };
  const invoice: ImportedInvoice = {
    ...Object.assign({}, ...[...rows].reverse()),
    description: describedBy(rows),
    amountUsd: sumOf(rows, ({ amountUsd }) => amountUsd!),
    lines: rows.map(({ description = '', amountUsd }) => ({ description, amountUsd: amountUsd! })),
  };
  return { outcome: 'lines', invoice };
}

/** 'Internet, October 2026 and 2 more'; empty where no line has a description. */
function describedBy(rows: readonly ImportedInvoice[]): string {
  const described = rows.find(({ description }) => description)?.description;
  if (!described) return '';
  const rest = ` and ${rows.length - 1} more`;
  const letters = [...described];
  const room = MAX_DESCRIPTION - rest.length;
  const start = letters.length > room ? `${letters.slice(0, room - 1).join('')}…` : described;
  return `${start}${rest}`;
}

/** The lines of an invoice of the file, which has one where the file has it in one row. */
export function linesOf(row: ImportedInvoice, amountUsd: Cents): ImportedLine[] {
  const lines = row.lines ?? [{ description: row.description ?? '', amountUsd }];
  const fallback = `Invoice ${row.invoiceId}`;
  return lines.map((line) => ({ ...line, description: line.description || fallback }));
}

/** What is said where a known invoice of the same amount has other lines than the file. */
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
