import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { atGivenRate, currencyName, currencyText, parseRate, withRate } from './currencies.ts';
import { cents } from './money.ts';

describe('the currency of a row', () => {
  it.each([
    ['us$', 'USD'],
    [' US Dollars ', 'USD'],
    ['ssp', 'SSP'],
    ['South Sudanese Pounds', 'SSP'],
    ['kes at 129.5', 'KES at 129.50'],
    ['Euro at 0.9', 'Euro at 0.90'],
    ['UGX at 3,700', 'UGX at 3700.00'],
  ])('%s is %s', (text, stored) => {
    expect(currencyText.safeDecode(text)).toMatchObject({ data: stored });
  });

  it.each(['KES', 'KES at 0', 'KES at much', 'SSP at 4000', '£', 'x'.repeat(2000)])(
    '%s is refused in words',
    (text) => {
      const result = currencyText.safeDecode(text);
      expect(result.error?.issues[0]?.message).toMatch(/neither US dollars|official rate/);
      expect(result.error?.issues[0]?.message.length).toBeLessThan(200);
    },
  );

  it('keeps the rate that replaces it', () => {
    expect(withRate('KES', '129.5')).toBe('KES at 129.5');
    expect(withRate('KES', 'USD')).toBe('USD');
    expect(currencyName('KES at 129.50')).toBe('KES');
    expect(parseRate('1e3')).toBeUndefined();
  });

  it('is converted in integers, rounded half away from zero', () => {
    expect(atGivenRate(cents(1_300_000), 'KES at 129.50')).toEqual({
      amountUsd: 10_039,
      said: 'KES 13,000.00',
      note: 'KES 13,000.00 at 129.50',
    });
    const amount = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 });
    const rate = fc.integer({ min: 1, max: 10_000_000 });
    fc.assert(
      fc.property(amount, rate, (said, hundredths) => {
        const text = `XXX at ${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, '0')}`;
        const { amountUsd } = atGivenRate(cents(said), text)!;
        // |amount × 100 − dollars × rate| ≤ rate / 2
        const rest = BigInt(said) * 100n - BigInt(amountUsd) * BigInt(hundredths);
        expect((rest < 0n ? -rest : rest) * 2n <= BigInt(hundredths)).toBe(true);
        expect(Math.sign(amountUsd) * Math.sign(said)).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});
