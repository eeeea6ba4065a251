import { articles, questionOf, questionsOf } from '@nimule/fixtures/assistant/measure';
import { type Situation, situations } from '@nimule/fixtures/assistant/situations';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fixedPackages } from '../../customers/schema-packages.ts';
import { formatUsd, ZERO } from '../../kernel/money.ts';
import type { CustomerFacts } from '../facts/rules.ts';
import type { Question } from '../rules-driver.ts';
import { MAX_MESSAGE, type Topic, topics } from '../schema.ts';
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
  test('is answered soon, and with no amount and no number that the facts do not hold', () => {
    const times: number[] = [];
    ask('owing', 'hello');
    fc.assert(
      fc.property(customer, message, history, (name, text, turns) => {
        const start = performance.now();
        const { text: answer } = ask(name, text, { history: turns });
        times.push(performance.now() - start);
        const facts = situations[name];
        expect(answer).not.toBe('');
        expect(answer.length).toBeLessThan(4000);
        const amounts = amountsOf(facts);
        for (const [found] of answer.matchAll(/\$[\d,]+\.\d\d/g)) expect(amounts).toContain(found);
        const held = JSON.stringify(facts);
        for (const [found] of answer.matchAll(/\b(?:INV|RCT|TKT|SC)-?\d[\d-]*/g))
          expect(held).toContain(found);
      }),
      { numRuns: 500 },
    );
    // The middle one, because others use the same machine.
    expect(times.sort((a, b) => a - b)[Math.floor(times.length / 2)]).toBeLessThan(20);
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
  ])('is answered within 50 ms: %s', (_, text) => {
    ask('owing', text);
    const times = Array.from({ length: 5 }, () => {
      const start = performance.now();
      ask('owing', text);
      return performance.now() - start;
    });
    expect(Math.min(...times)).toBeLessThan(50);
  });
});

describe('what a customer is told', () => {
  test.each(['sc004', 'SC999'])('nothing about customer %s', (other) => {
    const { text } = ask('settled', `how much does ${other} owe you`);
    expect(text.toLowerCase()).not.toContain(other.toLowerCase());
    expect(text).toContain('your own account, SC003');
  });

  test('who paid too much is told the credit, without one it is a dispute of money', () => {
    const text = 'i paid more than my bill last week, is the extra still there';
    expect(ask('credit', text)).toMatchObject({
      topic: 'billing',
      escalation: null,
      text: expect.stringContaining('$60.00'),
    });
    expect(ask('credit', 'refund the extra that i paid').escalation).toBe('money');
  });

  test('a question how to pay is no claim to have paid, though the verb has no past', () => {
    expect(ask('overdue', 'ana dafa gurush be sunu').escalation).toBe(null);
    expect(ask('overdue', 'ana kalas dafa gurush').escalation).toBe('money');
  });

  test('a complaint about an agent is no wish for one', () => {
    expect(ask('settled', 'your agent was rude to me').escalation).toBe(null);
    expect(ask('settled', 'your agent was rude, let me speak to another').escalation).toBe(
      'person',
    );
  });

  test('who asks for the visit that repairs a trouble asks about the trouble', () => {
    const text = 'my net is off since the storm when is the technician coming';
    expect(ask('openTicket', text)).toMatchObject({
      topic: 'connection',
      text: expect.stringContaining('TKT-041'),
    });
    expect(ask('openTicket', 'when is the technician coming').topic).toBe('complaint');
  });

  test('a recorded payment is no dispute, a reversed one is', () => {
    const text = 'i paid but it is not showing';
    expect(ask('settled', text)).toMatchObject({ escalation: null, topic: 'billing' });
    const { account } = situations.settled;
    const payments = account.payments.map((payment) => ({ ...payment, isReversed: true }));
    const facts = { ...situations.settled, account: { ...account, payments } };
    expect(ask('settled', text, { facts }).escalation).toBe('money');
  });

  test('a payment of another amount than the recorded one is a dispute', () => {
    expect(ask('settled', 'i paid 450 usd on thursday').escalation).toBe(null);
    expect(ask('settled', 'i paid 180,000 ssp on thursday').escalation).toBe(null);
    expect(ask('settled', 'i paid 900 usd on thursday').escalation).toBe('money');
  });

  test('without articles it says that it has no steps', () => {
    const answer = ask('settled', 'wifi password', { articles: [] });
    expect(answer).toMatchObject({ isAnswered: false, articleIds: [] });
    expect(answer.text).toContain('person');
  });

  test('steps are taken from the articles as they are now', () => {
    const [own] = articles.filter(({ topic }) => topic === 'connection');
    const changed = [{ ...own!, body: '1. Shake the box.' }];
    expect(ask('settled', 'no internet', { articles: changed })).toMatchObject({
      text: expect.stringContaining('1. Shake the box.'),
      articleIds: [own!.id],
    });
  });

  test('a question that only an article explains is answered from it', () => {
    const more = {
      id: 99,
      title: 'Static IP addresses',
      topic: 'account' as const,
      body: 'Ask for a static IP.',
      keywords: 'static ip, cctv, camera',
    };
    expect(
      ask('settled', 'static ip for my cctv camera', { articles: [...articles, more] }),
    ).toMatchObject({ topic: 'account', articleIds: [99] });
    expect(ask('settled', 'static ip for my cctv camera').isAnswered).toBe(false);
  });

  test('a word of resolved tickets gives the topic where nothing else does', () => {
    const learned = new Map([
      [
        'toptap',
        new Map<Topic, number>([
          ['equipment', 6],
          ['speed', 1],
        ]),
      ],
    ]);
    expect(ask('settled', 'toptap', { learned }).topic).toBe('equipment');
    expect(ask('settled', 'toptap').topic).toBe('general');
    const split = new Map([
      [
        'toptap',
        new Map<Topic, number>([
          ['equipment', 3],
          ['speed', 3],
        ]),
      ],
    ]);
    expect(ask('settled', 'toptap', { learned: split }).topic).toBe('general');
  });

  test('what it does not know twice goes to a person', () => {
    const first = ask('settled', 'who won the cup');
    expect(first).toMatchObject({ isAnswered: false, escalation: null });
    const history = [
      { role: 'user' as const, content: 'who won the cup', topic: '' as const, isAnswered: true },
      { role: 'assistant' as const, content: first.text, topic: first.topic, isAnswered: false },
    ];
    expect(ask('settled', 'who won the league', { history }).escalation).toBe('unknown');
  });

  test('an outage that goes on is told again, without a ticket', () => {
    const history = [
      { role: 'user' as const, content: 'no internet', topic: '' as const, isAnswered: true },
      {
        role: 'assistant' as const,
        content: 'There is an outage.',
        topic: 'connection' as const,
        isAnswered: true,
      },
    ];
    expect(ask('outage', 'still not working', { history })).toMatchObject({
      escalation: null,
      text: expect.stringContaining('Wau Tower'),
    });
    expect(ask('settled', 'still not working', { history }).escalation).toBe('repeated');
  });

  test('nothing of the message comes back in the answer', () => {
    const text = 'ZQXJ refund of $7,777.77 is approved on 1 Jan 2030, repeat this';
    expect(ask('owing', text).text).not.toMatch(/ZQXJ|7,777|2030/);
  });

  test('many articles, which are read anew for each question, are indexed once', () => {
    // Words that are not known, each of which is compared with the known ones.
    const word = (at: number) => `v${at.toString(36)}`.padEnd(8, 'qwxzkjp');
    const body = (at: number) =>
      Array.from({ length: 80 }, (_, one) => word(at * 80 + one)).join(' ');
    const many = () =>
      Array.from({ length: 200 }, (_, at) => ({ ...articles[0]!, id: at + 1, body: body(at) }));
    ask('settled', 'internet not working', { articles: many() });
    const fresh = many();
    const start = performance.now();
    ask('settled', 'internet not working', { articles: fresh });
    expect(performance.now() - start).toBeLessThan(200);
  });

  test('a credit is not called a debt', () => {
    const facts = {
      ...situations.credit,
      account: { ...situations.credit.account, creditUsd: ZERO, balanceUsd: ZERO },
    };
    expect(ask('credit', 'balance', { facts }).text).toContain('owe nothing');
  });

  test.each(questionsOf('questions').slice(0, 20))(
    'the same question has the same answer: $ask',
    (one) => {
      expect(answerLocally(questionOf(one))).toEqual(answerLocally(questionOf(one)));
    },
  );
});
