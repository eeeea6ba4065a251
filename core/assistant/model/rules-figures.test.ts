import { leastCpuMs } from '@nimule/fixtures/testing/machine';
import { describe, expect, test } from 'vitest';
import { unknownFigures } from './rules-figures.ts';

const facts = `Customer SC003. Balance 1,250.00 USD (5,768,750 SSP). Invoice INV-2026-0012 over 50 USD is due 2026-11-30.
Collection 87.5 percent. Call +211 900 123 456. Open since 08:00. 10 Mbps.`;

describe('figures that the facts hold', () => {
  test.each([
    'You owe $1,250.',
    'You owe USD1250.00 or 5768750 SSP.',
    'Invoice INV-2026-0012 of 50.00 dollars is due on 30 November 2026.',
    'It is due on November 30th, 2026, which is 30/11/2026.',
    'It is due on the 30th of November.',
    'In November 2026 87.5% was collected.',
    'Call +211900123456 from 8:00 on.',
    '1. Restart the router.\n2. Wait.\n12) Call us.',
    'One of our agents will look at it.',
    'fifty dollars and ten mbps',
    'no figure at all',
    '',
  ])('%j', (text) => {
    expect(unknownFigures(text, facts)).toEqual([]);
  });
});

describe('figures that the facts lack', () => {
  test.each([
    ['You owe $1,251.', '1,251'],
    ['Pay 125 USD.', '125'],
    ['It is due on 29 November 2026.', '29 November 2026'],
    ['It is due on 2026-12-01.', '2026-12-01'],
    ['It is due on 1/12/2026.', '1/12/2026'],
    ['We come on December 2nd.', 'December 2nd'],
    ['In October 2026.', 'October 2026'],
    ['We refund five hundred dollars.', 'five hundred dollars'],
    ['In two days.', 'two days'],
    ['twenty-five percent', 'twenty five percent'],
    ['1.5 million', '1.5'],
    ['5k dollars', '5'],
    ['Customer SC004 has paid.', 'SC004'],
    ['Pay 900.', '900'],
    ['At 17:30.', '17:30'],
    ['Call +211 911 222 333.', '+211 911 222 333'],
    ['٧٧ دولار', '77'],
    ['pay 77 dollars', '77'],
    ['100 %', '100'],
    // 10 Mbps are neither money nor a time.
    ['Pay $10.', '10'],
    ['Pay 10 dollars.', '10'],
    ['Pay SSP 50.', '50'],
    ['You get 10% off.', '10'],
    ['It works in 10 days.', '10'],
    ['It works in ten working days.', 'ten working days'],
    ['a hundred dollars', 'hundred dollars'],
  ])('%j', (text, shown) => {
    expect(unknownFigures(text, facts)).toContain(shown);
  });

  test('a long text is read in time that grows with its length', () => {
    const text = '1,'.repeat(50_000) + 'one '.repeat(20_000);
    expect(leastCpuMs(2000, () => unknownFigures(text, facts))).toBeLessThan(2000);
  });
});
