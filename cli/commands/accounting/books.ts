import { actionCommand } from '../../action-command.ts';
import { defineCommand, flag, list, required, text } from '../../command.ts';
import { saveFile } from '../../files.ts';
import { printMessage } from '../../io.ts';
import { listCommand } from '../../list-command.ts';
import { moneyColumn, numberColumn, printRecord, printRows, textColumn } from '../../output.ts';
import { confirmed } from '../../prompts.ts';
import type { Session, WireBody } from '../../session.ts';
import { findCustomer } from '../customers/customers.ts';

/** A check failed: exit code of a broken rule. */
const UNSOUND = 7;

const entryColumns = [
  numberColumn('id', 'ID'),
  textColumn('entryId', 'Entry'),
  textColumn('entryDate', 'Date'),
  textColumn('description', 'Description'),
  textColumn('reference', 'Reference'),
  moneyColumn('totalDebit', 'USD'),
  textColumn('status', 'Status'),
  textColumn('source', 'Source'),
];

const lineColumns = [
  textColumn('accountCode', 'Account'),
  textColumn('accountName', 'Name'),
  moneyColumn('debitAmount', 'Debit'),
  moneyColumn('creditAmount', 'Credit'),
  moneyColumn('sspAmount', 'SSP'),
  textColumn('description', 'Description'),
];

const monthColumns = [
  textColumn('month', 'Month'),
  textColumn('isLocked', 'Locked'),
  textColumn('lockedBy', 'By'),
];

const openColumns = [
  textColumn('kind', 'Kind'),
  textColumn('title', 'What'),
  numberColumn('count', 'Count'),
  moneyColumn('amountUsd', 'Sum USD'),
];

const openingColumns = [textColumn('openingDate', 'Opening date')];

const month = text('month', 'Month, 2026-11; the current one when left out');

/** '2026-11' as the period of the books' lists (decision 11). @throws AppError invalid. */
export async function periodOf(
  given: string | undefined,
): Promise<{ month?: number; year?: number }> {
  if (given === undefined) return {};
  const [{ BOOK_YEARS }, { isIsoMonth }, { invalidField }] = await Promise.all([
    import('@nimule/core/accounting/schema'),
    import('@nimule/core/kernel/dates'),
    import('@nimule/core/kernel/errors'),
  ]);
  if (!isIsoMonth(given)) invalidField('month', 'Enter a month such as 2026-11.');
  const { first, last } = BOOK_YEARS;
  const year = Number(given.slice(0, 4));
  if (year < first || year > last)
    invalidField('month', `Enter a month from ${first}-01 to ${last}-12, not ${given}.`);
  return { month: Number(given.slice(5)), year };
}

/** An entry by its number or its id. @throws AppError notFound. */
async function findEntry(session: Session, wanted: string): Promise<Entry> {
  const { body } = /^\d+$/.test(wanted)
    ? await session.call('getJournalEntry', { params: { id: wanted } })
    : await session.call('lookupJournalEntry', { query: { entryId: wanted } });
  return body;
}

/** Parses 'ACCOUNT=AMOUNT' or 'ACCOUNT=AMOUNT:POUNDS' as a line. @throws AppError invalid. */
async function journalLine(side: 'debit' | 'credit', given: string) {
  const { invalidField } = await import('@nimule/core/kernel/errors');
  const equals = given.indexOf('=');
  const accountCode = given.slice(0, Math.max(equals, 0)).trim();
  const [amount = '', sspAmount, ...more] = given
    .slice(equals + 1)
    .split(':')
    .map((part) => part.trim());
  if (!accountCode || !amount || sspAmount === '' || more.length > 0)
    invalidField(
      side,
      `Write ${given} as account=amount, such as 1110=125.50, on an account in pounds with them, such as 1160=10:4000.`,
    );
  return { accountCode, [`${side}Amount`]: amount, ...(sspAmount && { sspAmount }) };
}

/** Loaded on use, so that `isp --help` answers at once. */
async function warningsOf({ entryDate, lines }: WireBody<'createJournalEntry'>): Promise<string[]> {
  const { entryWarnings } = await import('@nimule/core/accounting/journal/rules');
  const { dateInJuba, isoDate } = await import('@nimule/core/kernel/dates');
  const accounts = lines.map(({ accountCode }) => accountCode);
  return entryWarnings({ date: isoDate(entryDate), accounts }, dateInJuba(new Date()));
}

export const booksCommands = [
  defineCommand({
    name: 'books trial-balance',
    summary: "Show the accounts' balances at the end of a month",
    options: { month },
    answers: true,
    examples: ['isp books trial-balance --month 2026-11'],
    async run({ io, options, format, open }) {
      const session = await open();
      const { body: balance } = await session.call('trialBalance', {
        query: await periodOf(options.month),
      });
      if (format === 'json') {
        await printRecord(io, format, balance, []);
        return 0;
      }
      const { totalDebit: debit, totalCredit: credit } = balance;
      const totals = { code: '', name: 'Total', type: '', debit, credit };
      await printRows(
        io,
        format,
        format === 'table' ? [...balance.accounts, totals] : balance.accounts,
        [
          textColumn('code', 'Account'),
          textColumn('name', 'Name'),
          textColumn('type', 'Type'),
          moneyColumn('debit', 'Debit'),
          moneyColumn('credit', 'Credit'),
        ],
      );
      io.stderr.write(balance.isBalanced ? 'Balanced.\n' : 'NOT BALANCED.\n');
      return 0;
    },
  }),
  listCommand({
    name: 'books journal',
    summary: "List a month's journal entries",
    operation: 'listJournalEntries',
    columns: entryColumns,
    filters: {
      month,
      accountCode: text('code', 'Only entries that touch this account'),
      source: text('source', 'Only entries of this source, such as invoice or payment'),
      customer: text('id', 'Only entries of this customer, such as SC003'),
    },
    input: async (session, { month: wanted, customer, ...query }) => ({
      query: {
        ...query,
        ...(customer && { customerId: (await findCustomer(session, customer)).id }),
        ...(await periodOf(wanted)),
      },
    }),
    examples: [
      'isp books journal --month 2026-11 --account-code 1210',
      'isp books journal --month 2026-11 --customer SC003',
    ],
  }),
  defineCommand({
    name: 'books entry',
    summary: 'Show a journal entry with its lines',
    args: { entry: { help: 'Number or ID of the entry' } },
    answers: true,
    examples: ['isp books entry JE-2026-000001'],
    async run({ io, args, format, open }) {
      const session = await open();
      await printEntry(io, format, await findEntry(session, args.entry));
    },
  }),
  defineCommand({
    name: 'books post',
    summary: 'Post a journal entry',
    options: {
      date: required('date', 'Day of the entry, 2026-11-21'),
      description: required('text', 'What it is for'),
      reference: text('text', 'Document it rests on'),
      debit: list('account=amount', 'A line on the debit side; may be given several times'),
      credit: list('account=amount', 'A line on the credit side; may be given several times'),
    },
    details:
      'Amounts are in USD. A line on an account in pounds has its pounds behind a colon, 0 in a revaluation: 1160=10:4000.',
    answers: true,
    examples: [
      'isp books post --date 2026-11-21 --description "Fuel" --debit 5310=10 --credit 1160=10:4000',
      'isp books post --date 2026-11-21 --description "Rent of November" --debit 5910=800 --credit 1110=800',
    ],
    async run({ io, options, format, open }) {
      const { debit, credit, ...entry } = options;
      const entries = await Promise.all([
        ...debit.map((given) => journalLine('debit', given)),
        ...credit.map((given) => journalLine('credit', given)),
      ]);
      const session = await open();
      const { body } = await session.call('createJournalEntry', { body: { ...entry, entries } });
      for (const warning of await warningsOf(body)) printMessage(io, warning);
      await printEntry(io, format, body);
    },
  }),
  defineCommand({
    name: 'books reverse',
    summary: 'Reverse a journal entry that was posted by hand',
    args: { entry: { help: 'Number or ID of the entry' } },
    options: {
      reason: required('text', 'Why'),
      date: text('date', 'Day of the reversal; today when left out'),
    },
    answers: true,
    examples: ['isp books reverse JE-2026-000007 --reason "Posted twice"'],
    async run({ io, args, options, format, open }) {
      const session = await open();
      const { id } = await findEntry(session, args.entry);
      const { body } = await session.call('reverseJournalEntry', { params: { id }, body: options });
      await printEntry(io, format, body);
    },
  }),
  listCommand({
    name: 'books open',
    summary: 'List what is still open in a month, before it is locked',
    operation: 'openInMonth',
    args: { month: { help: 'Month, 2026-10' } },
    columns: openColumns,
    pages: {},
    async input(_, __, { month: of }) {
      return { params: { month: of } };
    },
    examples: ['isp books open 2026-10', 'isp books open 2026-10 --format json'],
  }),
  defineCommand({
    name: 'books lock',
    summary: 'Close a month to postings',
    details:
      'Says first what is still open in the month, as isp books open lists it, and asks whether to lock it all the same; --yes does so without a question.',
    args: { month: { help: 'Month, 2026-10' } },
    options: { yes: flag('Lock it all the same') },
    answers: true,
    examples: ['isp books lock 2026-10', 'isp books lock 2026-10 --yes'],
    async run({ io, args, options, format, open }) {
      const session = await open();
      const params = { month: args.month };
      const { body: matters } = await session.call('openInMonth', { params });
      for (const { title } of matters) io.stderr.write(`${title}\n`);
      if (
        matters.length > 0 &&
        !(await confirmed(io, options.yes, `Lock ${args.month} all the same?`))
      )
        return 0;
      const { body } = await session.call('lockMonth', { params });
      await printRecord(io, format, body, monthColumns);
      return 0;
    },
  }),
  defineCommand({
    name: 'books unlock',
    summary: 'Open a closed month again',
    args: { month: { help: 'Month, 2026-10' } },
    answers: true,
    examples: ['isp books unlock 2026-10'],
    async run({ io, args, format, open }) {
      const session = await open();
      const { body } = await session.call('unlockMonth', { params: { month: args.month } });
      await printRecord(io, format, body, monthColumns);
      return 0;
    },
  }),
  actionCommand({
    name: 'books opening-date',
    summary: 'Show the first day whose revenue is earned in these books',
    examples: ['isp books opening-date'],
    operation: 'openingDate',
    columns: openingColumns,
    input: () => ({}),
  }),
  actionCommand({
    name: 'books set-opening-date',
    summary: 'Set the first day whose revenue is earned in these books',
    details:
      'Set it before opening balances and invoices of a former system are imported. It cannot be moved across posted entries.',
    args: { date: { help: 'Day, 2026-11-01; none removes it' } },
    examples: ['isp books set-opening-date 2026-11-01'],
    operation: 'setOpeningDate',
    columns: openingColumns,
    input(_, { args }) {
      const openingDate = args.date === 'none' ? null : args.date;
      return { body: { openingDate } };
    },
  }),
  defineCommand({
    name: 'books check',
    summary: 'Recompute every invariant of the books and name what is off',
    details: 'Ends with exit code 7 when something is off.',
    answers: true,
    examples: ['isp books check'],
    async run({ io, format, open }) {
      const session = await open();
      const { body: result } = await session.call('checkBooks', {});
      if (format === 'json') await printRecord(io, format, result, []);
      else {
        await printRows(io, format, result.checks, [
          textColumn('isSound', 'Sound'),
          textColumn('name', 'Check'),
          textColumn('detail', 'Detail'),
        ]);
      }
      io.stderr.write(result.isSound ? 'The books are sound.\n' : 'The books are NOT sound.\n');
      return result.isSound ? 0 : UNSOUND;
    },
  }),
  defineCommand({
    name: 'books export',
    summary: 'Export the whole journal, so that another tool can audit it',
    options: {
      format: required('tool', 'hledger, beancount or ledger'),
      output: text('file', "Where to write it; '-' for standard output"),
      force: flag('Replace a file that is there already'),
    },
    examples: [
      'isp books export --format hledger > nimule.journal',
      'isp books export --format beancount --output nimule.beancount',
      'isp books export --format ledger --output nimule.ledger',
    ],
    async run({ io, options, open }) {
      const session = await open();
      const { body } = await session.call('exportBooks', { query: { format: options.format } });
      await saveFile(io, body, options.output, options.force);
    },
  }),
];

type Entry = WireBody<'getJournalEntry'>;
type Print = Parameters<typeof printRecord>;

async function printEntry(io: Print[0], format: Print[1], entry: Entry): Promise<void> {
  if (format === 'csv') return printRows(io, format, entry.lines, lineColumns);
  await printRecord(io, format, entry, entryColumns);
  if (format === 'table') {
    io.stdout.write('\n');
    await printRows(io, format, entry.lines, lineColumns);
  }
}
