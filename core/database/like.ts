import { searchKey } from '../kernel/text.ts';

function escaped(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

/** `%text%` for a search over a lower-cased column, with what a person typed taken literally. */
export function containing(text: string): string {
  return `%${escaped(searchKey(text))}%`;
}

/** `text%`, taken literally. */
export function beginningWith(text: string): string {
  return `${escaped(text)}%`;
}
