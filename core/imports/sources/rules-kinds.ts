import { readAmount } from '../../kernel/amounts-typed.ts';
import { parseCents } from '../../kernel/money.ts';
import { headerKey } from '../../kernel/text.ts';
import { type BuiltImportType, builtTypes } from '../schema-types.ts';
import { detectSource } from './rules-detect.ts';
import { nothingFor } from './rules-nothing.ts';
import {
  AMOUNTS,
  DATE_ENDS,
  INVOICE_NUMBERS,
  type KindSigns,
  kindSigns,
  namesOf,
  ONLY_NAMED,
  type Tables,
} from './rules-signs.ts';
import type { ImportSource } from './rules-source.ts';
import { type FileWords, type FoundWord, type Vote, voteOf, wordsOf } from './rules-words.ts';

/** What is known of a file before it is read: its columns, its first rows, and what stands around them. */
export interface FileSigns extends FileWords {
  header: readonly string[];
  /** The first rows; a hundred are enough. */
  rows?: readonly (readonly string[])[] | undefined;
}

/**
 * What a file holds. 'sure' by the columns of a known system or of one type alone, 'likely' if other types have them too,
 * 'doubtful' if something speaks against it: `doubts` say what, in words.
 */
export interface DetectedKind {
  /** Undefined if the columns do not tell. */
  type: BuiltImportType | undefined;
  source: ImportSource | undefined;
  confidence: 'sure' | 'likely' | 'doubtful';
  /** What it was told by, as the end of a sentence: 'it has the columns …'. */
  because: string;
  doubts: string[];
  /** Why there is no home for such a file; undefined for others. */
  nothing?: string | undefined;
}

const DEBITS = ['Debit', 'Debit Amount', 'Dr', 'Debits', 'Debit USD'];
const CREDITS = ['Credit', 'Credit Amount', 'Cr', 'Credits', 'Credit USD'];

function centsOf(text: string | undefined): number {
  const cell = text?.trim() ?? '';
  if (cell === '' || cell.length > 40) return 0;
  return parseCents(readAmount(cell, 'usual')) ?? Number.NaN;
}

/**
 * Whether the debits and credits of the first rows are equal by the rows' reference, else by their day: entries of a
 * journal. The last group may be cut off, and is not counted if there are others.
 */
export function isBalanced(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  keys: readonly string[],
): boolean {
  const placeOf = (names: readonly string[]) => {
    const wanted = new Set(names.map(headerKey));
    return header.findIndex((name) => wanted.has(headerKey(name)));
  };
  const [key, debit, credit] = [placeOf(keys), placeOf(DEBITS), placeOf(CREDITS)];
  if (key < 0 || debit < 0 || credit < 0 || debit === credit) return false;
  const sums = new Map<string, number>();
  let hasBoth = false;
  for (const cells of rows) {
    const [left, right] = [centsOf(cells[debit]), centsOf(cells[credit])];
    if (Number.isNaN(left) || Number.isNaN(right)) return false;
    const group = cells[key]?.trim() ?? '';
    if (group === '' && left === 0 && right === 0) continue;
    hasBoth ||= left !== 0;
    sums.set(group, (sums.get(group) ?? 0) + left - right);
  }
  const groups = [...sums.values()];
  const whole = groups.length > 1 && rows.length >= 100 ? groups.slice(0, -1) : groups;
  return hasBoth && rows.length > 1 && whole.every((sum) => sum === 0);
}

/** The headers of a file that told its kind, at most four. */
function toldBy({ needs }: KindSigns, header: readonly string[]): string {
  const told = needs.flatMap((names) => {
    const keys = new Set(names.map(headerKey));
    return header.find((name) => keys.has(headerKey(name))) ?? [];
  });
  const named = [...new Set(told)].slice(0, 4).map((name) => `"${name}"`);
  return named.length < 2
    ? `it has the column ${named.join('')}`
    : `it has the columns ${named.slice(0, -1).join(', ')} and ${named.at(-1)}`;
}

function saysWord({ word, where }: FoundWord): string {
  return `the word "${word}" stands ${where}`;
}

/** The types whose columns a file has, the most particular first. */
function candidatesOf(
  { header, rows = [] }: FileSigns,
  tables: Tables,
): { kind: KindSigns; isNamedOnly: boolean }[] {
  const keys = new Set(header.map(headerKey));
  const has = (name: string) => keys.has(headerKey(name));
  const isDated =
    [...keys].some((key) => DATE_ENDS.test(key)) || namesOf(tables.cash, 'date').some(has);
  const isOfMoney = isDated && AMOUNTS.some(has);
  const all = kindSigns(tables);
  const found = all
    .map((kind, place) => ({ kind, isNamedOnly: place >= all.length - ONLY_NAMED }))
    .filter(
      ({ kind: { type, needs, without } }) =>
        needs.every((names) => names.some(has)) &&
        !without.some(has) &&
        !(isOfMoney && (type === 'accounts' || type === 'employees')) &&
        !(isDated && (type === 'items' || type === 'bundles')),
    );
  const isJournal =
    found[0]?.kind.type !== 'accounting' &&
    isDated &&
    namesOf(tables.accounting, 'account').some(has) &&
    [namesOf(tables.accounting, 'reference'), namesOf(tables.accounting, 'date')].some((names) =>
      isBalanced(header, rows, names),
    );
  if (!isJournal) return found;
  const kind: KindSigns = { type: 'accounting', needs: [DEBITS, CREDITS], without: [] };
  return [{ kind, isNamedOnly: false }, ...found];
}

function labelOf(type: BuiltImportType): string {
  return type === 'cash' ? 'payments and other lines of a cash book' : builtTypes[type].label;
}

/** Whether a line is that of `kindNotes`. */
export const READ_AS = 'This file was read as ';

/**
 * What a person is told of the kind of a file before and after an import: as what it was read and why, with the doubts; or
 * that its columns look like something else than what was chosen. `isSaid`: also where nothing speaks against the choice.
 */
export function kindNotes(
  type: BuiltImportType,
  { type: detected, because, doubts }: DetectedKind,
  { isSaid }: { isSaid: boolean },
): string[] {
  if (detected === undefined) return [];
  if (detected !== type)
    return [
      `${READ_AS}${labelOf(type)}, as chosen, but it looks like ${labelOf(detected)}, because ${because}.`,
    ];
  return isSaid ? [[`${READ_AS}${labelOf(type)}, because ${because}.`, ...doubts].join(' ')] : [];
}

/** Why nothing is known of a file. */
export const NOTHING_TOLD = 'the columns do not tell what it holds';

const unknown = (because: string, doubts: string[] = []): DetectedKind => ({
  type: undefined,
  source: undefined,
  confidence: 'doubtful',
  because,
  doubts,
});

/** What the columns of a list of payments do not have, which makes it no list of invoices. */
const NO_INVOICES =
  'It has the numbers of invoices, but no due date, status, items or paid amounts, so it was not read as invoices.';

function judged(signs: FileSigns, tables: Tables, vote: Vote | undefined): DetectedKind {
  const { header } = signs;
  const keys = new Set(header.map(headerKey));
  const has = (name: string) => keys.has(headerKey(name));
  const found = candidatesOf(signs, tables);
  const byColumns = found.filter(({ isNamedOnly }) => !isNamedOnly);
  const [first] = byColumns;
  const voted = vote && found.find(({ kind }) => vote.types.includes(kind.type));
  const chosen = voted ?? first;
  if (!chosen) return unknown(NOTHING_TOLD);
  const { type } = chosen.kind;
  const others = [...new Set(byColumns.map(({ kind }) => kind.type))].filter((one) => one !== type);
  const doubts: string[] = [];
  if (vote && !voted) {
    doubts.push(
      `But ${saysWord(vote)}: if these are ${vote.types.map(labelOf).join(' or ')}, import it as that.`,
    );
  } else if (voted && first && first.kind.type !== type) {
    // A word does not outweigh what only such a file has.
    const strong = (first.kind.strong ?? []).find(has);
    if (strong !== undefined)
      return unknown(
        `the column "${strong}" speaks for ${labelOf(first.kind.type)}, and ${saysWord(vote!)}`,
      );
    doubts.push(`By its columns alone it could be ${labelOf(first.kind.type)}.`);
  }
  if (type === 'cash' && INVOICE_NUMBERS.some(has)) doubts.push(NO_INVOICES);
  const word = voted && vote ? ` and ${saysWord(vote)}` : '';
  return {
    type,
    source: undefined,
    confidence: doubts.length > 0 ? 'doubtful' : others.length > 0 && !voted ? 'likely' : 'sure',
    because: `${toldBy(chosen.kind, header)}${word}`,
    doubts,
  };
}

/**
 * What a file holds: by the columns of a known system, else by what its columns can be; the words above them and in the
 * names of sheet and file decide between types, and never against columns that only one has.
 */
export function detectFile(signs: FileSigns, tables: Tables): DetectedKind {
  const { header } = signs;
  const words = wordsOf(signs);
  const source = detectSource(header, { words });
  const vote = voteOf(words);
  if (source) {
    const { type, name } = source;
    const isOther = vote && !vote.types.includes(type);
    return {
      type,
      source,
      confidence: isOther ? 'likely' : 'sure',
      because: `it has the columns of ${name}`,
      doubts: isOther
        ? [
            `But ${saysWord(vote)}: if these are ${vote.types.map(labelOf).join(' or ')}, import it as that.`,
          ]
        : [],
    };
  }
  const nothing = nothingFor(header, words);
  if (nothing !== undefined) return { ...unknown('there is no home for it here'), nothing };
  return judged(signs, tables, vote);
}

/** What a file holds, by its headers alone, in any order; undefined if they do not tell. */
export function detectType(header: readonly string[], tables: Tables): BuiltImportType | undefined {
  return detectFile({ header }, tables).type;
}
