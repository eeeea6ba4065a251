import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  normaliseText,
  oneLine,
  optionalLines,
  optionalText,
  paymentReference,
  requiredLines,
  requiredText,
  searchKey,
} from './text.ts';

/** The rule without the shortcut for plain texts. */
function normalisedByRule(input: string): string {
  return input
    .toWellFormed()
    .split('')
    .filter((letter) => {
      if ('\t\n\r\u0085'.includes(letter)) return true;
      return !/^[\p{Cc}\p{Bidi_Control}]$/u.test(letter);
    })
    .join('')
    .replaceAll('\r\n', '\n')
    .replaceAll('\r', '\n')
    .replaceAll('\u0085', '\n')
    .normalize('NFC')
    .trim();
}

const anyText = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary', size: 'medium' }),
  fc.string({
    unit: fc.constantFrom(
      ...['e', ' ', '~', '\t', '\r', '\n', '\u0000', '\u0301', '\ud800'],
      ...['\u0085', '\u009b', '\u202e', '\u200f', '\u2066'],
    ),
  }),
);

describe('normaliseText', () => {
  test('follows the rule for every text and is idempotent', () => {
    fc.assert(
      fc.property(anyText, (input) => {
        const once = normaliseText(input);
        expect(once).toBe(normalisedByRule(input));
        expect(normaliseText(once)).toBe(once);
      }),
      { numRuns: 500 },
    );
  });

  test('removes controls before it composes letters', () => {
    expect(normaliseText('e\u0000\u0301')).toBe('\u00e9');
    expect(normaliseText('a\r\u0000\nb')).toBe('a\nb');
  });

  test('removes direction marks and keeps joiners', () => {
    expect(normaliseText('Deng\u202egneD\u202c \u2066abc\u2069\u200e\u200f\u061c')).toBe(
      'DenggneD abc',
    );
    expect(normaliseText('\u0646\u200c\u0645')).toBe('\u0646\u200c\u0645');
  });

  test('keeps inner spaces and removes outer ones', () => {
    expect(normaliseText('  Juba  Tea House ')).toBe('Juba  Tea House');
    expect(searchKey('Juba', '', ' TEA ')).toBe('juba tea');
  });
});

describe('a text of one line', () => {
  const breaks = ['\t', '\n', '\r', '\r\n', '\v', '\f', '\u0085', '\u2028', '\u2029'];

  test.each(breaks.map((text) => [JSON.stringify(text), text]))('has a space for %s', (_, text) => {
    expect(oneLine(`${text}Juba${text}${text}Tea${text}`)).toBe('Juba Tea');
    expect(requiredText('The name').safeDecode(`Juba${text}Tea`).data).toBe('Juba Tea');
    expect(optionalText('The address').safeDecode(`Juba${text}Tea`).data).toBe('Juba Tea');
    expect(requiredText('The name').safeDecode(text).error?.issues[0]?.message).toBe(
      'The name is required.',
    );
  });

  test('always has one line, and is idempotent', () => {
    const withBreaks = fc.oneof(
      anyText,
      fc.string({ unit: fc.constantFrom('a', ' ', '\u0000', ...breaks) }),
    );
    fc.assert(
      fc.property(withBreaks, (input) => {
        const once = oneLine(input);
        expect(once).not.toMatch(/[\t\n\v\f\r\u0085\u2028\u2029]/);
        expect(oneLine(once)).toBe(once);
      }),
    );
  });

  test('does not apply to notes and reasons', () => {
    expect(optionalLines('The notes').safeDecode('first\r\n\tsecond').data).toBe('first\n\tsecond');
    expect(requiredLines('The reason').safeDecode('first\nsecond').data).toBe('first\nsecond');
  });
});

describe('a required text', () => {
  const invisible = [
    '\u200b',
    '\u00ad\u2060',
    '\u3164',
    '\uffa0 \u115f',
    '\u2800',
    '\u200d\ufe0f',
    '\u{e0041}',
  ];

  test.each(invisible.map((text) => [JSON.stringify(text), text]))('is not %s alone', (_, text) => {
    for (const field of [requiredText('The name'), requiredLines('The reason')]) {
      const message = field.safeDecode(text).error?.issues[0]?.message;
      expect(message).toMatch(/^The (name|reason) needs at least one letter that can be seen\.$/);
      expect(field.safeDecode(`${text}A`).success).toBe(true);
    }
    expect(optionalText('The note').safeDecode(text).success).toBe(true);
  });

  test('may consist of any script, symbols or emoji', () => {
    for (const text of ['\u0623\u0645\u064a\u0646\u0629', '\u12a0', '=1+1', '\u{1f41f}\u200d'])
      expect(requiredText('The name').decode(text)).toBe(text);
  });
});

describe('lengths', () => {
  test('are counted in characters, not in code units', () => {
    const field = requiredText('The name', 3);
    expect(field.safeDecode('🙂🙂🙂').success).toBe(true);
    expect(field.safeDecode('🙂🙂🙂🙂').error?.issues[0]?.message).toBe(
      'The name can have at most 3 characters.',
    );
    expect(field.safeDecode('  ').error?.issues[0]?.message).toBe('The name is required.');
    expect(optionalText('The note').safeDecode(' ').data).toBe('');
  });
});

test.each([
  ['', true],
  [' ', true],
  ['MM-8812', true],
  ['إيداع ٣', true],
  ['7', true],
  ['-', false],
  ['…', false],
  ['// .', false],
])('the payment reference %j is accepted: %j', (text, accepted) => {
  expect(paymentReference().safeDecode(text).success).toBe(accepted);
});
