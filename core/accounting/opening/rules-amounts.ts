import { type Cents, cents, formatSsp, formatUsd, ZERO } from '../../kernel/money.ts';
import type { Account } from '../schema.ts';

/**
 * A row of a trial balance: debit and credit, or one balance, in one currency. Amounts may have either sign. A balance
 * beside debit and credit is the same amount once more. A row of a pound account has pounds, and may have dollars beside
 * them; without dollars the pounds are converted.
 */
export interface BalanceRow {
  /** The code or the name of the account. */
  account?: string;
  /** For rows without an account, and accounts with another code. */
  accountName?: string;
  debit?: Cents;
  credit?: Cents;
  /** Debits are positive. */
  balance?: Cents;
  /** The same in SSP. */
  debitSsp?: Cents;
  creditSsp?: Cents;
  balanceSsp?: Cents;
}

function hasUsd({ debit, credit, balance }: BalanceRow): boolean {
  return Boolean(debit || credit || balance);
}

function hasSsp({ debitSsp, creditSsp, balanceSsp }: BalanceRow): boolean {
  return Boolean(debitSsp || creditSsp || balanceSsp);
}

/** Whether the row has pounds only, which are converted at the rate of the day. */
export function isConverted(row: BalanceRow): boolean {
  return hasSsp(row) && !hasUsd(row);
}

export interface Amount {
  usd: number;
  ssp: number;
}

/** Debit less credit, or the balance where both are empty; `side` is -1 where the balance is positive for credits. */
function netOf(debit: Cents, credit: Cents, balance: Cents, side: 1 | -1): number {
  return debit || credit ? debit - credit : side * balance;
}

/** The amount of a row without an `amountProblem`; pounds beside dollars are not converted. */
export function amountOf(row: BalanceRow, side: 1 | -1): Amount {
  const { debit = ZERO, credit = ZERO, balance = ZERO } = row;
  const { debitSsp = ZERO, creditSsp = ZERO, balanceSsp = ZERO } = row;
  return {
    usd: netOf(debit, credit, balance, side),
    ssp: hasUsd(row) ? 0 : netOf(debitSsp, creditSsp, balanceSsp, side),
  };
}

/** Why a row has no single amount: its columns contradict each other, or are of two currencies. Zero is as empty. */
export function amountProblem(row: BalanceRow, account: Account): string | undefined {
  const { debit = ZERO, credit = ZERO, balance = ZERO } = row;
  const { debitSsp = ZERO, creditSsp = ZERO, balanceSsp = ZERO } = row;
  const inPoundsToo = account.currency === 'SSP';
  const { code, name } = account;
  if (hasUsd(row) && hasSsp(row) && !inPoundsToo)
    return 'The row has an amount in USD and one in SSP. Leave one of them empty, or do not map the columns of one currency.';
  if (hasUsd(row) && !hasSsp(row) && inPoundsToo)
    return `balanceSsp: ${code} ${name} is kept in pounds: say how many pounds its balance is.`;
  const problem =
    contradiction('balance', debit, credit, balance, formatUsd) ??
    contradiction('balanceSsp', debitSsp, creditSsp, balanceSsp, formatSsp);
  if (problem) return problem;
  const [usd, ssp] = [debit - credit, debitSsp - creditSsp];
  return usd * ssp < 0
    ? `${usd > 0 ? 'creditSsp' : 'debitSsp'}: The dollars are a ${usd > 0 ? 'debit and the pounds a credit' : 'credit and the pounds a debit'}.`
    : undefined;
}

/** The pounds of a row on a pound account, on the side of its dollars. */
export function poundsOf(row: BalanceRow, account: Account, amount: Cents): Cents | undefined {
  if (account.currency !== 'SSP') return undefined;
  const { debitSsp = ZERO, creditSsp = ZERO, balanceSsp = ZERO } = row;
  const pounds = Math.abs(netOf(debitSsp, creditSsp, balanceSsp, 1));
  return cents(amount < 0 ? 0 - pounds : pounds);
}

function contradiction(
  name: string,
  debit: Cents,
  credit: Cents,
  balance: Cents,
  format: (amount: Cents) => string,
): string | undefined {
  if (!balance || !(debit || credit)) return undefined;
  const net = cents(debit - credit);
  return Math.abs(balance) === Math.abs(net)
    ? undefined
    : `${name}: The balance is ${format(balance)}, but debit less credit is ${format(net)}. Leave one of them empty, or do not map its column.`;
}
