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
}

export interface CashAmount {
  currency: 'USD' | 'SSP';
  /** In cents of the currency; below zero for money out. */
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

/** The amount of a line: exactly one of the columns may be other than zero. */
export function amountOf(line: CashAmounts): CashAmount | { problem: string } {
  const filled = columns.filter(([name]) => (line[name] ?? ZERO) !== ZERO);
  const [only] = filled;
  if (!only) return { problem: NO_AMOUNT };
  if (filled.length > 1) {
    const names = filled.map(([name]) => name).join(' and ');
    return { problem: `${only[0]}: The row has several amounts: ${names}. Give one of them.` };
  }
  const [name, currency] = only;
  const amount = line[name]!;
  if (name.startsWith('moneyOut')) return { currency, amount: cents(-Math.abs(amount)) };
  if (name.startsWith('moneyIn') && amount < 0)
    return { problem: `${name}: Money in cannot be below zero.` };
  return { currency, amount };
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
