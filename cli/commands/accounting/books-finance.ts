import { defineCommand, flag, paging, required, text } from '../../command.ts';
import { saveFile } from '../../files.ts';
import { listCommand } from '../../list-command.ts';
import { moneyColumn, noteRest, printRecord, printRows, textColumn } from '../../output.ts';
import { periodOf } from './books.ts';

const ledgerColumns = [
  textColumn('date', 'Date'),
  textColumn('entryNumber', 'Entry'),
  textColumn('description', 'Description'),
  textColumn('reference', 'Reference'),
  moneyColumn('debitAmount', 'Debit'),
  moneyColumn('creditAmount', 'Credit'),
  moneyColumn('balance', 'Balance'),
];
const poundColumns = [moneyColumn('sspAmount', 'SSP'), moneyColumn('sspBalance', 'SSP balance')];

/** A wire amount as '1234.50'. */
function usd(amount: number | string): string {
  return Number(amount).toFixed(2);
}

export const financeCommands = [
  defineCommand({
    name: 'books ledger',
    summary: 'Show the lines of an account with the balance after each',
    args: { account: { help: 'Code of the account' } },
    options: {
      from: text('month', 'First month, 2026-01; January of the last one when left out'),
      to: text('month', 'Last month; the current one when left out'),
      ...paging,
    },
    answers: true,
    examples: ['isp books ledger 1110 --from 2026-09 --to 2026-11'],
    async run({ io, args, options, format, open }) {
      const session = await open();
      const { body: ledger } = await session.call('accountLedger', {
        query: { ...options, accountCode: args.account },
      });
      if (format === 'json') {
        await printRecord(io, format, ledger, []);
        return 0;
      }
      const columns =
        ledger.openingSsp === null ? ledgerColumns : [...ledgerColumns, ...poundColumns];
      await printRows(io, format, ledger.lines, columns);
      const { account, from, to, openingBalance, closingBalance } = ledger;
      io.stderr.write(
        `${account.code} ${account.name}, ${from} to ${to}: opening balance ${usd(openingBalance)}, closing balance ${usd(closingBalance)}.\n`,
      );
      noteRest(io, ledger.lines.length, ledger.total, Number(options.page ?? 1));
      return 0;
    },
  }),
  listCommand({
    name: 'books accounts',
    summary: 'List the chart of accounts',
    operation: 'listAccounts',
    pages: {},
    columns: [
      textColumn('code', 'Account'),
      textColumn('name', 'Name'),
      textColumn('type', 'Type'),
      textColumn('parentCode', 'Group'),
      textColumn('currency', 'Currency'),
      textColumn('isActive', 'Active'),
    ],
    examples: ['isp books accounts'],
  }),
  defineCommand({
    name: 'books statements',
    summary:
      'Write profit and loss, balance sheet, cash flow and trial balance of a month to a file',
    options: {
      month: text('month', 'Month, 2026-11; the current one when left out'),
      compare: text('period', 'previousMonth or previousYear, beside it'),
      kind: text('statement', 'Only profitLoss, balanceSheet, cashFlow or trialBalance'),
      format: required('format', 'xlsx, csv or pdf'),
      output: text('file', "Where to write it; '-' for standard output"),
      force: flag('Replace a file that is there already'),
    },
    examples: ['isp books statements --month 2026-11 --format pdf'],
    async run({ io, options, open }) {
      const { month, output, force, ...query } = options;
      const session = await open();
      const { body } = await session.call('exportStatements', {
        query: { ...query, ...(await periodOf(month)) },
      });
      await saveFile(io, body, output, force);
    },
  }),
];
