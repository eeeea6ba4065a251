import { expect, test } from 'vitest';
import { wordsOf } from './rules-words.ts';

const read = (text: string) =>
  wordsOf(text)
    .map(({ stem }) => stem)
    .join(' ');

test.each([
  ['nimelipa jana', 'pay yesterday'],
  ['sijalipa bado', 'not pay still'],
  ['kwa nini mmenikatia mtandao', 'why cut me network'],
  ['mtandao unakatika', 'network keep cut'],
  ['mtandao utarudi lini', 'network will com back when'],
  ['fundi hajafika', 'technician not com'],
])('verbs of Swahili are read with their prefixes: %s', (text, words) => {
  expect(read(text)).toBe(words);
});

test.each([
  ['package tai', 'my packag'],
  ['package kebir', 'bigger packag'],
  ['deni langu', 'my debt'],
])('what follows a noun in other languages stands before it in English: %s', (text, words) => {
  expect(read(text)).toBe(words);
});

test.each([
  ['net ma gi shakal', 'net not work'],
  ['ana der kalam ma zol', 'i want talk with person'],
  ['ma net is off', 'my net is off'],
])("'ma' is not, with or my by what follows: %s", (text, words) => {
  expect(read(text)).toBe(words);
});

test('a payment in the past is a claim in every language', () => {
  expect(wordsOf('nimelipa').map(({ raw }) => raw)).toContain('paid');
  expect(wordsOf('kalas dafa').map(({ raw }) => raw)).toContain('paid');
  expect(wordsOf('nitalipa').map(({ raw }) => raw)).not.toContain('paid');
});
