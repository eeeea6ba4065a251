import type { ImportField } from '../fields/rules.ts';
import { similarity } from './rules-headers.ts';

/** Longer texts get no suggestion. */
const MAX_COMPARED = 100;
/** Weights of what a text shares with a choice. A word that several choices have counts less for each. */
const WORD = 4;
const NUMBER = 3;
const SPELLING = 3;
/** The share of letter pairs from which a text is a choice with another spelling. */
const SIMILAR = 0.7;
/** 'Not active' is not the choice Active. */
const NEGATIONS = new Set(['not', 'no', 'non', 'never', 'without']);

/** 'Home 10Mbps' → home, 10, mbps. */
function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/\p{L}+|\d+/gu) ?? [];
}

/** A text without the spaces and hyphens by which spellings of a choice differ. */
export function choiceKey(text: string): string {
  return text.toLowerCase().replace(/[\s_-]+/g, '');
}

/** The only choice that contains the text or is contained in it: 'Basic' is 'Basic Fiber'. */
function containedChoice(text: string, choices: readonly string[]): string | undefined {
  const key = choiceKey(text);
  const likely = choices.filter((choice) => {
    const other = choiceKey(choice);
    return key.length > 2 && (other.includes(key) || key.includes(other));
  });
  return likely.length === 1 ? likely[0] : undefined;
}

/**
 * The choice of a field that is nearest to a text of a file: the only one that contains it or is contained in it, else by the words and numbers that both have (synonyms of the
 * choice count too, so that a package is found by its bandwidth), or by a similar spelling. Null if none is near, or two
 * are equally near.
 */
export function nearestChoice(
  text: string,
  { choices = [], synonyms = {} }: Pick<ImportField, 'choices' | 'synonyms'>,
): string | null {
  if (text.length > MAX_COMPARED) return null;
  const words = new Set(wordsOf(text));
  if (words.size === 0 || [...words].some((word) => NEGATIONS.has(word))) return null;
  const contained = containedChoice(text, choices);
  if (contained !== undefined) return contained;
  const compact = [...words].join('');
  const known = choices.map((choice) => {
    const own = Object.keys(synonyms).filter((synonym) => synonyms[synonym] === choice);
    return { choice, words: new Set([choice, ...own].flatMap(wordsOf)) };
  });
  const weightOf = (word: string) => {
    const having = known.filter((one) => one.words.has(word)).length;
    return (/^\d/.test(word) ? NUMBER : WORD) / having;
  };
  const scored = known
    .map(({ choice, words: own }) => {
      const spelling = similarity(compact, wordsOf(choice).join(''));
      const shared = [...words].filter((word) => own.has(word));
      const score = shared.reduce((sum, word) => sum + weightOf(word), 0);
      return { choice, score: score + (spelling >= SIMILAR ? spelling * SPELLING : 0) };
    })
    .sort((a, b) => b.score - a.score);
  const [best, next] = scored;
  const isNear = best !== undefined && best.score > 1 && best.score > (next?.score ?? 0);
  return isNear ? best.choice : null;
}
