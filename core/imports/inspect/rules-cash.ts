import { signedAmount } from '../../billing/cash-book/rules-amount.ts';
import { headerKey } from '../../kernel/text.ts';
import type { Inspected, WholeFile } from '../fields/rules.ts';
import type { CashRow } from '../fields/rules-cash-row.ts';
import { listedRows } from '../rules-tally.ts';
import { type BalancedLine, checkBalances } from './rules-balance.ts';
import { currencyWarnings } from './rules-currencies.ts';

/** Titles of columns that may hold a direction, and in many files hold something else. */
export const WEAK_DIRECTION_TITLES = ['Type', 'Transaction Type', 'Trans Type', 'Txn Type'];

const weakTitles: ReadonlySet<string> = new Set(WEAK_DIRECTION_TITLES.map(headerKey));
const MAX_TEXTS = 50;
const TEXTS_NAMED = 3;

const SAY_DIRECTION =
  'Choose the column that tells it, or set direction to "in" or "out" for all rows (direction=out).';

/**
 * Leaves a column such as 'Type' unread if it holds other texts than directions, unless replacements are given for them.
 * Answers the texts that are none.
 */
async function otherTexts(
  file: WholeFile<CashRow>,
  isDirection: (text: string) => boolean,
): Promise<string[]> {
  const title = file.titleOf('direction');
  const isWeak = title !== undefined && weakTitles.has(headerKey(title));
  if (!isWeak || file.hasValues('direction')) return [];
  const texts = await file.texts('direction', MAX_TEXTS);
  const others = texts.filter((text) => !isDirection(text));
  if (others.length > 0) file.ignore('direction');
  return others.slice(0, TEXTS_NAMED);
}

/** Titles of the sender of any transfer, who is no payer where money goes out. */
const SENDERS: ReadonlySet<string> = new Set(
  ['From', 'From name', 'From Account', 'Sender', 'Sender name'].map(headerKey),
);

/** Whether no row tells money in from money out: only amounts above zero, and no customer. */
async function isUndirected(file: WholeFile<CashRow>): Promise<boolean> {
  let hasAmount = false;
  const namesPayer = !SENDERS.has(headerKey(file.titleOf('customerName') ?? ''));
  for await (const { value } of file.rows()) {
    if (value.customerId || (namesPayer && value.customerName)) return false;
    if (value.moneyInUsd || value.moneyInSsp || value.moneyOutUsd || value.moneyOutSsp)
      return false;
    const signed = signedAmount(value);
    if ('problem' in signed) continue;
    if (signed.amount < 0) return false;
    hasAmount = true;
  }
  return hasAmount;
}

async function linesOf(file: WholeFile<CashRow>): Promise<BalancedLine[]> {
  const lines: BalancedLine[] = [];
  for await (const { row, value, isRead } of file.rows()) {
    const signed = isRead ? signedAmount(value) : undefined;
    const amount = signed && 'amount' in signed ? signed.amount : undefined;
    const { account = '', currency = '', date, balance } = value;
    lines.push({ row, account: `${account} ${currency}`, date, amount, balance });
  }
  return lines;
}

/**
 * Judges how a list of money in and out is read: its direction must be told by something, and must fit the running
 * balance if there is one (decision 102).
 */
export async function inspectCash(
  file: WholeFile<CashRow>,
  isDirection: (text: string) => boolean,
): Promise<Inspected> {
  const warnings = await currencyWarnings(file, [
    {
      label: 'Money in and out',
      of(value) {
        const signed = signedAmount(value);
        return 'amount' in signed && !signed.isPounds ? signed.amount : undefined;
      },
    },
  ]);
  const title = file.titleOf('direction');
  const others = await otherTexts(file, isDirection);
  const named = others.map((text) => `"${text}"`).join(', ');
  if (others.length > 0)
    warnings.push(
      `direction: The column "${title}" has other texts than those of money in and out (${named}), and was not read. Give each of them a value, in or out, to read it.`,
    );
  let isProven = false;
  let unproven: readonly number[] = [];
  const balance = file.titleOf('balance');
  if (balance !== undefined) {
    const { outcome, misfits, unchecked } = checkBalances(await linesOf(file));
    unproven = [...misfits, ...unchecked].sort((a, b) => a - b);
    isProven = outcome === 'proven';
    if (outcome === 'refuted')
      return {
        warnings,
        problem: `The running balance of rows ${listedRows(misfits)} does not fit: by the column "${balance}" their money goes the other way. Exchange money in and money out, or choose the column of the direction.`,
      };
    if (outcome === 'other')
      warnings.push(
        `balance: The column "${balance}" is no running balance of these lines, and was not checked.`,
      );
    else if (misfits.length > 0)
      warnings.push(
        `balance: Rows ${listedRows(misfits)} do not fit the running balance. Is a line missing or wrong there?`,
      );
  }
  const isTold = others.length === 0 && (title ?? file.constant('direction')) !== undefined;
  if (!isTold && (await isUndirected(file))) {
    if (isProven) {
      if (unproven.length > 0)
        warnings.push(
          `direction: Rows ${listedRows(unproven)} were read as money in like the others, and the running balance does not tell it of them. If one is money out, write its amount with a minus.`,
        );
      return { warnings };
    }
    const why = others.length > 0 ? `, and the column "${title}" has ${named}` : '';
    return {
      warnings,
      problem: `Nothing in the file tells money in from money out: all amounts are above zero${why}. ${SAY_DIRECTION}`,
    };
  }
  return { warnings };
}
