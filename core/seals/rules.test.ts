import { describe, expect, test } from 'vitest';
import { ageText, copyText, noteOf, rangeText, readCopies } from './rules.ts';

const hash = 'ab'.repeat(32);
const seal = {
  id: 812,
  kind: 'usual' as const,
  lineFormat: 1,
  firstLine: 1001,
  lastLine: 1070,
  lines: 52,
  root: hash,
  previous: hash,
  hash,
  sealedAt: new Date('2026-11-28T05:31:00Z'),
  cutSeal: null,
  cutHash: null,
};

describe('copies', () => {
  test('are found in any text that has them', () => {
    const text = copyText(seal);
    expect(text).toBe(`seal 812 sha256:${hash}`);
    expect(readCopies(text, 'x')).toEqual([{ seal: 812, hash }]);
    const log = `{"msg":"audit log: ${text}"}\n{"copy":"seal 7 sha256:${'0'.repeat(64)}"}`;
    expect(readCopies(log, 'x')).toEqual([
      { seal: 812, hash },
      { seal: 7, hash: '0'.repeat(64) },
    ]);
    expect(readCopies(` ${hash}\n`, 'x')).toEqual([{ seal: undefined, hash }]);
  });

  test('that are cut off or missing are refused with what was expected', () => {
    const refused = (text: string) => () => readCopies(text, 'the mail');
    expect(refused('hello')).toThrow("There is no seal in the mail: it is 'seal', a number");
    expect(refused('')).toThrow('There is no seal');
    expect(refused(`seal 812 sha256:${hash.slice(1)}`)).toThrow('Seal 812 in the mail is cut off');
    expect(refused(`${copyText(seal)} seal 9 sha256:`)).toThrow('Seal 9 in the mail is cut off');
    expect(refused(hash.slice(1))).toThrow('There is no seal');
  });
});

test('a range names its lines', () => {
  expect(rangeText(seal)).toBe('lines 1001 to 1070');
  expect(rangeText({ firstLine: 7, lastLine: 7 })).toBe('line 7');
});

test('seals of an upgrade and of a restore are explained, others are not', () => {
  expect(noteOf(seal)).toBeUndefined();
  expect(noteOf({ ...seal, id: 1, kind: 'upgrade' })).toBe(
    'The 52 lines up to 1070 are older than seals and were sealed as they were found, by seal 1 of 28 Nov 2026, 07:31.',
  );
  expect(noteOf({ ...seal, kind: 'restore' })).toContain('no seal of the replaced data is known');
  expect(noteOf({ ...seal, kind: 'restore', cutSeal: 900, cutHash: hash })).toBe(
    `A backup was restored before seal 812 of 28 Nov 2026, 07:31: the chain was cut after seal 811. The newest of the replaced data was seal 900 sha256:${hash}.`,
  );
});

test('the age of the newest seal is told in minutes', () => {
  expect(ageText(undefined, seal.sealedAt)).toBe('nothing is sealed yet');
  expect(ageText(seal, new Date('2026-11-28T05:33:59Z'))).toBe(
    'seal 812 up to line 1070 is 2 minutes old',
  );
});
