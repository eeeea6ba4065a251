import { readAmount } from '../../kernel/amounts-typed.ts';
import { parseCents, subtractCents, toDecimal } from '../../kernel/money.ts';
import { valueText } from '../../kernel/text.ts';
import { MAX_COLUMNS, type MappedColumns } from '../schema-mapping.ts';

const DEFAULT_SEPARATOR = ' ';

/** Columns, named by headers or by indexes: the first list with a text counts, and its texts are joined. */
export interface Combination<Column> {
  alternatives: readonly (readonly Column[])[];
  separator: string;
  /** The sign of the amount is changed. */
  isNegated: boolean;
  /** An amount that is subtracted, before the sign is changed. */
  less?: Column | undefined;
}

/** All columns of a combination, in the order in which they are read. */
export function columnsIn<Column>({ alternatives, less }: Combination<Column>): Column[] {
  return less === undefined ? alternatives.flat() : [...alternatives.flat(), less];
}

export type ParsedExpression =
  /** A text without operators: one header. */
  | { kind: 'header' }
  | { kind: 'problem'; message: string }
  | ({ kind: 'combination' } & Combination<string>);

const OPERATORS = '+|';

/** The end of a quoted header that starts at `start`, and the header; undefined without a closing quote. */
function readQuoted(text: string, start: number): { header: string; end: number } | undefined {
  let header = '';
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] !== '"') header += text[at];
    else if (text[at + 1] === '"') {
      header += '"';
      at += 1;
    } else return { header, end: at + 1 };
  }
  return undefined;
}

/** The headers and operators of an expression in turn, or a problem. */
function tokensOf(text: string): { headers: string[]; operators: string[] } | { problem: string } {
  const found: string[] = [];
  const operators: string[] = [];
  let at = 0;
  for (;;) {
    while (text[at] === ' ') at += 1;
    if (text[at] === '"') {
      const quoted = readQuoted(text, at);
      if (!quoted) return { problem: `A quote is not closed in ${text}` };
      found.push(quoted.header);
      at = quoted.end;
      while (text[at] === ' ') at += 1;
      if (at < text.length && !OPERATORS.includes(text[at]!))
        return { problem: `Write + or | after the quoted column "${quoted.header}"` };
    } else {
      const start = at;
      while (at < text.length && !OPERATORS.includes(text[at]!)) at += 1;
      found.push(text.slice(start, at).trim());
    }
    if (found.at(-1) === '') return { problem: `A column is missing in ${text}` };
    if (at >= text.length) return { headers: found, operators };
    operators.push(text[at]!);
    at += 1;
  }
}

/**
 * Reads the columns of a field as written in the shell: `First Name+Last Name` joins columns with a blank, `Phone|Mobile`
 * is the first of them that has a text, `-Balance` is an amount with its sign changed. `+` binds more strongly than `|`.
 * A header that contains one of these characters is written in double quotes, with a quote in it doubled.
 */
export function parseExpression(text: string): ParsedExpression {
  const trimmed = text.trim();
  const isNegated = trimmed.startsWith('-');
  const body = isNegated ? trimmed.slice(1) : trimmed;
  const isPlain =
    !isNegated && !body.startsWith('"') && ![...OPERATORS].some((one) => body.includes(one));
  if (isPlain) return { kind: 'header' };
  const tokens = tokensOf(body);
  if ('problem' in tokens) return { kind: 'problem', message: tokens.problem };
  if (tokens.headers.length > MAX_COLUMNS)
    return { kind: 'problem', message: `A field can read at most ${MAX_COLUMNS} columns` };
  const alternatives: string[][] = [[tokens.headers[0]!]];
  tokens.operators.forEach((operator, place) => {
    const header = tokens.headers[place + 1]!;
    if (operator === '+') alternatives.at(-1)!.push(header);
    else alternatives.push([header]);
  });
  return { kind: 'combination', alternatives, separator: DEFAULT_SEPARATOR, isNegated };
}

/** The columns that a list or an object of a mapping names. Headers in them are never expressions. */
export function combinationOf(columns: Exclude<MappedColumns, string>): Combination<string> {
  if (Array.isArray(columns)) {
    return { alternatives: [columns], separator: DEFAULT_SEPARATOR, isNegated: false };
  }
  const { first, separator = DEFAULT_SEPARATOR, negate = false, less } = columns;
  return {
    alternatives: first.map((one) => (typeof one === 'string' ? [one] : one)),
    separator,
    isNegated: negate,
    ...(less === undefined ? {} : { less }),
  };
}

/** All headers that a mapping of one field may name, for the search of the header row. */
export function headersIn(columns: MappedColumns): string[] {
  if (typeof columns !== 'string') return columnsIn(combinationOf(columns));
  const parsed = parseExpression(columns);
  return parsed.kind === 'combination' ? [columns, ...parsed.alternatives.flat()] : [columns];
}

function writtenHeader(header: string): string {
  const isPlain =
    header === header.trim() &&
    header !== '' &&
    !header.startsWith('"') &&
    !header.startsWith('-') &&
    ![...OPERATORS].some((one) => header.includes(one));
  return isPlain ? header : `"${header.replaceAll('"', '""')}"`;
}

/**
 * The text by which `parseExpression` reads the same columns, for the shell; undefined with another separator than a blank or with an amount to subtract, which only JSON can say.
 */
export function writeExpression({
  alternatives,
  separator,
  isNegated,
  less,
}: Combination<string>): string | undefined {
  const joins = alternatives.some((one) => one.length > 1);
  if (less !== undefined || (joins && separator !== DEFAULT_SEPARATOR)) return undefined;
  const body = alternatives.map((one) => one.map(writtenHeader).join('+')).join('|');
  return isNegated ? `-${body}` : body;
}

/** The text of a field from the cells of a row. Texts of one list are joined without the empty ones. */
export function combinedText(
  { alternatives, separator, isNegated, less }: Combination<number>,
  cellAt: (column: number) => string,
): string {
  for (const columns of alternatives) {
    const text = columns
      .map((column) => cellAt(column).trim())
      .filter(Boolean)
      .join(separator);
    if (text === '') continue;
    const amount = less === undefined ? text : difference(text, cellAt(less).trim());
    return isNegated ? negatedAmount(amount) : amount;
  }
  return '';
}

/** An amount less another, as text. Amounts that cannot be read stay side by side, so that the cell is refused. */
function difference(text: string, less: string): string {
  if (less === '') return text;
  const amounts = [text, less].map((one) =>
    valueText(one) === undefined ? undefined : parseCents(readAmount(one, 'usual')),
  );
  const [amount, other] = amounts;
  if (amount === undefined || other === undefined) return `${text} less ${less}`;
  return toDecimal(subtractCents(amount, other));
}

/** An amount with the other sign, in its own notation; zero and a text without digits are unchanged. */
export function negatedAmount(text: string): string {
  const amount = text.trim();
  let hasValue = false;
  for (const letter of amount) hasValue ||= letter >= '1' && letter <= '9';
  if (!hasValue) return amount;
  if (amount.startsWith('(') && amount.endsWith(')')) return amount.slice(1, -1).trim();
  if (amount.startsWith('-')) return amount.slice(1).trim();
  return `-${amount.startsWith('+') ? amount.slice(1).trim() : amount}`;
}
