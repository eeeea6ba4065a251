import { articles, questionsOf } from '@nimule/fixtures/assistant/measure';
import { type Situation, situations } from '@nimule/fixtures/assistant/situations';
import { cpuMs, leastCpuMs, machine } from '@nimule/fixtures/testing/machine';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fixedPackages } from '../../customers/schema-packages.ts';
import { formatUsd } from '../../kernel/money.ts';
import type { CustomerFacts } from '../facts/rules.ts';
import type { Question } from '../rules-driver.ts';
import { MAX_MESSAGE, topics } from '../schema.ts';
import { answerLocally } from './rules.ts';

const ask = (customer: Situation, message: string, changes: Partial<Question> = {}) =>
  answerLocally({
    message,
    facts: situations[customer],
    history: [],
    articles,
    learned: new Map(),
    ...changes,
  });

function amountsOf({ account, customer }: CustomerFacts): Set<string> {
  return new Set(
    [
      account.balanceUsd,
      account.creditUsd,
      account.overdueUsd,
      account.toRestoreUsd,
      customer.monthlyFeeUsd,
      ...account.openInvoices.map(({ openUsd }) => openUsd),
      ...account.payments.map(({ amountUsd }) => amountUsd),
      ...fixedPackages.map(({ monthlyFee }) => monthlyFee),
    ].map(formatUsd),
  );
}

const words = [
  ...new Set(questionsOf('questions').flatMap((one) => one.ask.split(' '))),
  ...[
    'SC999',
    'sc004',
    'INV-2026-000999',
    'RCT-2026-000999',
    'TKT-999',
    '$9,999.00',
    '0929 999 999',
  ],
];
const message = fc.oneof(
  fc.string({ maxLength: MAX_MESSAGE }),
  fc.string({ unit: 'binary', maxLength: MAX_MESSAGE }),
  fc
    .array(fc.constantFrom(...words), { maxLength: 300 })
    .map((all) => all.join(' ').slice(0, MAX_MESSAGE)),
);
const history = fc.array(
  fc.record({
    role: fc.constantFrom('user' as const, 'assistant' as const),
    content: message,
    topic: fc.constantFrom('' as const, ...topics),
    isAnswered: fc.boolean(),
  }),
  { maxLength: 6 },
);
const customer = fc.constantFrom(...(Object.keys(situations) as Situation[]));

describe('any text', () => {
  test('is answered with no amount and no number that the facts do not hold', () => {
    const runs = 500;
    let spent = 0;
    fc.assert(
      fc.property(customer, message, history, (name, text, turns) => {
        let answer = '';
        spent += cpuMs(() => {
          answer = ask(name, text, { history: turns }).text;
        });
        const facts = situations[name];
        expect(answer).not.toBe('');
        expect(answer.length).toBeLessThan(4000);
        const amounts = amountsOf(facts);
        for (const [found] of answer.matchAll(/\$[\d,]+\.\d\d/g)) expect(amounts).toContain(found);
        const held = JSON.stringify(facts);
        for (const [found] of answer.matchAll(/\b(?:INV|RCT|TKT|SC)-?\d[\d-]*/g))
          expect(held).toContain(found);
      }),
      { numRuns: runs },
    );
    expect(spent / runs).toBeLessThan(20 * machine().slowness);
  });

  test.each([
    ['one long word', 'a'.repeat(MAX_MESSAGE)],
    ['single letters', 'x '.repeat(MAX_MESSAGE / 2)],
    [
      'different unknown words',
      Array.from({ length: 400 }, (_, n) => `w${n.toString(36)}${n}q`)
        .join(' ')
        .slice(0, MAX_MESSAGE),
    ],
    [
      'misspelt words',
      Array.from({ length: 250 }, (_, n) => `conet${String.fromCharCode(97 + (n % 26))}ion`)
        .join(' ')
        .slice(0, MAX_MESSAGE),
    ],
    ['marks on a letter', `a${'\u0301'.repeat(MAX_MESSAGE - 1)}`],
    ['more than the limit', 'internet not working '.repeat(5000)],
  ])('takes at most 50 ms: %s', (_, text) => {
    ask('owing', text);
    expect(leastCpuMs(50, () => ask('owing', text), 5)).toBeLessThan(50);
  });
});
