import { z } from 'zod';
import type { BalanceRow } from '../../accounting/opening/rules-amounts.ts';
import { currencyText } from '../../kernel/currencies.ts';
import { amountSigned, money } from '../../kernel/money.ts';
import { optionalText } from '../../kernel/text.ts';
import type { ImportTable, ImportTotal } from './rules.ts';
import { currencyField, dollarTotals } from './rules-currency.ts';

const usd = money.optional();
const ssp = amountSigned('SSP').optional();

const balanceRow = z.object({
  account: optionalText('The account', 200).optional(),
  accountName: optionalText('The account name', 200).optional(),
  debit: usd,
  credit: usd,
  balance: usd,
  debitSsp: ssp,
  creditSsp: ssp,
  balanceSsp: ssp,
  currency: currencyText.optional(),
}) satisfies z.ZodType<BalanceRow>;
export type OpeningRow = z.output<typeof balanceRow>;

/** A trial balance of the day before the opening date. */
export const openingTable: ImportTable<OpeningRow> = {
  type: 'openings',
  key: 'account',
  keyOr: 'accountName',
  schema: balanceRow,
  fields: [
    {
      name: 'account',
      kind: 'text',
      aliases: [
        'Account Code',
        'Account Number',
        'Account No',
        'Account #',
        'Code',
        'Ledger',
        'Particulars',
      ],
      example: 'EXAMPLE 1110',
    },
    {
      name: 'accountName',
      kind: 'text',
      aliases: ['Name', 'Account Title', 'Account Description', 'Full Name'],
      example: 'Cash on Hand',
    },
    {
      name: 'debit',
      kind: 'amount',
      sides: { dr: 1 },
      aliases: ['Debit USD', 'Debit Amount', 'Debit Balance', 'Debits', 'Dr', 'Closing Debit'],
      example: '500.00',
    },
    {
      name: 'credit',
      kind: 'amount',
      sides: { cr: 1 },
      aliases: ['Credit USD', 'Credit Amount', 'Credit Balance', 'Credits', 'Cr', 'Closing Credit'],
      example: '',
    },
    {
      name: 'balance',
      kind: 'amount',
      sides: { dr: 1, cr: -1 },
      aliases: ['Opening Balance', 'Closing Balance', 'Balance USD', 'Ending Balance', 'Amount'],
      example: '',
    },
    {
      name: 'debitSsp',
      kind: 'amount',
      sides: { dr: 1 },
      aliases: ['Debit SSP', 'Dr SSP', 'SSP Debit'],
      example: '',
    },
    {
      name: 'creditSsp',
      kind: 'amount',
      sides: { cr: 1 },
      aliases: ['Credit SSP', 'Cr SSP', 'SSP Credit'],
      example: '',
    },
    {
      name: 'balanceSsp',
      kind: 'amount',
      sides: { dr: 1, cr: -1 },
      aliases: ['Balance SSP', 'SSP Balance', 'SSP', 'Amount SSP'],
      example: '',
    },
    currencyField,
  ],
};

/** The balance of a row in US dollars, debits positive. A balance beside debit and credit is not counted again. */
function netOf({ debit, credit, balance }: Partial<OpeningRow>): number | undefined {
  if (debit === undefined && credit === undefined && balance === undefined) return undefined;
  return debit || credit ? (debit ?? 0) - (credit ?? 0) : (balance ?? 0);
}

/**
 * The importer tells the amounts of rows that it could read: those in SSP at the rate of the day, and a balance that is on
 * the usual side of its account. These are for the others, which are refused.
 */
export const openingTotals: readonly ImportTotal<OpeningRow>[] = dollarTotals([
  {
    key: 'debits',
    label: 'Debits',
    unit: 'usd',
    of(row) {
      const net = netOf(row);
      return net === undefined ? undefined : Math.max(net, 0);
    },
  },
  {
    key: 'credits',
    label: 'Credits',
    unit: 'usd',
    of(row) {
      const net = netOf(row);
      return net === undefined ? undefined : Math.max(-net, 0);
    },
  },
]);
