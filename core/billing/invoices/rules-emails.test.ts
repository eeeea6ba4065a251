import { describe, expect, test } from 'vitest';
import { isoDate } from '../../kernel/dates.ts';
import { cents, ZERO } from '../../kernel/money.ts';
import { invoiceEmailText, isSameAddress, secondsToNextEmail } from './rules-emails.ts';
import { EMAILS_AN_HOUR } from './schema-emails.ts';

const facts = {
  invoiceId: 'INV-2026-000001',
  customerName: 'Achol Garang',
  amountUsd: cents(650_00),
  amountSsp: cents(260_000_00),
  openUsd: cents(650_00),
  openSsp: cents(845_890_50),
  todaysRate: cents(1_301_37),
  on: isoDate('2026-11-27'),
  dueDate: isoDate('2026-12-15'),
  company: {
    name: 'Nimule Networks',
    phone: '+211 900 000 000',
    paymentInstructions: ['Bank: account 1'],
    showsSsp: true,
  },
};

describe('the e-mail text', () => {
  test('says what is attached, what is due and how to pay', () => {
    expect(invoiceEmailText(facts)).toEqual({
      subject: 'Invoice INV-2026-000001 from Nimule Networks',
      text: [
        'Dear Achol Garang,',
        '',
        'please find attached invoice INV-2026-000001 for $650.00.',
        '$650.00 is due on 15 Dec 2026.',
        'In pounds: SSP 845,890.50 if paid on 27 Nov 2026 (1 USD = SSP 1,301.37). Pounds count at the rate of the day of payment.',
        '',
        'Bank: account 1',
        '',
        'Nimule Networks',
        '+211 900 000 000',
      ].join('\n'),
    });
  });

  test('of a paid invoice has no payment request, and shows only dollars if the company does', () => {
    const company = { ...facts.company, showsSsp: false };
    const { text } = invoiceEmailText({ ...facts, openUsd: ZERO, company });
    expect(text).toContain('for $650.00.\nIt is paid in full. Thank you.\n\nNimule Networks');
    expect(text).not.toMatch(/SSP|Bank|pounds/);
    expect(invoiceEmailText({ ...facts, openUsd: ZERO }).text).toContain(
      'for $650.00 (SSP 260,000).',
    );
  });
});

test('the next e-mail waits for the oldest of the last thirty to be an hour old', () => {
  const now = new Date('2026-11-21T08:00:00Z');
  const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
  const sent = Array.from({ length: EMAILS_AN_HOUR }, (_, index) => ago(index + 1));
  expect(secondsToNextEmail(sent.slice(1), now)).toBe(0);
  expect(secondsToNextEmail(sent, now)).toBe(30 * 60);
  expect(secondsToNextEmail([...sent.slice(0, -1), ago(60)], now)).toBe(0);
});

test('mailboxes are compared ignoring case', () => {
  expect(isSameAddress(' Achol@Mail.example', 'achol@mail.example ')).toBe(true);
  expect(isSameAddress('achol@mail.example', 'deng@mail.example')).toBe(false);
});
