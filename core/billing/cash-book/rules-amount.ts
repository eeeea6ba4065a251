import { atGivenRate, isInDollars } from '../../kernel/currencies.ts';
import { type Cents, cents, formatUsd, MAX_AMOUNT, sspToUsd, ZERO } from '../../kernel/money.ts';

/** The amount columns of a cash book or bank file; in cents of the currency in the name. */
export interface CashAmounts {
  /** Money in above zero, money out below. */
  amountUsd?: Cents;
  amountSsp?: Cents;
  moneyInUsd?: Cents;
  moneyInSsp?: Cents;
  /** With or without a minus. */
  moneyOutUsd?: Cents;
  moneyOutSsp?: Cents;
  /** Of the columns that do not name pounds; see `currencyText`. */
  currency?: string;
  /** Of an amount that has no sign of its own. */
  direction?: 'in' | 'out';
}

export interface CashAmount {
  currency: 'USD' | 'SSP';
  /** In cents of the currency; below zero for money out. */
  amount: Cents;
  /** What the file says in another currency: 'KES 13,000.00', and with its rate for the document. */
  foreign?: { said: string; note: string };
}

/** The amount of a line in the file's own currency, with its sign. */
interface SignedAmount {
  name: string;
  isPounds: boolean;
  amount: Cents;
}

const columns = [
  ['amountUsd', 'USD'],
  ['amountSsp', 'SSP'],
  ['moneyInUsd', 'USD'],
  ['moneyInSsp', 'SSP'],
  ['moneyOutUsd', 'USD'],
  ['moneyOutSsp', 'SSP'],
] as const;

const NO_AMOUNT =
  'amountUsd: The row has no amount. Map amountUsd or amountSsp, or the columns of money in and out. Debit is money in in a cash book, and money out in the statement of a bank.';
const IN_BELOW_ZERO =
  'direction: The row says money in, and its amount is below zero. Correct one of them.';

function contradicts(name: string, direction: 'in' | 'out'): { problem: string } {
  return { problem: `direction: The row says money ${direction}, and its amount is in ${name}.` };
}

/** The amount of a line with the sign of its direction; exactly one of the columns may be other than zero. */
export function signedAmount(line: CashAmounts): SignedAmount | { problem: string } {
  const filled = columns.filter(([name]) => (line[name] ?? ZERO) !== ZERO);
  const [only] = filled;
  if (!only) return { problem: NO_AMOUNT };
  if (filled.length > 1) {
    const names = filled.map(([name]) => name).join(' and ');
    return { problem: `${only[0]}: The row has several amounts: ${names}. Give one of them.` };
  }
  const [name, currency] = only;
  const { direction } = line;
  const amount = line[name]!;
  const of = (signed: number) => ({ name, isPounds: currency === 'SSP', amount: cents(signed) });
  if (name.startsWith('moneyOut'))
    return direction === 'in' ? contradicts(name, direction) : of(-Math.abs(amount));
  if (name.startsWith('moneyIn')) {
    if (amount < 0) return { problem: `${name}: Money in cannot be below zero.` };
    return direction === 'out' ? contradicts(name, direction) : of(amount);
  }
  if (direction === 'in' && amount < 0) return { problem: IN_BELOW_ZERO };
  return of(direction === 'out' ? -Math.abs(amount) : amount);
}

/** The amount of a line, in dollars or pounds; that of another currency in dollars, at the rate given for it. */
export function amountOf(line: CashAmounts): CashAmount | { problem: string } {
  const signed = signedAmount(line);
  if ('problem' in signed) return signed;
  const { isPounds, amount } = signed;
  const { currency } = line;
  if (isPounds) {
    return currency === undefined || currency === 'SSP'
      ? { currency: 'SSP', amount }
      : { problem: 'currency: The amount is in a column of pounds, and the row says otherwise.' };
  }
  if (isInDollars(currency)) return { currency: 'USD', amount };
  if (currency === 'SSP') return { currency: 'SSP', amount };
  const converted = atGivenRate(amount, currency);
  if (!converted) return { problem: `currency: No rate is given for ${currency}.` };
  const { amountUsd, said, note } = converted;
  return { currency: 'USD', amount: amountUsd, foreign: { said, note } };
}

/** Whether a line says twice that its money went out, by its sign and by its direction. */
export function isOutTwice({ direction, amountUsd, amountSsp }: CashAmounts): boolean {
  return direction === 'out' && ((amountUsd ?? ZERO) < 0 || (amountSsp ?? ZERO) < 0);
}

/** The amount in US cents at the rate of the day, or why it cannot be posted. The rate is needed for pounds only. */
export function inUsd(
  { currency, amount }: CashAmount,
  rate: Cents | undefined,
): { amountUsd: Cents } | { problem: string } {
  const name = `amount${currency === 'USD' ? 'Usd' : 'Ssp'}`;
  if (currency === 'SSP' && rate === undefined)
    return { problem: `${name}: No exchange rate is known for this day.` };
  const amountUsd = currency === 'USD' ? amount : sspToUsd(amount, rate!);
  if (amountUsd === 0)
    return { problem: `${name}: The amount is less than one US cent at that day's rate.` };
  return Math.abs(amountUsd) > MAX_AMOUNT.USD
    ? { problem: `${name}: The amount cannot be above ${formatUsd(MAX_AMOUNT.USD)}.` }
    : { amountUsd };
}
