import { expect, test } from 'vitest';
import { smsEncoding } from '../../kernel/sms-text.ts';
import { MAX_TEXT } from '../schema.ts';
import { fieldsOf, templateProblems, worstCaseSize } from '../texts/rules-templates.ts';
import { defaultTexts } from './rules-texts.ts';
import { automaticNames, automaticTypes } from './rules-types.ts';

test('every name has one row, and its texts', () => {
  expect(automaticTypes.map(({ name }) => name)).toEqual([...automaticNames]);
  expect(Object.keys(defaultTexts).sort()).toEqual([...automaticNames].sort());
});

test.each(automaticTypes)(
  'the texts of $name may be saved, in both languages',
  ({ name, fields }) => {
    for (const texts of Object.values(defaultTexts[name])) {
      for (const text of Object.values(texts)) {
        expect([text, templateProblems(text, fields)]).toEqual([text, []]);
        expect(text.length).toBeLessThanOrEqual(MAX_TEXT);
      }
    }
    const { english, arabic } = defaultTexts[name];
    expect(smsEncoding(english.smsText)).toBe('gsm');
    expect(worstCaseSize(english.smsText, fields).parts).toBeLessThanOrEqual(2);
    expect(arabic.smsText).toMatch(/\p{Script=Arabic}/u);
    expect(fieldsOf(arabic.smsText).length).toBeGreaterThan(1);
  },
);
