import type { Tables } from '../../database/tables.ts';

/** A line of the audit log, or an event derived from other tables. */
export interface HistoryEvent {
  actorKind: string;
  actorName: string;
  action: string;
  summary: string;
  before: unknown;
  after: unknown;
  /** 1: amounts in cents; 2: fields as in the API. */
  format: 1 | 2;
}

export type Format =
  | 'text'
  | 'word'
  | 'usd'
  | 'ssp'
  | 'date'
  | 'month'
  | 'mbps'
  | 'phone'
  | 'account'
  | 'settled';

export type Fields = Readonly<Record<string, readonly [label: string, format: Format]>>;

/** A text, or what makes it from the line. */
export type Words = string | ((event: HistoryEvent) => string);

/** Of an action: in the audit log and on the overview, and in the history of a record. */
export type ActionWords = readonly [log: string | null, history?: Words];

/** What the audit log, the overview and histories say of a kind of record. */
export interface KindInWords {
  /** The table and the column of its number, by which the audit log finds it. */
  number?: readonly [table: keyof Tables, column: string];
  /** The overview shows what was done to it: to everybody, or with hr.read. */
  overview?: true | 'hr.read';
  /**
   * The words of its actions. The first are null for what has no audit line of its own; without the second the history shows the
   * summary of the line.
   */
  actions: Readonly<Record<string, ActionWords>>;
  /**
   * What its history shows of it, in this order, and how. What is not named is not shown: ids, versions, what follows from other
   * fields, and anything that a later version may add to the log.
   */
  fields?: Fields;
}

export function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/** The text after the first occurrence of `mark`; summaries begin with the record. */
export function afterMark(text: string, mark: string): string {
  const at = text.indexOf(mark);
  return at < 0 ? '' : text.slice(at + mark.length).trim();
}

export function withReason(words: string, reason: string): string {
  return reason ? `${words}: ${reason}` : words;
}

/** A text, with what follows the first colon of a summary such as 'REQ-2026-0001: note'. */
export const noted =
  (text: string): Words =>
  ({ summary }) => {
    const at = summary.indexOf(': ');
    return at < 0 ? text : `${text}: ${summary.slice(at + 2)}`;
  };
