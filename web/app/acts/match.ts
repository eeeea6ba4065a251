import { foldForSearch } from '@nimule/core/kernel/search';

/**
 * How well a search fits a name: 0 the name itself, 1 one of its other names, 2 words of the name, 3 words of any of
 * its names, 4 the name contains the words somewhere. Undefined where it does not fit.
 */
export type Fit = 0 | 1 | 2 | 3 | 4;

const split = (folded: string) => folded.split(/[\s/-]+/);

interface Folded {
  text: string;
  words: readonly string[];
}

/** Names never change, and each search compares all of them. */
const names = new Map<string, Folded>();

function foldedName(name: string): Folded {
  let folded = names.get(name);
  if (!folded) {
    const text = foldForSearch(name);
    folded = { text, words: split(text) };
    names.set(name, folded);
  }
  return folded;
}

const startAll = (words: readonly string[], of: readonly string[]) =>
  words.every((word) => of.some((name) => name.startsWith(word)));

export function fitOf(label: string, also: readonly string[], query: string): Fit | undefined {
  const q = foldForSearch(query).trim();
  const name = foldedName(label);
  if (q === name.text) return 0;
  const others = also.map(foldedName);
  if (others.some(({ text }) => text === q)) return 1;
  const words = split(q).filter(Boolean);
  if (words.length === 0) return undefined;
  if (startAll(words, name.words)) return 2;
  if (
    startAll(
      words,
      [name, ...others].flatMap((one) => one.words),
    )
  )
    return 3;
  return words.every((word) => name.text.includes(word)) ? 4 : undefined;
}
