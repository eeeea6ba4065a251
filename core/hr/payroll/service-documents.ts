import { isDemo } from '../../company/service.ts';
import type { Ctx } from '../../context.ts';
import { mergePdfs, renderPdf } from '../../documents/pdf/pdf.ts';
import { actorKey } from '../../identity/actor.ts';
import type { FileAnswer } from '../../kernel/contract.ts';
import { breaksRule, notFound } from '../../kernel/errors.ts';
import type { PayAccount } from '../schema.ts';
import * as queries from './queries.ts';
import { findByIds, findPayslipsOf } from './queries-list.ts';
import { type NamedPayroll, type PayeeDetails, toPayroll } from './rules-record.ts';
import type { PayslipDocument } from './schema-documents.ts';

/** Payslips laid out at a time: the memory of a file follows from this number, not from its payslips. */
const PART = 50;
const PDF = 'application/pdf';

const payWords: Record<PayAccount, string> = {
  cash: 'Cash',
  bank: 'Bank transfer',
  mobile_money: 'Mobile money',
};

/** How the employee is paid, in words. */
function paidBy({ payBy, bankName, bankAccount, mobileMoney }: PayeeDetails): string {
  const details = { cash: '', bank: `${bankName} ${bankAccount}`, mobile_money: mobileMoney };
  return [payWords[payBy], details[payBy].trim()].filter(Boolean).join(', ');
}

/** The caller of documents may do nothing with them. */
const nobody = { userId: null, mayRun: false, mayApprove: false, mayPay: false, approvers: [] };

async function slipsOf(ctx: Ctx, named: readonly NamedPayroll[]): Promise<PayslipDocument[]> {
  const company = { ...ctx.config.company, demo: await isDemo(ctx) };
  const ids = [...new Set(named.map(({ employeeId }) => employeeId))];
  const payees = new Map((await queries.findPayees(ctx.db, ids)).map((one) => [one.id, one]));
  return named.map((record) => {
    const { actions, ...payroll } = toPayroll(record, nobody);
    const payee = payees.get(record.employeeId)!;
    const { position, email } = payee;
    return { company, payroll, position, email, paidBy: paidBy(payee) };
  });
}

/** A payslip as a PDF. @throws AppError unavailable if it cannot be made. */
export async function payslip(ctx: Ctx, named: NamedPayroll): Promise<FileAnswer> {
  const [document] = await slipsOf(ctx, [named]);
  return {
    filename: `payslip-${named.payrollNumber}.pdf`,
    contentType: PDF,
    body: await renderPdf('payslip', document, actorKey(ctx.actor)),
  };
}

/** A payslip as a PDF. @throws AppError notFound; unavailable if it cannot be made. */
export async function payslipPdf(ctx: Ctx, id: number): Promise<FileAnswer> {
  const [named] = await findByIds(ctx.db, [id]);
  return payslip(ctx, named ?? notFound('Payroll', id));
}

/** An approved payslip of an employee, who asks for it. @throws AppError notFound, also for one of somebody else. */
export async function ownPayslipPdf(ctx: Ctx, employeeId: number, id: number): Promise<FileAnswer> {
  const [named] = await findByIds(ctx.db, [id]);
  const isOwn =
    named?.employeeId === employeeId && (named.status === 'approved' || named.status === 'paid');
  return payslip(ctx, isOwn ? named : notFound('Payslip', id));
}

/**
 * The payslips of a batch that are not reversed as one PDF, by name; laid out in parts of 50.
 * @throws AppError notFound; rule for a batch without payslips; unavailable if it cannot be made.
 */
export async function payrollBatchPdf(ctx: Ctx, id: number): Promise<FileAnswer> {
  const batch = (await queries.batches.get(ctx.db, id)) ?? notFound('Payroll batch', id);
  const ids = await findPayslipsOf(ctx.db, id);
  if (ids.length === 0)
    breaksRule('payrollBatch.noPayslips', `${batch.batchNumber} has no payslips.`);
  const parts: Buffer[] = [];
  for (let start = 0; start < ids.length; start += PART) {
    const part = ids.slice(start, start + PART);
    const rows = new Map((await findByIds(ctx.db, part)).map((row) => [row.id, row]));
    const payslips = await slipsOf(
      ctx,
      part.map((one) => rows.get(one)!),
    );
    const title = `Payslips ${batch.batchNumber}`;
    parts.push(await renderPdf('payslips', { title, payslips }, actorKey(ctx.actor)));
  }
  return {
    filename: `payslips-${batch.batchNumber}.pdf`,
    contentType: PDF,
    body: parts.length === 1 ? parts[0]! : await mergePdfs(parts, actorKey(ctx.actor)),
  };
}
