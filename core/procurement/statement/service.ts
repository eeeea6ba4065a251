import { isDemo } from '../../company/service.ts';
import type { Ctx } from '../../context.ts';
import { renderPdf } from '../../documents/pdf/pdf.ts';
import { actorKey } from '../../identity/actor.ts';
import type { FileAnswer } from '../../kernel/contract.ts';
import { addMonths, firstDay, monthOf } from '../../kernel/dates.ts';
import { breaksRule, invalidField } from '../../kernel/errors.ts';
import type { SupplierStatement, SupplierStatementQuery } from '../suppliers/schema.ts';
import { getSupplier } from '../suppliers/service.ts';
import * as queries from './queries.ts';
import { statementLines } from './rules.ts';
import type { SupplierStatementDocument } from './schema.ts';

const STATEMENT_MONTHS = 6;
const MAX_LINES = 2000;

/**
 * The statement of a supplier from the ledger: what was owed before `from`, every bill, payment and reversal up to `to` (by
 * default the last six months up to today), and the balance after each, in US cents as booked; below zero is paid in advance.
 * Bills that wait for an acceptance are not on it.
 * @throws AppError notFound; invalid for a period that ends before it begins; rule past 2,000 lines.
 */
export async function supplierStatement(
  ctx: Ctx,
  id: number,
  query: SupplierStatementQuery,
): Promise<SupplierStatement> {
  const supplier = await getSupplier(ctx, id);
  const to = query.to ?? ctx.today;
  const from = query.from ?? firstDay(addMonths(monthOf(to), 1 - STATEMENT_MONTHS));
  if (from > to) invalidField('from', 'The period ends before it begins.');
  const openingUsd = await queries.sumBefore(ctx.db, id, from);
  const entries = await queries.findEntries(ctx.db, id, from, to, MAX_LINES + 1);
  if (entries.length > MAX_LINES)
    breaksRule('statement.tooLong', 'This period has too many entries. Choose a shorter one.');
  const lines = statementLines(openingUsd, entries);
  const closingUsd = lines.at(-1)?.balanceUsd ?? openingUsd;
  return { supplier, from, to, openingUsd, lines, closingUsd };
}

/** The statement as a PDF. @throws AppError as `supplierStatement`; unavailable if it cannot be made. */
export async function supplierStatementPdf(
  ctx: Ctx,
  id: number,
  query: SupplierStatementQuery,
): Promise<FileAnswer> {
  const statement = await supplierStatement(ctx, id, query);
  const company = { ...ctx.config.company, demo: await isDemo(ctx) };
  const document: SupplierStatementDocument = { ...statement, company };
  return {
    filename: `statement-${statement.supplier.supplierCode}.pdf`,
    contentType: 'application/pdf',
    body: await renderPdf('supplierStatement', document, actorKey(ctx.actor)),
  };
}
