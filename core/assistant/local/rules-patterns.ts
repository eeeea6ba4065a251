import { canonical, knowWords, type Word } from './rules-words.ts';

/**
 * A pattern: words or @concepts in this order with at most two others between them, and with + between them in any
 * order and distance. A slash separates alternatives.
 */
interface Pattern {
  /** Each group is a sequence; all groups must occur. */
  groups: string[][][];
  weight: number;
}

export type Patterns = readonly Pattern[];

const GAP = 2;

/** Reads patterns such as 'how much @owe: 5; @bill + wrong: 6'. The words become known to the correction of spelling. */
export function patterns(text: string): Patterns {
  return text
    .split(';')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const [words, weight] = line.split(':');
      return { groups: words!.split('+').map(groupOf), weight: Number(weight) };
    });
}

function groupOf(text: string): string[][] {
  const steps = text.trim().split(' ');
  return steps.map((step) => step.split('/').map(keyOf));
}

function keyOf(word: string): string {
  if (word.startsWith('@') || word === '#') return word;
  knowWords([word]);
  return canonical(word);
}

function occurs(group: string[][], words: readonly Word[]): boolean {
  return words.some((_, start) => {
    let at = start;
    return group.every((alternatives, step) => {
      const last = step === 0 ? start : Math.min(words.length - 1, at + GAP);
      for (; at <= last && at < words.length; at++) {
        if (alternatives.some((key) => words[at]!.keys.has(key))) {
          at++;
          return true;
        }
      }
      return false;
    });
  });
}

/** The sum of the weights of the patterns that occur in the words. */
export function scoreOf(
  all: Patterns,
  words: readonly Word[],
  present: ReadonlySet<string>,
): number {
  let score = 0;
  for (const { groups, weight } of all) {
    const isPossible = groups.every((group) =>
      group.every((alternatives) => alternatives.some((key) => present.has(key))),
    );
    if (isPossible && groups.every((group) => occurs(group, words))) score += weight;
  }
  return score;
}

export function keysIn(words: readonly Word[]): Set<string> {
  return new Set(words.flatMap(({ keys }) => [...keys]));
}
