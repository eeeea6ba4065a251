import { gatherEntry, MAX_ENTRY_ROWS } from '../../accounting/import/rules.ts';
import { importEntries } from '../../accounting/import/service.ts';
import { entriesInBooks } from '../../accounting/import/service-books.ts';
import {
  accountsInBooks,
  type ImportedAccounts,
  importAccounts,
  presentAccounts,
} from '../../accounting/import-accounts/service.ts';
import { importOpeningBalances } from '../../accounting/opening/service-balances.ts';
import {
  type OpeningOfRows,
  openingInBooks,
  sidesOf,
} from '../../accounting/opening/service-books.ts';
import { atGivenRate, isInDollars } from '../../kernel/currencies.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import type { Cents } from '../../kernel/money.ts';
import { searchKey } from '../../kernel/text.ts';
import { ratesOn } from '../../rates/service-current.ts';
import { type EntryRow, entryTable, entryTotals } from '../fields/rules-accounting.ts';
import { accountTable, accountTotals, type ImportedAccountRow } from '../fields/rules-accounts.ts';
import { type OpeningRow, openingTable, openingTotals } from '../fields/rules-openings.ts';
import type { Importer, Written } from './service-importer.ts';

export const accounting: Importer<EntryRow> = {
  table: entryTable,
  totals: entryTotals,
  keyOf: ({ reference }) => reference,
  grows: ['journal_entries', 'journal_lines'],
  gather: { most: MAX_ENTRY_ROWS, rows: gatherEntry },
  write: importEntries,
  readBooks: entriesInBooks,
};

export const accounts: Importer<ImportedAccountRow> = {
  table: accountTable,
  totals: accountTotals,
  keyOf: ({ code, name = '' }) => (code === undefined ? `name ${searchKey(name)}` : `code ${code}`),
  isWhole: true,
  grows: [],
  readCurrent: presentAccounts,
  async write(tx, rows, { dryRun }) {
    const { made, ...written } = await importAccounts(tx, rows, { dryRun });
    return { ...written, made: { accounts: made } };
  },
  readBooks: (tx, _rows, written) =>
    accountsInBooks(tx, written as Written & Pick<ImportedAccounts, 'codes'>),
};

/** A row by its currency: pounds in the columns of pounds, others converted at the rate given for them (decision 103). */
function inColumns({ currency, ...row }: OpeningRow): OpeningRow {
  if (isInDollars(currency)) return row;
  const { debit, credit, balance, ...rest } = row;
  if (currency === 'SSP')
    return { debitSsp: debit, creditSsp: credit, balanceSsp: balance, ...rest };
  const converted = (amount: Cents | undefined) =>
    amount === undefined ? undefined : atGivenRate(amount, currency)?.amountUsd;
  return {
    ...rest,
    debit: converted(debit),
    credit: converted(credit),
    balance: converted(balance),
  };
}

export const openings: Importer<OpeningRow> = {
  table: openingTable,
  totals: openingTotals,
  // Several accounts of another system may become one account of the books.
  keyOf: () => undefined,
  isWhole: true,
  grows: ['journal_entries', 'journal_lines'],
  async write(tx, rows, { dryRun, unread }) {
    const rateOn = async (date: IsoDate) => (await ratesOn(tx, 'standard', [date])).get(date);
    const own = rows.map(inColumns);
    const written = await importOpeningBalances(tx, own, { dryRun, unread, rateOn });
    const { made, ...rest } = written;
    const fileValues = written.amounts.map((amount) =>
      amount === undefined ? undefined : sidesOf(amount),
    );
    return { ...rest, made: { openings: made }, fileValues };
  },
  readBooks: (tx, _rows, written) => openingInBooks(tx, written as Written & OpeningOfRows),
};
