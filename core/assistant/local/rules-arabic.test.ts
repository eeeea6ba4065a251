import { expect, test } from 'vitest';
import { readArabic } from './rules-arabic.ts';

test.each([
  ['النت', ['internet']],
  ['شبكة', ['network']],
  ['والراوتر', ['router']],
  ['فاتورتي', ['bill']],
  ['حسابنا', ['our', 'account']],
  ['باقتكم', ['your', 'package']],
  ['لمبــة', ['light']],
])('%s means %j', (word, meaning) => {
  expect(readArabic(word)).toEqual(meaning);
});

test.each(['مباراة', 'router', '', 'ا', 'ل'.repeat(2000), 'نت١'])(
  'nothing is read into %j',
  (word) => {
    expect(readArabic(word)).toBeUndefined();
  },
);
