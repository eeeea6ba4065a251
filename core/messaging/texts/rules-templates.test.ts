import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  accountFields,
  fieldsOf,
  fillTemplate,
  MAX_TEMPLATE_LENGTH,
  nearestField,
  parseTemplate,
  templateProblems,
  worstCaseSize,
} from './rules-templates.ts';

const values = {
  name: 'Achol Deng',
  amount: 'USD 50.00',
  amountSsp: 'SSP 20,000',
  dueDate: '30 Nov 2026',
  invoice: 'INV-2026-000123',
  balance: 'USD 75.00',
  reason: 'unpaid invoices',
};
const problems = (template: string) => templateProblems(template).map(({ message }) => message);

describe('checking a template', () => {
  it('accepts fields, blanks in them, and doubled braces', () => {
    expect(problems('Dear {name}, {{paid}} { amount }. {{{invoice}}}')).toEqual([]);
    expect(fieldsOf('{name} {amount} {name}')).toEqual(['name', 'amount']);
    expect(problems('عزيزي {name}، المبلغ {amount} مستحق في {dueDate}')).toEqual([]);
  });

  test.each([
    ['{nmae}', /^There is no field {nmae}\. Did you mean {name}\? Fields: {name}, {amount}, /],
    ['{due_date}', /Did you mean {dueDate}\?/],
    ['{Amount}', /Did you mean {amount}\?/],
    ['{foo}', /^There is no field {foo}\. Fields: /],
    ['{}', /^Write the name of a field/],
    ['{الاسم}', /^There is no field {الاسم}\. Fields: /],
    ['{constructor}', /^There is no field {constructor}/],
    ['Dear {name', /^The { at 6 is not closed\./],
    ['{name {amount}', /^The { at 1 is not closed\./],
    ['paid }', /^The } at 6 closes nothing\./],
    ['{name}}', /^The } at 7 closes nothing\./],
    [`{${'x'.repeat(200)}}`, /^There is no field {x{40}\.\.\.}/],
  ])('%s', (template, message) => {
    expect(problems(template)).toEqual([expect.stringMatching(message)]);
  });

  it('reports every problem with its position, also after a picture', () => {
    const found = templateProblems('😀 {nam} } {foo} {');
    expect(found.map(({ at }) => at)).toEqual([3, 9, 11, 17]);
  });

  it('bounds the length', () => {
    expect(problems('{'.repeat(MAX_TEMPLATE_LENGTH + 1))).toEqual([
      `A template can have at most ${MAX_TEMPLATE_LENGTH} characters.`,
    ]);
  });

  it('suggests only what is near', () => {
    expect(nearestField('invoce', accountFields)?.name).toBe('invoice');
    expect(nearestField('telephone', accountFields)).toBeUndefined();
    expect(nearestField('a'.repeat(10_000), accountFields)).toBeUndefined();
  });
});

describe('filling a template', () => {
  it('puts the values in', () => {
    expect(
      fillTemplate('Dear {name}, {invoice}: {amount} ({amountSsp}) by {dueDate}.', values),
    ).toBe('Dear Achol Deng, INV-2026-000123: USD 50.00 (SSP 20,000) by 30 Nov 2026.');
    expect(fillTemplate('{{{balance}}} }}{{', values)).toBe('{USD 75.00} }{');
    expect(fillTemplate('عزيزي {name}', { name: 'أشول دينق' })).toBe('عزيزي أشول دينق');
  });

  it('does not read values as templates', () => {
    expect(fillTemplate('{name}', { name: '{amount} }}' })).toBe('{amount} }}');
  });

  it('makes values one line and cuts texts, not amounts', () => {
    expect(fillTemplate('{reason}', { reason: ' no\r\npayment\u202E ' })).toBe('no payment');
    const cut = fillTemplate('{name}', { name: 'Nyandeng '.repeat(100_000) });
    expect(cut).toMatch(/^Nyandeng .*\.\.\.$/);
    expect(cut.length).toBeLessThanOrEqual(40);
    expect(() => fillTemplate('{amount}', { amount: '1'.repeat(31) })).toThrow(
      'The value of {amount} is longer than 30 characters.',
    );
    expect(() => fillTemplate('{amount}', { amount: `1${' '.repeat(400)}1` })).toThrow('is longer');
  });

  it.each([{}, { name: undefined }, { name: ' \n' }])('needs a value: %j', (given) => {
    expect(() => fillTemplate('Dear {name}', given)).toThrow('There is no value for {name}.');
  });

  it('refuses a wrong template', () => {
    expect(() => fillTemplate('Dear {nane}', values)).toThrow('Did you mean {name}?');
  });

  it('counts the worst case', () => {
    expect(worstCaseSize('Dear {name}')).toMatchObject({ encoding: 'gsm', units: 36, parts: 1 });
    expect(worstCaseSize('عزيزي {name}')).toMatchObject({ encoding: 'ucs2', parts: 1 });
    const long = `${'a'.repeat(140)} {name} {amount}`;
    expect(worstCaseSize(long)).toMatchObject({ parts: 2 });
    for (const { longest, max } of accountFields) expect(longest.length).toBeLessThanOrEqual(max);
  });
});

test('any text with doubled braces is filled with itself', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
      const template = text.replaceAll('{', '{{').replaceAll('}', '}}');
      expect(fillTemplate(template, {})).toBe(text);
    }),
  );
});

test('a template that has no problem is filled, and parsing ends for any text', () => {
  const pieces = fc.constantFrom('{', '}', '{{', '}}', '{name}', '{x}', 'a', '😀', ' ', 'ع');
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 30 }), (parts) => {
      const template = parts.join('');
      const found = templateProblems(template);
      expect(parseTemplate(template).problems.length).toBeLessThanOrEqual(found.length);
      // Doubled braces stand for themselves, so that '{{name}}' is filled to '{name}'.
      const undoubled = template.replaceAll('{{', '').replaceAll('}}', '');
      if (found.length === 0) expect(fillTemplate(undoubled, values)).not.toMatch(/[{}]/);
      else expect(() => fillTemplate(template, values)).toThrow(found[0]!.message);
      for (const { at } of found) expect('{}').toContain([...template][at - 1]);
    }),
  );
});
