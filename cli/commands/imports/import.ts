import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import {
  type BuiltImportType,
  builtImportTypes,
  builtTypes,
  takesCombineRows,
  takesKeepPrices,
  takesNumberRows,
} from '@nimule/core/imports/schema-types';
import { AppError } from '@nimule/core/kernel/errors';
import { type Call, defineCommand, flag, list, text } from '../../command.ts';
import { formatByName, saveFile, tableFormats } from '../../files.ts';
import { printMessage } from '../../io.ts';
import { numberColumn, printRecord, textColumn } from '../../output.ts';
import { showProgress } from '../../progress.ts';
import type { WireBody } from '../../session.ts';
import { importRunCommands } from './import-runs.ts';

const args = {
  file: {
    help: 'A .xlsx, .xls or .csv file, secrets of a router (.rsc) or lists of QuickBooks (.iif)',
  },
} as const;

const options = {
  map: list(
    'field=Header',
    'Read a field from this column, from First+Last joined, or from the first filled of Phone|Mobile; put a header with + or | in double quotes',
  ),
  value: list(
    'field.From=To',
    'Read this value of a field as another; currency.KES=129.50 gives a rate for one dollar',
  ),
  set: list('field=value', 'Give every row this value, such as direction=out'),
  sheet: text('name', 'Sheet of the workbook; the first with rows when left out'),
  headerRow: text('number', 'Row with the names of the columns; found when left out'),
  plain: flag('Read the columns by their names alone, also where the system of the file is known'),
  dryRun: flag('Check everything and write nothing'),
} as const;

const keepPrices = flag(
  "Keep fees and bandwidths that are not the package's, as customers of the Flexible Plan; as usual if the file has a column of fees",
);
const packagePrices = flag('Give customers the fees and bandwidths of their packages instead');

const combineRows = flag('Make one customer of several rows with the same customer id');
const numberRows = flag(
  'Find rows without a customer id by name with telephone or e-mail, and number new ones; as usual if the file has no ids',
);

const details =
  'The columns are read as the preview of the portal proposes: by the ready mapping of a known system, else by their names; --map, --value and --set change single fields of that. The same file a second time changes nothing. Rows that cannot be taken are told by reason, with how many they are and the numbers of the first, and the others are imported; the exit code is 7 then.';

/** Some rows were refused: exit code of a broken rule. */
const ROWS_REFUSED = 7;

/** 'key=value' texts as a JSON object. @throws AppError invalid. */
function pairs(option: string, given: readonly string[], split: (text: string) => number): string {
  const entries = given.map((pair): [string, string] => {
    const at = split(pair);
    if (at <= 0) {
      const message = `Write ${pair} as name=value.`;
      throw new AppError('invalid', 'input.invalid', message, { fields: { [option]: message } });
    }
    return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
  });
  const twice = entries.find(
    ([name], place) => entries.findIndex((one) => one[0] === name) < place,
  );
  if (twice) {
    const message = `"${twice[0]}" is given twice.`;
    throw new AppError('invalid', 'input.invalid', message, { fields: { [option]: message } });
  }
  return JSON.stringify(Object.fromEntries(entries));
}

const first = (pair: string) => pair.indexOf('=');
// A cell's value may contain an equals sign; its replacement does not.
const last = (pair: string) => pair.lastIndexOf('=');

async function sizeOf(path: string): Promise<number> {
  try {
    const found = await stat(path);
    if (found.isFile()) return found.size;
  } catch (cause) {
    throw new AppError('notFound', 'file.notFound', `There is no file ${path}.`, { cause });
  }
  throw new AppError('invalid', 'file.notAFile', `${path} is not a file.`);
}

function waitingText(before: number): string {
  return before === 1
    ? 'Waiting for another import to end.'
    : `Waiting for ${before} other imports to end.`;
}

async function runImport(
  type: BuiltImportType | 'general',
  {
    io,
    args: { file },
    options: given,
    format,
    open,
    takeSignal,
  }: Call<
    typeof args,
    typeof options &
      Partial<{
        keepPrices: typeof keepPrices;
        packagePrices: typeof packagePrices;
        combineRows: typeof combineRows;
        numberRows: typeof numberRows;
      }>
  >,
): Promise<number> {
  const body = {
    type,
    map: pairs('map', given.map, first),
    value: pairs('value', given.value, last),
    set: pairs('set', given.set, first),
    sheet: given.sheet,
    headerRow: given.headerRow,
    plain: given.plain,
    dryRun: given.dryRun,
    keepPrices: given.packagePrices ? false : given.keepPrices || undefined,
    combineRows: given.combineRows || undefined,
    numberRows: given.numberRows || undefined,
  };
  const upload = { filename: basename(file), path: file, size: await sizeOf(file) };
  const session = await open();
  const { importFile } = await import('@nimule/core/imports/service');
  const progress = await showProgress(io, 'Importing');
  let result: WireBody<'importFile'>;
  let run: number | undefined;
  try {
    result = await session.callWith('importFile', { body, upload }, (ctx, input) =>
      importFile(ctx, input.upload, input.body, {
        onWait: (before) => progress.say(waitingText(before)),
        onProgress: ({ processed, total }) => progress.update(processed, total),
        onRun: (id) => {
          run = id;
        },
        signal: takeSignal(),
        stage: true,
        forShell: true,
      }),
    );
  } finally {
    progress.stop();
    if (run !== undefined) printMessage(io, `Import ${run}; isp import show ${run} tells more.`);
  }
  await printRecord(io, format, result, [
    numberColumn('recordsProcessed', 'Rows read'),
    numberColumn('recordsCreated', 'Created'),
    numberColumn('recordsUpdated', 'Updated'),
    numberColumn('recordsUnchanged', 'Unchanged'),
    numberColumn('recordsFailed', 'Refused'),
    textColumn('dryRun', 'Dry run'),
  ]);
  for (const line of [...result.warnings, ...result.errors]) {
    printMessage(io, line);
  }
  return result.recordsFailed > 0 ? ROWS_REFUSED : 0;
}

const examples: Record<BuiltImportType, readonly [string, ...string[]]> = {
  customers: [
    'isp import customers customers.xlsx --dry-run',
    'isp import customers customers.xlsx --package-prices --value packageType.Basic="Basic Fiber"',
    'isp import customers clients.xlsx --number-rows --dry-run',
    'isp import customers clients.csv --map "name=Company|First Name+Last Name" --map "phone=Phone|Mobile"',
    'isp import customers churn.csv --map customerId=customerID --map name=customerID --value status.No=Active --set location="Juba Central"',
  ],
  billing: ['isp import billing invoices.csv --map amountUsd=Total'],
  cash: [
    'isp import cash bank.xlsx --set account=1120 --set counterAccount=5930 --dry-run',
    'isp import cash cashbook.csv --set account=cash --map moneyInUsd=Debit --map moneyOutUsd=Credit',
  ],
  accounting: ['isp import accounting journal.csv --map reference="Voucher No"'],
  accounts: ['isp import accounts chart.csv --dry-run'],
  openings: [
    'isp import openings trial-balance.xlsx --dry-run',
    'isp import openings trial-balance.csv --value "account.KCB Bank=1120" --map debit="Closing Dr"',
  ],
  nodes: ['isp import nodes towers.xlsx --dry-run'],
  suppliers: ['isp import suppliers suppliers.xlsx --dry-run'],
  employees: ['isp import employees staff.xlsx --dry-run'],
  expenses: [
    'isp import expenses expenses.csv --value category.Diesel=utilities --set account=checking',
    'isp import expenses bills.xlsx --set account=accounts_payable --dry-run',
  ],
  items: ['isp import items products.xlsx --map unitCostUsd="Average Cost" --dry-run'],
  counts: ['isp import counts shelf-a.csv --set date=2026-11-21 --dry-run'],
  bundles: ['isp import bundles plans.csv --set currency=SSP --dry-run'],
  fees: [
    'isp import fees recurring-invoices.csv --dry-run',
    'isp import fees services.xlsx --set frequency=monthly',
  ],
};

export const importCommands = [
  ...builtImportTypes.map((type) =>
    defineCommand({
      name: `import ${type}`,
      summary: `Import ${builtTypes[type].label} from a spreadsheet`,
      details,
      args,
      options: {
        ...options,
        ...(takesKeepPrices(type) && { keepPrices, packagePrices }),
        ...(takesCombineRows(type) && { combineRows }),
        ...(takesNumberRows(type) && { numberRows }),
      },
      answers: true,
      examples: examples[type],
      run: (call) => runImport(type, call),
    }),
  ),
  defineCommand({
    name: 'import bills',
    summary: 'Import bills of suppliers as expenses, on account where they are not paid',
    details,
    args,
    options,
    answers: true,
    examples: ['isp import bills bills.csv --set account=checking --dry-run'],
    run: (call) => runImport('expenses', call),
  }),
  defineCommand({
    name: 'import general',
    summary: 'Import a spreadsheet whose columns tell what it holds',
    details,
    args,
    options,
    answers: true,
    examples: ['isp import general chart-of-accounts.csv --dry-run'],
    run: (call) => runImport('general', call),
  }),
  defineCommand({
    name: 'import template',
    summary: 'Write a file with the columns that an import reads',
    args: { type: { help: builtImportTypes.join(' or ') } },
    options: {
      format: text('format', "xlsx or csv; left out, as the file's name ends, or xlsx"),
      output: text('file', "Where to write it; '-' for standard output"),
      force: flag('Replace a file that is there already'),
    },
    examples: [
      'isp import template customers',
      'isp import template billing --format csv --output billing.csv',
    ],
    async run({ io, args: { type }, options: { format, output, force }, open }) {
      const query = { format: format ?? formatByName(output, tableFormats, 'xlsx') };
      const session = await open();
      const { body } = await session.call('importTemplate', { params: { type }, query });
      await saveFile(io, body, output, force);
    },
  }),
  ...importRunCommands,
];
