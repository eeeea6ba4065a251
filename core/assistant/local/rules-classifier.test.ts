import { expect, test } from 'vitest';
import { allExamples, classifier, type Example, train } from './rules-classifier.ts';
import { topicOf } from './rules-detect.ts';
import { type Meaning, otherMeanings } from './rules-examples.ts';
import { wordsOf } from './rules-words.ts';

function likeliest({ classify }: ReturnType<typeof train>, text: string): Meaning {
  const [first] = [...classify(wordsOf(text))].sort((a, b) => b[1] - a[1]);
  return first?.[0] ?? 'other';
}

const group = (meaning: Meaning) =>
  meaning === 'person' || meaning === 'safety' || meaning === 'anger' || meaning === 'other'
    ? meaning
    : topicOf(meaning);

const FOLDS = 5;

test('examples that it was not trained with are understood', () => {
  let right = 0;
  for (let fold = 0; fold < FOLDS; fold++) {
    const isTested = (_: Example, at: number) => at % FOLDS === fold;
    const trained = train(allExamples.filter((one, at) => !isTested(one, at)));
    for (const { text, meaning } of allExamples.filter(isTested))
      right += group(likeliest(trained, text)) === group(meaning) ? 1 : 0;
  }
  expect(right / allExamples.length).toBeGreaterThanOrEqual(0.85);
});

test('it is the same in every run', () => {
  const words = wordsOf('my line was cut but i did pay on friday');
  expect(train(allExamples).classify(words)).toEqual(classifier().classify(words));
});

test('probabilities sum up to one; without a known word there are none', () => {
  const sum = [...classifier().classify(wordsOf('how much do i owe')).values()];
  expect(sum.reduce((all, one) => all + one, 0)).toBeCloseTo(1, 9);
  expect(classifier().classify(wordsOf('')).get('balance')).toBe(undefined);
});

test('each example stands once, and each meaning has examples', () => {
  const texts = allExamples.map(({ text }) => text.toLowerCase());
  expect(new Set(texts).size).toBe(texts.length);
  const counts = new Map<Meaning, number>();
  for (const { meaning } of allExamples) counts.set(meaning, (counts.get(meaning) ?? 0) + 1);
  expect(Math.min(...counts.values())).toBeGreaterThanOrEqual(8);
  for (const meaning of otherMeanings) expect(counts.get(meaning)).toBeGreaterThan(20);
});
