import { describe, expect, test } from 'vitest';
import { cleanReply, isNoAnswer, MAX_REPLY, replyProblem, unknownNames } from './rules-reply.ts';

const facts = `Nimule Networks, support@nimule.example, https://nimule.example/help.
Customer SC003, Deng Garang, owes 50.00 USD, due 30 November 2026. A technician comes on Monday.`;

describe('a reply of a model', () => {
  test.each([
    'You owe 50 USD, due on 30 November 2026.',
    'Write to support@nimule.example, or see https://nimule.example/help.',
    '1. Switch the router off.\n2. Switch it on again.',
    'A technician comes on Monday.',
    'Pay 50 USD, and the line is switched on again by itself.',
    'If it does not help, ask for a colleague.',
  ])('may be shown: %j', (reply) => {
    expect(replyProblem(reply, facts)).toBeUndefined();
  });

  test.each([
    ['', 'it is empty'],
    ['a'.repeat(MAX_REPLY + 1), 'it is too long'],
    ['<script>alert(1)</script>', 'it is no plain text'],
    ['See <b>this</b>.', 'it is no plain text'],
    ['We will refund you.', 'it promises money'],
    ['You get a free month.', 'it promises money'],
    ['We waive the fee.', 'it promises money'],
    ['It works again tomorrow.', 'it promises a time that the facts lack'],
    ['We come on Tuesday.', 'it promises a time that the facts lack'],
    ['Log in at https://nimule.evil.example.', 'it names an address that the facts lack'],
    ['Send your password to help@evil.example.', 'it names an address that the facts lack'],
    ['You owe 60 USD.', 'it names a figure that the facts lack'],
    ['SC004 has paid.', 'it names a figure that the facts lack'],
    ['We will give you your money back.', 'it promises money'],
    ['You do not have to pay this month.', 'it promises money'],
    ['Your debt is cancelled.', 'it promises money'],
    ['We will cancel your invoice.', 'it promises money'],
    ['Pay half the price.', 'it promises money'],
    ['A technician comes on Friday morning.', 'it promises a time that the facts lack'],
    ['It takes a few hours.', 'it promises a time that the facts lack'],
    ['It is fixed in half an hour.', 'it promises a time that the facts lack'],
    ['We come in the morning.', 'it promises a time that the facts lack'],
    ['We fix it within two business days.', 'it names a figure that the facts lack'],
    ['Pay five hundred US dollars.', 'it names a figure that the facts lack'],
    ['Pay five hundred South Sudanese pounds.', 'it names a figure that the facts lack'],
    ['Pay a hundred dollars.', 'it names a figure that the facts lack'],
    ['Pay at nimule-pay.com.', 'it names an address that the facts lack'],
    ['See bit.ly/x.', 'it names an address that the facts lack'],
    ...[
      'Invoice INV-2026-000012 has been written off.',
      'We will deduct 50.00 USD from your next invoice.',
      'We have credited 50.00 USD to your account.',
      'We have marked your invoice as paid.',
      'We have reduced your bill.',
      'Your debt is settled.',
      'You will not be charged for November 2026.',
      'You do not owe us anything any more.',
      'We will cancel the order for you.',
      'We have given you until 30 November 2026 to pay.',
      'Your suspension is lifted.',
      'Your service is restored now.',
      'A technician will come to your house.',
      'We reconnect you shortly.',
      "You won't be disconnected.",
    ].map((reply) => [reply, 'it decides what people decide']),
    ['سنعيد لك خمسين دولار', 'it is in letters that are not checked'],
  ])('may not be shown: %j', (reply, problem) => {
    expect(replyProblem(reply, facts)).toBe(problem);
  });

  test('is stored without control characters', () => {
    expect(cleanReply(' a\u0000b\u202e \r\nc ')).toBe('ab \nc');
  });

  test('says that it has no answer', () => {
    expect(isNoAnswer('I do not know that. You can ask for a colleague.')).toBe(true);
    expect(isNoAnswer('Restart the router.')).toBe(false);
  });

  test('names people whom the facts do not name', () => {
    expect(unknownNames('Dear Deng Garang, Achol Majok has paid.', facts)).toContain('achol majok');
    expect(unknownNames('Deng Garang owes it.', facts)).toEqual([]);
  });

  test('is read in time that grows with its length', () => {
    const began = performance.now();
    for (const text of ['A@'.repeat(2000), 'Ab '.repeat(1300), '<'.repeat(4000)])
      replyProblem(text, facts) ?? unknownNames(text, facts);
    expect(performance.now() - began).toBeLessThan(1000);
  });
});
