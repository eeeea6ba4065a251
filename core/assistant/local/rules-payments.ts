import { daysBetween } from '../../kernel/dates.ts';
import type { CustomerFacts } from '../facts/rules.ts';
import type { Understood } from './rules-detect.ts';
import type { Word } from './rules-words.ts';

type Payment = CustomerFacts['account']['payments'][number];

/** As typed, of payments that were made. */
const paidWords = new Set([
  'paid',
  'payed',
  'deposited',
  'transferred',
  'dafau',
  'dafa',
  'settled',
  'cleared',
]);
const sentWords = new Set(['sent', 'send', 'made', 'did', 'done', 'transfer', 'deposit', 'pay']);
/** Before 'paid' these make it a question or no payment. */
const notClaims = [
  'not',
  'no',
  'never',
  'will',
  'if',
  'how',
  'when',
  'last',
  'what',
  'which',
  'can',
  'should',
];
const pastWords = ['yesterday', 'already', 'ago', 'since', 'before', 'today', 'morning'];
const REACH = 3;

/** Verbs of Juba Arabic have no past: 'ana dafa' before one of these is a question. */
const timeless = ['dafa', 'dafau'];
const askedWith = ['how', 'where', 'when', 'which', 'kam'];

/** Whether the customer says to have paid. */
export function claimsPayment({ words, keys }: Understood): boolean {
  return words.some((word, index) => {
    const before = words.slice(Math.max(0, index - REACH), index);
    const isClaim = paidWords.has(word.raw) || isSending(word, words, index, keys);
    const isFor = words[index + 1]?.stem === 'for' && keys.has('speed');
    const after = words.slice(index + 1, index + 1 + REACH);
    const isAsked =
      timeless.includes(word.raw) && after.some(({ stem }) => askedWith.includes(stem));
    const isDenied = before.some(({ stem }) => notClaims.includes(stem));
    return isClaim && !isFor && !isAsked && !isDenied;
  });
}

function isSending(
  { raw }: Word,
  words: readonly Word[],
  index: number,
  keys: ReadonlySet<string>,
): boolean {
  if (!sentWords.has(raw)) return false;
  if (raw === 'pay' || raw === 'send' || raw === 'transfer' || raw === 'deposit')
    return index > 0 && words[index - 1]!.stem !== 'to' && pastWords.some((word) => keys.has(word));
  const after = words.slice(index + 1, index + 1 + REACH);
  return after.some(
    ({ keys: own }) => own.has('@money') || own.has('pay') || own.has('momo') || own.has('#'),
  );
}

/** Payments of so many days are what a customer means who says to have paid, unless a month is named. */
const RECENT_DAYS = 14;
const MONTH_DAYS = 62;

/** Amounts that the message names next to a currency or after 'paid', in hundredths. */
function amountsIn(message: string): number[] {
  const text = message.slice(0, 2000);
  const amounts: number[] = [];
  for (const match of text.matchAll(/\d[\d,]{0,14}(?:\.\d{1,2})?/g)) {
    const before = text.slice(Math.max(0, match.index - 8), match.index).toLowerCase();
    const after = text
      .slice(match.index + match[0].length)
      .slice(0, 8)
      .toLowerCase();
    const isMoney =
      /[$]|usd|ssp|paid|payed|pay |sent|of $/.test(before) ||
      /^ ?(?:usd|ssp|dol|pound|\$)/.test(after);
    const isTime = /^ ?(?:day|week|month|hour|min|time|am|pm|mb|th|st|nd)/.test(after);
    if (isMoney && !isTime) amounts.push(Math.round(Number(match[0].replaceAll(',', '')) * 100));
  }
  return amounts;
}

/** The recorded payment that the customer means; undefined where the facts show none. */
export function paymentMeant(
  facts: CustomerFacts,
  message: string,
  keys: ReadonlySet<string>,
): Payment | undefined {
  const days = keys.has('month') ? MONTH_DAYS : RECENT_DAYS;
  const recent = facts.account.payments.filter(
    ({ paidOn, isReversed }) => !isReversed && daysBetween(paidOn, facts.today) <= days,
  );
  const amounts = amountsIn(message);
  if (amounts.length === 0) return recent[0];
  return recent.find(({ amountUsd }) =>
    amounts.some((amount) => amount === amountUsd || isInPounds(amount, amountUsd, facts.rate)),
  );
}

/** Pounds are rounded by those who pay: two percent more or less are the same payment. */
function isInPounds(amount: number, usd: number, rate: number): boolean {
  const pounds = (usd * rate) / 100;
  return Math.abs(amount - pounds) * 50 <= pounds;
}
