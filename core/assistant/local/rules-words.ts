import { MAX_MESSAGE } from '../schema.ts';
import { readArabic } from './rules-arabic.ts';
import { readSwahili } from './rules-swahili.ts';
import { commonWords, concepts, otherLanguages, shortForms } from './rules-vocabulary.ts';

/** A word of a message. */
export interface Word {
  /** As typed, in lower case. */
  raw: string;
  stem: string;
  /** The stem, and the concepts to which it belongs with a leading @; '#' for a number. */
  keys: ReadonlySet<string>;
}

const MAX_WORDS = 400;
/** So many different words of a message are compared with others: the time of an answer is bounded. */
const MAX_CORRECTED = 80;
/** Longer words are not compared with others. */
const MAX_FUZZY = 20;

/** The parts of a list between `separator`, without blanks and empty ones. */
function parts(text: string, separator: string): string[] {
  return text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

const endings = ['ing', 'ed', 'es', 's'] as const;

/** The word without its ending, so that 'working', 'worked' and 'works' are one. Of short words it is the word. */
function stemOf(word: string): string {
  if (word.length <= 3) return word;
  let stem = word;
  if (stem.endsWith('ies') || stem.endsWith('ied')) stem = `${stem.slice(0, -3)}y`;
  else {
    const ending = endings.find((one) => stem.endsWith(one));
    const cut = ending === 'es' ? 1 : (ending?.length ?? 0);
    const keeps = cut === 0 || stem.length - cut < 3 || stem.endsWith('ss');
    if (!keeps) stem = stem.slice(0, -cut);
    if (!keeps && (ending === 'ing' || ending === 'ed')) stem = withoutDouble(stem);
  }
  return stem.length > 3 && stem.endsWith('e') ? stem.slice(0, -1) : stem;
}

function withoutDouble(word: string): string {
  return word.at(-1) === word.at(-2) && !word.endsWith('ss') && !word.endsWith('ll')
    ? word.slice(0, -1)
    : word;
}

function formsIn(text: string): [string, string[]][] {
  return parts(text, ';').map((line) => {
    const [short, long] = line.split('=');
    return [short!.trim(), parts(long!, ' ')];
  });
}

const ofOthers = formsIn(otherLanguages);
const shortFormOf = new Map([...ofOthers, ...formsIn(shortForms)]);
/** Words of Juba Arabic and Swahili that stand behind what they describe, in English before it. */
const before = new Set(
  'my your our bigger smaller new old cheap cheaper red bad another slow expensive'.split(' '),
);
const follows = new Set([
  'tai',
  'tay',
  ...ofOthers.flatMap(([short, long]) => (before.has(long.join(' ')) ? [short] : [])),
]);
const conceptsOf = new Map<string, string[]>();
for (const [concept, words] of Object.entries(concepts)) {
  for (const word of parts(words, ' ')) {
    const stem = stemOf(word);
    conceptsOf.set(stem, [...(conceptsOf.get(stem) ?? []), `@${concept}`]);
  }
}
const common = new Set(commonWords.split(/\s/).filter((word) => word !== ''));

/** The words to which misspelt ones are corrected: their forms, with their stems. */
const known = new Map<string, string>();
/** Forms by their consonants. */
const bySkeleton = new Map<string, string[]>();
/** Forms by their first letter and length. */
const byStart = new Map<string, string[]>();

function addTo(map: Map<string, string[]>, key: string, form: string): void {
  const forms = map.get(key);
  if (forms) forms.push(form);
  else map.set(key, [form]);
}

function learn(form: string, stem: string): void {
  if (known.has(form)) return;
  remembered.clear();
  known.set(form, stem);
  addTo(byStart, `${form[0]}${form.length}`, form);
  addTo(bySkeleton, skeletonOf(form), form);
}

/** Makes words known, with their forms. */
export function knowWords(words: Iterable<string>): void {
  for (const word of words) {
    const stem = stemOf(word);
    learn(word, stem);
    if (word.length < 4) continue;
    const base = word.endsWith('e') ? word.slice(0, -1) : word;
    learn(`${base}ing`, stem);
    learn(`${base}ed`, stem);
    learn(`${word}s`, stem);
  }
}

const isVowel = (letter: string) => 'aeiou'.includes(letter);

/** The consonants without doubled ones, after the first letter. */
function skeletonOf(word: string): string {
  let skeleton = word.slice(0, 1);
  for (const letter of word.slice(1)) {
    if (!isVowel(letter) && letter !== skeleton.at(-1)) skeleton += letter;
  }
  return skeleton;
}

function vowelsIn(word: string): number {
  return [...word].filter(isVowel).length;
}

/** Insertions, deletions, replacements and swaps of neighbours between two words; more than `limit` is any larger number. */
function distance(one: string, other: string, limit: number): number {
  if (Math.abs(one.length - other.length) > limit) return limit + 1;
  let older: number[] = [];
  let before = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      const cost = one[i - 1] === other[j - 1] ? 0 : 1;
      let least = Math.min(before[j]! + 1, row[j - 1]! + 1, before[j - 1]! + cost);
      const isSwap = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      if (isSwap) least = Math.min(least, older[j - 2]! + 1);
      row.push(least);
    }
    if (Math.min(...row) > limit) return limit + 1;
    older = before;
    before = row;
  }
  return before[other.length]!;
}

function limitFor(length: number): number {
  if (length < 4) return 0;
  return length < 7 ? 1 : 2;
}

/** Words whose correction is remembered: articles and questions hold the same ones again and again. */
const MAX_REMEMBERED = 20_000;
const remembered = new Map<string, string | undefined>();

/** The known word that a misspelt one means; undefined if none is close. */
function corrected(word: string): string | undefined {
  if (word.length > MAX_FUZZY) return undefined;
  if (remembered.has(word)) return remembered.get(word);
  const form = closest(word);
  if (remembered.size >= MAX_REMEMBERED) remembered.clear();
  remembered.set(word, form);
  return form;
}

function closest(word: string): string | undefined {
  const limit = limitFor(word.length);
  const skeleton = skeletonOf(word);
  if (skeleton.length >= 3) {
    const fuller = (bySkeleton.get(skeleton) ?? []).filter(
      (form) => form.length > word.length && vowelsIn(form) >= vowelsIn(word),
    );
    const [shortest] = fuller.sort((a, b) => a.length - b.length);
    if (shortest) return shortest;
  }
  let best: string | undefined;
  let least = limit + 1;
  for (let length = word.length - limit; length <= word.length + limit; length++) {
    for (const form of byStart.get(`${word[0]}${length}`) ?? []) {
      if (length < 4) continue;
      const steps = distance(word, form, Math.min(limit, least));
      if (steps < least) {
        least = steps;
        best = form;
      }
    }
  }
  return best;
}

/** A run of three and more equal letters as two, or as one. */
function squeezed(word: string, count: 1 | 2): string {
  let text = '';
  for (const letter of word) {
    const isRun = count === 1 ? text.at(-1) === letter : text.endsWith(letter + letter);
    if (!isRun) text += letter;
  }
  return text;
}

const isKnown = (word: string) =>
  known.has(word) || common.has(word) || conceptsOf.has(stemOf(word));

function stemOfTyped(typed: string, budget: { left: number }): string {
  if (/^\d/.test(typed)) return typed;
  const forms = [typed, squeezed(typed, 2), squeezed(typed, 1)];
  for (const form of forms) {
    if (isKnown(form)) return known.get(form) ?? stemOf(form);
    if (isKnown(stemOf(form))) return stemOf(form);
  }
  if (budget.left <= 0) return stemOf(typed);
  budget.left--;
  const form = corrected(squeezed(typed, 2)) ?? corrected(squeezed(typed, 1));
  return form === undefined ? stemOf(typed) : known.get(form)!;
}

/** The stem of a correctly spelt word, or of the single word for which it stands. */
export function canonical(word: string): string {
  const long = shortFormOf.get(word);
  return stemOf(long?.length === 1 ? long[0]! : word);
}

function wordOf(raw: string, typed: string, budget: { left: number }): Word {
  const stem = stemOfTyped(typed, budget);
  const keys = new Set([stem, ...(conceptsOf.get(stem) ?? [])]);
  if (/^\d/.test(stem)) keys.add('#');
  return { raw, stem, keys };
}

/** '50mbps' as a number and its unit, unless it is a short form such as '2day'. */
function withoutUnit(word: string): string[] {
  const digits = /^\d+/.exec(word)?.[0] ?? '';
  const unit = word.slice(digits.length);
  return digits === '' || unit.length < 2 || shortFormOf.has(word) ? [word] : [digits, unit];
}

/** Lower-case words and numbers of a text; punctuation separates them, apostrophes do not. */
function split(text: string): string[] {
  const plain = text
    .slice(0, MAX_MESSAGE)
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\p{M}'’`]/gu, '');
  return plain
    .split(/[^\p{L}\p{N}]/u)
    .filter((word) => word !== '')
    .flatMap(withoutUnit);
}

/** The words of a message with short forms written out and misspelt ones corrected; at most 400. */
export function wordsOf(text: string): Word[] {
  const typed = split(text);
  const memory = new Map<string, Word>();
  const words: Word[] = [];
  const budget = { left: MAX_CORRECTED };
  const add = (raw: string, form: string) => {
    const key = `${raw} ${form}`;
    const word = memory.get(key) ?? wordOf(raw, form, budget);
    memory.set(key, word);
    if (follows.has(raw) && words.length > 0) words.splice(-1, 0, word);
    else words.push(word);
  };
  for (let index = 0; index < typed.length && words.length < MAX_WORDS; index++) {
    const raw = typed[index]!;
    const pair = shortFormOf.get(`${raw} ${typed[index + 1] ?? ''}`);
    const isPair = pair !== undefined;
    const written = pair ?? shortFormOf.get(raw) ?? readArabic(raw);
    const verb = written || isKnown(raw) ? undefined : readSwahili(raw);
    for (const form of verb?.forms ?? written ?? [raw]) {
      const long = isPair ? shortFormOf.get(form) : undefined;
      add(isPair ? form : (verb?.raw ?? raw), long?.length === 1 ? long[0]! : form);
    }
    if (isPair) index++;
  }
  return words;
}

knowWords(Object.values(concepts).flatMap((words) => parts(words, ' ')));
knowWords([...shortFormOf.values()].flat());

/** Whether a stem is a word of everyday language, which says nothing about a topic. */
export function isCommon(stem: string): boolean {
  return common.has(stem);
}
