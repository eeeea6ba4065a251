import { getSingleEntry } from '../../accounting/journal/service.ts';
import { trialBalance } from '../../accounting/service.ts';
import type { StatementQuery } from '../../accounting/statements/schema.ts';
import { letterhead } from '../../company/service.ts';
import { type Ctx, inSnapshot } from '../../context.ts';
import { renderPdf } from '../../documents/pdf/pdf.ts';
import { type Column, exportSheets } from '../../documents/sheets/write.ts';
import { actorKey } from '../../identity/actor.ts';
import type { FileAnswer } from '../../kernel/contract.ts';
import type { StatementsDocument, VoucherDocument } from './documents.ts';
import { type StatementRow, type StatementTable, tablesOf } from './rules-tables.ts';
import type { statementFormats, statementKinds } from './schema.ts';
import { getFinancialStatements } from './service.ts';

const PDF = 'application/pdf';

type Kind = (typeof statementKinds)[number];

const fileNames: Record<Kind, string> = {
  all: 'financial-statements',
  profitLoss: 'profit-loss',
  balanceSheet: 'balance-sheet',
  cashFlow: 'cash-flow',
  trialBalance: 'trial-balance',
};

/**
 * The statements of a month as a file, all or one: .xlsx with a sheet for each, .csv with one after another, .pdf with the
 * amounts in pounds at the rate of the month's last day. Errors as `getFinancialStatements`; unavailable if the PDF cannot
 * be made.
 */
export async function exportStatements(
  ctx: Ctx,
  query: StatementQuery & { format: (typeof statementFormats)[number]; kind?: Kind | undefined },
): Promise<FileAnswer> {
  const { format, kind = 'all', ...wanted } = query;
  const { month, year } = wanted;
  const { statements, trial } = await inSnapshot(ctx, async (tx) => ({
    statements: await getFinancialStatements(tx, wanted),
    trial: await trialBalance(tx, { month, year }),
  }));
  const tables = tablesOf(statements, trial, kind);
  const name = `${fileNames[kind]}-${statements.month}`;
  if (format !== 'pdf')
    return exportSheets(
      { name, format },
      tables.map((table) => sheetOf(table, statements.note)),
    );
  const document: StatementsDocument = {
    company: await letterhead(ctx),
    month: statements.month,
    date: ctx.today,
    exchangeRate: statements.exchangeRate,
    note: statements.note,
    tables,
  };
  const body = await renderPdf('financialStatements', document, actorKey(ctx.actor));
  return { filename: `${name}.pdf`, contentType: PDF, body };
}

function sheetOf({ title, columns, rows }: StatementTable, note: string | undefined) {
  const last: StatementRow[] = note ? [{ style: 'line', cells: ['', note] }] : [];
  return {
    name: title,
    columns: columns.map(
      ({ title: header, kind }, index): Column<StatementRow> => ({
        header,
        kind,
        value: ({ cells }) => cells[index] ?? null,
        width: index === 0 ? 10 : kind === 'money' ? 18 : 40,
      }),
    ),
    rows: [...rows, ...last],
  };
}

/**
 * The voucher of a journal entry as PDF, with lines to sign on.
 * @throws AppError notFound; forbidden for an entry of payroll without pay.read (decision 44); unavailable.
 */
export async function downloadVoucher(ctx: Ctx, id: number): Promise<FileAnswer> {
  const entry = await getSingleEntry(ctx, id);
  const document: VoucherDocument = { company: await letterhead(ctx), entry };
  const body = await renderPdf('journalVoucher', document, actorKey(ctx.actor));
  return { filename: `voucher-${entry.entryId}.pdf`, contentType: PDF, body };
}
