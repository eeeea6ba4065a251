import { articles, questionOf, questionsOf } from '@nimule/fixtures/assistant/measure';
import { type Situation, situations } from '@nimule/fixtures/assistant/situations';
import { leastCpuMs } from '@nimule/fixtures/testing/machine';
import { describe, expect, test } from 'vitest';
import { ZERO } from '../../kernel/money.ts';
import type { Question } from '../rules-driver.ts';
import type { Topic } from '../schema.ts';
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

describe('what a customer is told', () => {
  test.each(['sc004', 'SC999'])('nothing about customer %s', (other) => {
    const { text } = ask('settled', `how much does ${other} owe you`);
    expect(text.toLowerCase()).not.toContain(other.toLowerCase());
    expect(text).toContain('your own account, SC003');
  });

  test('who paid too much is told the credit', () => {
    const text = 'i paid more than my bill last week, is the extra still there';
    expect(ask('credit', text)).toMatchObject({
      topic: 'billing',
      escalation: null,
      text: expect.stringContaining('$60.00'),
    });
    expect(ask('credit', 'refund the extra that i paid').escalation).toBe('money');
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

  test.each([
    ['do you rent out solar panels', 'Rent of solar panels'],
    ['how do i set up my kwekwe camera', 'Set up a kwekwe camera'],
  ])('an article that staff wrote for a question answers it: %s', (message, title) => {
    const more = { id: 99, title, topic: 'general' as const, body: 'So.', keywords: '' };
    expect(ask('settled', message, { articles: [...articles, more] }).articleIds).toEqual([99]);
    expect(ask('settled', message).text).not.toContain('So.');
  });

  test.each(['Do you sell goats?', 'What is the moon made of', 'what is the capital of france'])(
    'what is about something else has no answer: %s',
    (message) => {
      expect(ask('settled', message)).toMatchObject({ isAnswered: false, topic: 'general' });
    },
  );

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
    const again = () => ask('settled', 'internet not working', { articles: many() });
    expect(leastCpuMs(300, again)).toBeLessThan(300);
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
