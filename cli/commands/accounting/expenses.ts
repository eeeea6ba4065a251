import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { AppError, invalidField } from '@nimule/core/kernel/errors';
import { actionCommand } from '../../action-command.ts';
import { defineCommand, flag, required, text } from '../../command.ts';
import { exportCommand } from '../../export-command.ts';
import { type Io, printMessage } from '../../io.ts';
import { listCommand } from '../../list-command.ts';
import { moneyColumn, numberColumn, printRecord, printRows, textColumn } from '../../output.ts';

const columns = [
  textColumn('transactionId', 'Transaction'),
  textColumn('date', 'Date'),
  textColumn('location', 'Vendor'),
  textColumn('description', 'Description'),
  textColumn('category', 'Category'),
  textColumn('account', 'Account'),
  textColumn('amount', 'Amount'),
  textColumn('currency', 'Currency'),
  moneyColumn('amountUsd', 'USD'),
  textColumn('paid', 'Paid'),
] as const;

const verdictColumns = [
  numberColumn('line', 'Line'),
  textColumn('mark', 'Mark'),
  textColumn('date', 'Date'),
  textColumn('location', 'Vendor'),
  moneyColumn('amountUsd', 'USD'),
  textColumn('problem', 'Problem'),
] as const;

const TYPES = 'cost_of_sales, operating_expense or non_operating_expense';
const ACCOUNTS =
  'checking, savings, cash (of the safe), credit_card, petty_cash or accounts_payable';

const filters = {
  expenseType: text('type', TYPES),
  category: text('category', 'A category, such as bandwidth_cost or rent'),
  account: text('account', ACCOUNTS),
  currency: text('currency', 'USD or SSP'),
  paid: text('state', 'paid, part, unpaid or open (not paid in full)'),
  month: text('month', 'Only this month, 2026-11'),
  from: text('date', 'From this day on'),
  to: text('date', 'Up to this day'),
} as const;

/** Bytes of a pasted file; a larger one is refused. */
const MAX_FILE = 8_000_000;

/** Some lines were refused: exit code of a broken rule. */
const LINES_REFUSED = 7;

/**
 * The text of a file, or of standard input for '-', in UTF-8, UTF-16 or Windows-1252, as spreadsheets save it.
 * @throws AppError invalid, also for a file that is not a text; tooLarge.
 */
async function readPaste(io: Io, path: string): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of path === '-' ? io.stdin : createReadStream(path)) {
      chunks.push(Buffer.from(chunk));
      size += chunk.length;
      if (size > MAX_FILE)
        throw new AppError('tooLarge', 'file.tooLarge', 'The file is larger than 8 MB.');
    }
  } catch (error) {
    if (!(error as NodeJS.ErrnoException).syscall) throw error;
    invalidField('file', `${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
  const { createTextReader, detectEncoding } = await import(
    '@nimule/core/documents/sheets/encoding'
  );
  const encoding = await detectEncoding(Readable.from(chunks)).catch(() =>
    invalidField('file', `${path} is not a text. Save the table as text separated by tabs.`),
  );
  const reader = createTextReader(encoding);
  return chunks.map((chunk) => reader.write(chunk)).join('') + reader.end();
}

export const expenseCommands = [
  listCommand({
    name: 'expenses list',
    summary: 'List expenses, newest first',
    operation: 'listExpenses',
    columns,
    filters,
    examples: [
      'isp expenses list --month 2026-11 --category bandwidth_cost',
      'isp expenses list --paid open --sort -amountUsd --format json',
    ],
  }),
  actionCommand({
    name: 'expenses create',
    summary: 'Record an expense',
    options: {
      date: text('date', 'Day of the expense; today when left out'),
      vendor: required('name', 'The vendor'),
      description: required('text', 'What it is for'),
      expenseType: required('type', TYPES),
      category: required('category', 'A category of the type, such as rent'),
      amount: required('amount', 'Amount above zero'),
      currency: text('currency', 'USD (when left out) or SSP'),
      account: required('account', ACCOUNTS),
      reference: text('text', 'Number of the invoice or receipt'),
      notes: text('text', 'Notes'),
    },
    examples: [
      'isp expenses create --vendor "Equator Estates" --description "Office rent" --expense-type operating_expense --category rent --amount 2500 --account checking',
    ],
    operation: 'createExpense',
    columns,
    async input(session, { options }) {
      const { vendor, ...fields } = options;
      const date = options.date ?? (await session.context()).today;
      const body = { ...fields, date, location: vendor };
      return { body };
    },
  }),
  defineCommand({
    name: 'expenses pay',
    summary: 'Pay an expense on account, in part or whole',
    args: { transaction: { help: 'Transaction ID, such as TXN-2026-000001' } },
    options: {
      account: required(
        'account',
        'checking, savings, cash (of the safe), credit_card or petty_cash',
      ),
      amount: text('amount', 'Amount; what is open when left out'),
      currency: text('currency', 'USD or SSP; that of the expense when left out'),
      paymentDate: text('date', 'Day of the payment; today when left out'),
      reference: text('text', 'Number of the transfer or receipt'),
      sameReference: flag('Record it although another payment has the reference'),
    },
    answers: true,
    examples: [
      'isp expenses pay TXN-2026-000007 --account checking',
      'isp expenses pay TXN-2026-000007 --account cash --amount 200000 --currency SSP',
    ],
    async run({ io, args, options, format, open }) {
      const session = await open();
      const query = { transactionId: args.transaction };
      const { body: found } = await session.call('lookupExpense', { query });
      const input = { params: { id: found.id }, body: { ...options, version: found.version } };
      const { body: paid } = await session.call('payExpense', input);
      await printRecord(io, format, paid, [...columns, moneyColumn('openUsd', 'Open USD')]);
    },
  }),
  defineCommand({
    name: 'expenses import',
    summary: 'Record supplier data that was copied from a table',
    details:
      'Each line has a date like dd/mm/yyyy, a vendor, any third column and an amount, separated by tabs. Amounts are read as in files: 1,250.50, 1.250,50 and 12,5. Lines that were recorded before, that have an amount of 0, a minus, words or an exponent are left out. Lines that cannot be recorded are told with the reason; the exit code is 7 then.',
    args: { file: { help: "Text file, or '-' for standard input" } },
    options: {
      vendor: required('name', 'Vendor of lines without one'),
      account: text('account', `${ACCOUNTS}; accounts_payable when left out`),
      currency: text('currency', 'USD or SSP; USD when left out'),
      dryRun: flag('Show what would be recorded and write nothing'),
    },
    answers: true,
    examples: [
      'isp expenses import bandwidth.txt --vendor "Juba Networks" --dry-run',
      'isp expenses import - --vendor "Juba Networks" --account checking < bandwidth.txt',
    ],
    async run({ io, args, options, format, open }) {
      const { parsePaste } = await import('@nimule/core/expenses/rules-paste');
      const { lines, numbers, skipped, skippedCount } = parsePaste(
        await readPaste(io, args.file),
        options.vendor,
      );
      for (const { line, reason } of skipped)
        printMessage(io, `Line ${line} is left out: ${reason}`);
      if (skippedCount > skipped.length)
        printMessage(io, `${skippedCount - skipped.length} more lines are left out.`);
      if (lines.length === 0)
        invalidField('file', 'Could not parse any valid expense records from the data.');
      const session = await open();
      const { account, currency } = options;
      const body = { expenses: lines, account, currency };
      const answer = options.dryRun
        ? (await session.call('previewExpenseImport', { body })).body
        : (await session.call('importExpenses', { body })).body;
      const verdicts = answer.verdicts.map((one) => ({ ...one, line: numbers[one.line - 1]! }));
      const isShown = format !== 'table' || options.dryRun;
      const told = isShown ? verdicts : verdicts.filter(({ mark }) => mark !== 'new');
      if (isShown || told.length > 0) await printRows(io, format, told, verdictColumns);
      printMessage(
        io,
        'message' in answer
          ? answer.message
          : `${answer.toRecord} of ${verdicts.length} would be recorded. Nothing was written.`,
      );
      return verdicts.some(({ mark }) => mark === 'refused') ? LINES_REFUSED : 0;
    },
  }),
  exportCommand({
    name: 'expenses export',
    operation: 'exportExpenses',
    filters,
    examples: [
      'isp expenses export --month 2026-11 > expenses.csv',
      'isp expenses export --paid open --output unpaid.xlsx',
    ],
  }),
];
