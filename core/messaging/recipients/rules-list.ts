import { latinDigits, parsePhone } from '../../kernel/phone.ts';
import { oneLine } from '../../kernel/text.ts';

export interface ListedNumber {
  /** '+211' and nine digits. */
  phone: string;
  /** As written beside the number; '' if there is none. */
  name: string;
}

export interface ParsedList {
  numbers: ListedNumber[];
  /** Entries without a usable number, as written. */
  unusable: string[];
  /** Numbers that an earlier entry has. */
  doubles: string[];
  /** It has more entries than are read. */
  isTooLong: boolean;
}

/** More than twice as many as a list may have. */
const MAX_ENTRIES = 50_000;
const MAX_ENTRY = 300;
const MAX_NAME = 200;
/** What may stand between a name and a number. */
const SEPARATORS = /[;\t|]/;

function nameOf(text: string): string {
  return oneLine(text.replaceAll(/["<>()]/g, ' ')).slice(0, MAX_NAME);
}

const isPartOfNumber = (word: string) => /^\+?[\d()./-]+$/.test(latinDigits(word));

/** The number and the name of one entry: 'Achol 0977 123 456', '0977123456; Achol', '0977123456'. */
function parseEntry(entry: string): ListedNumber | undefined {
  if (entry.length > MAX_ENTRY) return undefined;
  const whole = parsePhone(entry);
  if (whole !== undefined) return { phone: whole, name: '' };
  const cells = entry.split(SEPARATORS).map((cell) => cell.trim());
  const place = cells.findIndex((cell) => parsePhone(cell) !== undefined);
  if (place >= 0) {
    const rest = cells.filter((cell, index) => index !== place && cell !== '');
    return { phone: parsePhone(cells[place]!)!, name: nameOf(rest[0] ?? '') };
  }
  const words = entry.split(/\s+/).filter(Boolean);
  const first = words.findIndex(isPartOfNumber);
  if (first < 0) return undefined;
  let end = first;
  while (end < words.length && isPartOfNumber(words[end]!)) end += 1;
  const phone = parsePhone(words.slice(first, end).join(' '));
  if (phone === undefined) return undefined;
  return { phone, name: nameOf([...words.slice(0, first), ...words.slice(end)].join(' ')) };
}

/**
 * The telephone numbers of a pasted list or a file's lines: one entry a line; a line may hold several numbers separated
 * by commas, or a name and a number separated by a comma, semicolon or tab. Numbers follow the rule for telephone
 * numbers (decision 30). A header line without digits is ignored.
 */
export function parseList(text: string): ParsedList {
  const numbers = new Map<string, ListedNumber>();
  const unusable: string[] = [];
  const doubles: string[] = [];
  let entries = 0;
  const take = (entry: string) => {
    entries += 1;
    if (entries > MAX_ENTRIES) return;
    const found = parseEntry(entry);
    if (!found) unusable.push(entry.slice(0, MAX_ENTRY));
    else if (numbers.has(found.phone)) doubles.push(found.phone);
    else numbers.set(found.phone, found);
  };
  for (const [index, line] of text.split('\n').entries()) {
    const entry = line.trim();
    if (entries > MAX_ENTRIES) break;
    if (entry === '' || (index === 0 && !/\d/.test(entry.slice(0, MAX_ENTRY)))) continue;
    const cells = entry
      .split(',')
      .map((cell) => cell.trim())
      .filter(Boolean);
    const isNamed = cells.length > 1 && cells.some((cell) => !/\d/.test(cell.slice(0, MAX_ENTRY)));
    if (isNamed) take(cells.join(';'));
    else for (const cell of cells) take(cell);
  }
  return { numbers: [...numbers.values()], unusable, doubles, isTooLong: entries > MAX_ENTRIES };
}
