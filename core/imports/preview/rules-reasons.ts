import type { ImportField } from '../fields/rules.ts';
import { readChoice } from '../reading/rules-cells.ts';
import { nearestChoice } from '../reading/rules-similar.ts';
import {
  addCell,
  firstRows,
  noteText,
  type RowProblem,
  withMissingTogether,
} from '../rules-tally.ts';
import type { Reason } from '../schema-centre.ts';
import { MAX_MAPPED_TEXT } from '../schema-mapping.ts';

/** Reasons in an answer. */
const MAX_REASONS = 200;
/** Row numbers named for one reason. */
const ROWS_NAMED = 5;
/** Maximum number of distinct reasons; rows with further ones are only counted. */
const REASONS_KEPT = 2000;

interface Group extends Omit<Reason, 'suggestion'> {
  firstRows: number[];
  cells?: string[] | undefined;
}

export interface ReasonGroups {
  add(row: number, problem: RowProblem, isRefusal: boolean): void;
  /**
   * Adds a problem of this message, which is asked for only while all cells of its group have one text. `cell` is named
   * with the others of the group (`noteText`).
   */
  count(
    row: number,
    message: string,
    isRefusal: boolean,
    problem: () => RowProblem,
    cell?: string,
  ): void;
  /** Refusals first, then by the number of rows; `other` counts the rows with reasons that are not listed. */
  list(fields: readonly ImportField[]): { reasons: Reason[]; other: number };
}

/** Groups rows by their reason, with the common text of its cell if all of them have one. */
export function createReasonGroups(): ReasonGroups {
  const refusals = new Map<string, Group>();
  const notes = new Map<string, Group>();
  let uncounted = 0;

  function suggestionFor(
    { field, text }: Omit<Group, 'cells'>,
    fields: readonly ImportField[],
  ): string | null {
    const found = fields.find(({ name }) => name === field);
    if (found?.kind !== 'choice' || text === null) return null;
    // A note may be about a text that is right.
    return readChoice(text, found) === undefined ? nearestChoice(text, found) : null;
  }

  function count(
    row: number,
    message: string,
    isRefusal: boolean,
    problem: () => RowProblem,
    cell?: string,
  ): void {
    const groups = isRefusal ? refusals : notes;
    const known = groups.get(message);
    if (known) {
      known.rows += 1;
      if (known.firstRows.length < ROWS_NAMED) known.firstRows.push(row);
      if (known.text !== null && known.text !== problem().text) known.text = null;
      if (cell !== undefined) known.cells = addCell(known.cells, cell);
      return;
    }
    if (refusals.size + notes.size >= REASONS_KEPT) {
      uncounted += 1;
      return;
    }
    const { field, text } = problem();
    // A longer text cannot be replaced.
    const named = text !== null && text.length <= MAX_MAPPED_TEXT ? text : null;
    const cells = cell === undefined ? undefined : [cell];
    groups.set(message, {
      message,
      isRefusal,
      rows: 1,
      firstRows: [row],
      field,
      text: named,
      cells,
    });
  }

  return {
    add: (row, problem, isRefusal) => count(row, problem.message, isRefusal, () => problem),
    count,
    list(fields) {
      const order = (a: Group, b: Group) =>
        Number(b.isRefusal) - Number(a.isRefusal) ||
        b.rows - a.rows ||
        a.firstRows[0]! - b.firstRows[0]!;
      const all = withMissingTogether([...refusals.values()].sort(order), (missing, message) => ({
        message,
        isRefusal: true,
        rows: missing.reduce((sum, one) => sum + one.rows, 0),
        firstRows: firstRows(missing.flatMap((one) => one.firstRows)),
        field: 'customerName',
        text: null,
      }));
      const sorted = [...all, ...notes.values()].sort(order);
      const left = sorted.slice(MAX_REASONS).reduce((sum, { rows }) => sum + rows, uncounted);
      const reasons = sorted.slice(0, MAX_REASONS).map(({ cells, ...group }) => ({
        ...group,
        message: noteText(group.message, cells),
        suggestion: suggestionFor(group, fields),
      }));
      return { reasons, other: left };
    },
  };
}

/** A message of an importer, which begins with the name of its field, as the problem of a cell. */
export function problemOf(
  message: string,
  fields: readonly ImportField[],
  textOf: (field: string) => string | null,
): RowProblem {
  const colon = message.indexOf(': ');
  const name = colon < 0 ? undefined : message.slice(0, colon);
  const field = fields.find((one) => one.name === name);
  return field
    ? { message, field: field.name, text: textOf(field.name) }
    : { message, field: null, text: null };
}
