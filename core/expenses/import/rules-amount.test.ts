import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readAmount } from '../../kernel/amounts-typed.ts';
import { cents, formatUsd, parseCents, toDecimal } from '../../kernel/money.ts';
import { readingOf, readPastedAmount } from './rules-amount.ts';

const read = (raw: string | number, others: (string | number)[] = []) =>
  readPastedAmount(raw, 'USD', readingOf([raw, ...others]));
const of = (amount: number, written: string, isMinus = false) => ({ amount, isMinus, written });

test.each<[string | number, object]>([
  ['$2,500.00', of(2_500_00, 'plain')],
  ['USD 12.5', of(12_50, 'plain')],
  ['12.5 USD', of(12_50, 'plain')],
  ['.5', of(50, 'plain')],
  // Decimals after the cents lose nothing where they are zeros, or noise of a spreadsheet.
  ['.040', of(4, 'plain')],
  ['61.150000000000006', of(61_15, 'plain')],
  [12.5, of(12_50, 'plain')],
  [-12.5, of(12_50, 'plain', true)],
  ['(500)', of(500_00, 'plain', true)],
  ['$(500)', of(500_00, 'plain', true)],
  ['-$500', of(500_00, 'plain', true)],
  ['500-', of(500_00, 'plain', true)],
  ['−500', of(500_00, 'plain', true)],
  ['١٢٥٠', of(1_250_00, 'plain')],
  // As files are read.
  ['12,50', of(12_50, 'notation')],
  ['12,5', of(12_50, 'notation')],
  ['0,75', of(75, 'notation')],
  ['1250,00', of(1_250_00, 'notation')],
  ['1.250,50', of(1_250_50, 'notation')],
  ['1 250,00', of(1_250_00, 'notation')],
  ['1 250', of(1_250_00, 'notation')],
  ['(1.250,50)', of(1_250_50, 'notation', true)],
  ['١٢٫٥', of(12_50, 'plain')],
  // Not plain.
  ['1E+05', of(100_000_00, 'guess')],
  ['2e3', of(2_000_00, 'guess')],
  ['1,5E+3', of(1_500_00, 'guess')],
  ['Rs. 500', of(500_00, 'guess')],
  ['500 approx', of(500_00, 'guess')],
  // No amount can be told.
  ['', of(0, 'guess')],
  ['free', of(0, 'guess')],
  ['.', of(0, 'guess')],
  ['2 x 500', of(0, 'guess')],
  ['1-250', of(0, 'guess', true)],
  ['1.234.50', of(0, 'guess')],
  ["1'250.00", of(0, 'guess')],
  ['12,34,567', of(0, 'guess')],
  ['1E-05', of(0, 'guess', true)],
  ['1E+99', of(0, 'guess')],
  ['5'.repeat(150), of(0, 'guess')],
  ['12.345', { problem: 'Enter an amount with at most two decimals.' }],
  ['1'.repeat(15), { problem: 'This amount is too large.' }],
  [1e21, { problem: 'This amount is too large.' }],
])('the amount %j is read as %j', (raw, expected) => {
  expect(read(raw)).toEqual(expected);
});

test('the other amounts of the list decide about 1.234', () => {
  expect(read('1.234', ['12,50'])).toEqual(of(1_234_00, 'notation'));
  expect(read('1.234', ['12.50'])).toHaveProperty('problem');
  expect(read('1.234', ['12,50', '1,250.00'])).toHaveProperty('problem');
});

test('an amount in any notation is read as a file reads it, and never as another', () => {
  const notation = fc.constantFrom<(text: string) => string>(
    (text) => text,
    (text) => text.replaceAll(',', ''),
    (text) => text.replaceAll(',', ' '),
    (text) => text.replace(/[,.]/g, (sign) => (sign === ',' ? '.' : ',')),
    (text) => text.replace(/[,.]/g, (sign) => (sign === ',' ? '\u00a0' : ',')),
    (text) => `(${text})`,
    (text) => `USD ${text}`,
  );
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 300_000_000 }), notation, (value, write) => {
      const text = write(formatUsd(cents(value)).slice(1));
      const pasted = read(text);
      expect([text, 'amount' in pasted && pasted.amount]).toEqual([text, value]);
      const file = parseCents(readAmount(text, 'usual'));
      expect(file === undefined ? file : Math.abs(file)).toBe(value);
    }),
  );
});

/** Whether a text with a decimal point says an amount to a hundredth of a cent, as .040 and 61.150000000000006 do. */
function isToTheCent(text: string, amount: number): boolean {
  const number = text.replace(/[^\d.]/g, '');
  return /^\d*\.\d{3,}$/.test(number) && Math.abs(Number(number) * 100 - amount) <= 0.01;
}

test('any text is an amount, none, or a problem', () => {
  const signs = fc.constantFrom(...'0123456789.,-()$ eE+xSP£USD');
  fc.assert(
    fc.property(fc.string({ unit: signs, maxLength: 20 }), (text) => {
      const pasted = read(text);
      if ('problem' in pasted) return;
      expect(pasted.amount).toBeGreaterThanOrEqual(0);
      // What is taken without a doubt has the digits of the text and no others, but for decimals that are noise.
      if (pasted.written === 'guess' || isToTheCent(text, pasted.amount)) return;
      const digits = (one: string) => one.replace(/\D/g, '').replace(/^0+/, '');
      const written = digits(toDecimal(pasted.amount));
      expect([digits(text), `${digits(text)}0`, `${digits(text)}00`, '']).toContain(written);
    }),
  );
});
