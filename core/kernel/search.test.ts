import { leastCpuMs } from '@nimule/fixtures/testing/machine';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dialled } from './phone.ts';
import { foldForSearch, otherSpellings, searchReadings } from './search.ts';

describe('foldForSearch', () => {
  test.each([
    ['Nyachieŋ', 'nyachien'],
    ['Dɛ̈ŋ Aɣɔk', 'den agok'],
    ['NYÄDËNG', 'nyadeng'],
    ['Ŋɔŋ', 'non'],
    ['a̱kol', 'akol'],
    ['N’Djamena', "n'djamena"],
    ['Łódź Ørsted Æsir Straße', 'lodz orsted aesir strasse'],
    ['plain ASCII', 'plain ascii'],
  ])('%s as %s', (text, folded) => {
    expect(foldForSearch(text)).toBe(folded);
  });

  test.each(['مُحَمَّد أحمد', 'ገብረ ሥላሴ', '李小龍', '김철수'])(
    'leaves the letters of %s as they were typed',
    (text) => {
      expect(foldForSearch(text)).toBe(text.normalize('NFC'));
    },
  );

  test('folds composed and decomposed letters alike, and is idempotent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (text) => {
        const folded = foldForSearch(text);
        expect(foldForSearch(text.normalize('NFD'))).toBe(folded);
        expect(foldForSearch(folded)).toBe(folded);
      }),
      { numRuns: 300, examples: [['İ'], ['ẞ']] },
    );
  });
});

test('a name is also found by its two-letter spelling', () => {
  expect(otherSpellings('Nyachieŋ Aɣok Dëng')).toBe('nyachieng aghok');
  expect(otherSpellings('Deng Garang')).toBe('');
  expect(otherSpellings('Dëng')).toBe('');
  expect(otherSpellings('ŋ'.repeat(200)).length).toBe(100);
});

describe('searchReadings', () => {
  test.each([
    '0977 123 456',
    '+211 977 123456',
    '+211977123456',
    '00211 977 123 456',
    '211977123456',
    '0977-123-456',
    '(0977) 123 456',
  ])('reads the telephone number %s as it is dialled, and as typed', (text) => {
    expect(searchReadings(text)).toEqual([[dialled('+211977123456')], text.split(' ')]);
  });

  test('reads a number without its 0 and a number prefix', () => {
    expect(searchReadings('977 123 456')[0]).toEqual(['977123456']);
    expect(searchReadings('0977 12')[0]).toEqual(['097712']);
    expect(searchReadings('+211 977 12')[0]).toEqual(['097712']);
    expect(searchReadings('0977123456')).toEqual([['0977123456']]);
  });

  test('reads a number next to a name, and leaves other figures', () => {
    expect(searchReadings('Dëng  0977123456')).toEqual([['deng', '0977123456']]);
    expect(searchReadings('deng +211977123456')[0]).toEqual(['deng', '0977123456']);
    expect(searchReadings('786')).toEqual([['786']]);
    expect(searchReadings('SC003 Juba')).toEqual([['sc003', 'juba']]);
    expect(searchReadings('2026 11')).toEqual([['2026', '11']]);
  });

  test('answers at once for 200 hostile characters', () => {
    const texts = ['('.repeat(200), `${'1-'.repeat(100)}x`, ' '.repeat(200), 'ŋ\u0308'.repeat(100)];
    const read = () => {
      for (const text of texts) expect(searchReadings(text)[0]!.length).toBeLessThanOrEqual(8);
    };
    expect(leastCpuMs(200, read)).toBeLessThan(200);
  });
});
