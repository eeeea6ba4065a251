import { examples, type Meaning } from './rules-examples.ts';
import { type Word, wordsOf } from './rules-words.ts';

/**
 * Tells what a message means by examples: logistic regression over words, concepts and neighbouring pairs, by how rare
 * they are. It is trained when it is first asked, always in the same order, so that the same message has the same
 * answer everywhere.
 */
export interface Classifier {
  /** The probability of each meaning. */
  classify: (words: readonly Word[]) => ReadonlyMap<Meaning, number>;
}

const CONCEPT_WEIGHT = 0.8;
const PAIR_WEIGHT = 0.5;
/** Longer messages are judged by their first words: the time of an answer is bounded. */
const MAX_JUDGED = 80;
const ROUNDS = 10;
const RATE = 2;
const BIAS_RATE = 0.2;
/** Smaller errors are not corrected: most meanings are far from most examples. */
const LEAST_ERROR = 0.005;

export interface Example {
  meaning: Meaning;
  text: string;
}

export const allExamples: readonly Example[] = (
  Object.entries(examples) as [Meaning, string][]
).flatMap(([meaning, texts]) =>
  texts
    .split(';')
    .map((text) => ({ meaning, text: text.trim() }))
    .filter(({ text }) => text !== ''),
);

/** Stems, concepts and pairs of neighbours with their weight. */
function featuresOf(words: readonly Word[]): Map<string, number> {
  const features = new Map<string, number>();
  let before = '^';
  for (const { stem, keys } of words.slice(0, MAX_JUDGED)) {
    features.set(stem, 1);
    for (const key of keys) if (key !== stem) features.set(key, CONCEPT_WEIGHT);
    features.set(`${before} ${stem}`, PAIR_WEIGHT);
    before = stem;
  }
  features.set(`${before} $`, PAIR_WEIGHT);
  return features;
}

/** Numbers of features with their weight, in a vector of length 1. */
type Vector = [feature: number, weight: number][];

/** Numbers from 0 to 1 that are the same in every run. */
function series(): () => number {
  let state = 1;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

function shuffle(order: number[], random: () => number): void {
  for (let last = order.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [order[last], order[other]] = [order[other]!, order[last]!];
  }
}

/** Turns sums into probabilities, in place. */
function normalize(sums: Float64Array): Float64Array {
  const highest = Math.max(...sums);
  let total = 0;
  for (let at = 0; at < sums.length; at++) {
    sums[at] = Math.exp(sums[at]! - highest);
    total += sums[at]!;
  }
  for (let at = 0; at < sums.length; at++) sums[at]! /= total;
  return sums;
}

export function train(from: readonly Example[]): Classifier {
  const meanings = [...new Set(from.map(({ meaning }) => meaning))];
  const all = from.map(({ text }) => featuresOf(wordsOf(text)));
  const numbers = new Map<string, number>();
  const holders: number[] = [];
  for (const features of all) {
    for (const feature of features.keys()) {
      const number = numbers.get(feature) ?? numbers.size;
      numbers.set(feature, number);
      holders[number] = (holders[number] ?? 0) + 1;
    }
  }
  const rarity = holders.map((count) => Math.log((from.length + 1) / count));

  const rarest = Math.log(from.length + 1);

  function vectorOf(features: ReadonlyMap<string, number>): Vector {
    const vector: Vector = [];
    // What no example holds makes the message less like any of them.
    let unknown = 0;
    for (const [feature, weight] of features) {
      const number = numbers.get(feature);
      if (number !== undefined) vector.push([number, weight * rarity[number]!]);
      else if (weight === 1) unknown++;
    }
    const length =
      Math.hypot(...vector.map(([, weight]) => weight), rarest * Math.sqrt(unknown)) || 1;
    return vector.map(([number, weight]) => [number, weight / length]);
  }

  const size = meanings.length;
  const weights = new Float64Array(numbers.size * size);
  const bias = new Float64Array(size);

  function probabilities(vector: Vector): Float64Array {
    const sums = Float64Array.from(bias);
    for (const [feature, weight] of vector) {
      const start = feature * size;
      for (let at = 0; at < size; at++) sums[at]! += weights[start + at]! * weight;
    }
    return normalize(sums);
  }

  function learn(vector: Vector, right: number): void {
    const guess = probabilities(vector);
    for (let at = 0; at < size; at++) {
      const error = (at === right ? 1 : 0) - guess[at]!;
      if (Math.abs(error) < LEAST_ERROR) continue;
      bias[at]! += BIAS_RATE * error;
      for (const [feature, weight] of vector)
        weights[feature * size + at]! += RATE * error * weight;
    }
  }

  const vectors = all.map(vectorOf);
  const rights = from.map(({ meaning }) => meanings.indexOf(meaning));
  const order = vectors.map((_, at) => at);
  const random = series();
  for (let round = 0; round < ROUNDS; round++) {
    shuffle(order, random);
    for (const at of order) learn(vectors[at]!, rights[at]!);
  }
  return {
    classify(words) {
      const vector = vectorOf(featuresOf(words));
      // Without a known word nothing is known.
      if (vector.length === 0) return new Map();
      const found = probabilities(vector);
      return new Map(meanings.map((meaning, at) => [meaning, found[at]!]));
    },
  };
}

let trained: Classifier | undefined;

/** The classifier of all examples. */
export function classifier(): Classifier {
  trained ??= train(allExamples);
  return trained;
}
