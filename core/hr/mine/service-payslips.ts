import type { Ctx } from '../../context.ts';
import type { FileAnswer } from '../../kernel/contract.ts';
import { notFound } from '../../kernel/errors.ts';
import type { Page } from '../../kernel/paging.ts';
import { ownPayslipPdf as pdfOf } from '../payroll/service-documents.ts';
import { listPayslipsOf } from '../payroll/service-list.ts';
import type { OwnPayslip, OwnPayslipFilter } from './schema.ts';
import { ownEmployee } from './service.ts';

/** Own payslips that are approved or paid, newest first. */
export async function listOwnPayslips(
  ctx: Ctx,
  filter: OwnPayslipFilter,
): Promise<Page<OwnPayslip>> {
  const own = await ownEmployee(ctx);
  return own
    ? listPayslipsOf(ctx, own.id, filter)
    : { rows: [], ...(filter.total ? { total: 0 } : {}) };
}

/** An own payslip as a PDF. @throws AppError notFound, also for somebody else's. */
export async function ownPayslipPdf(ctx: Ctx, id: number): Promise<FileAnswer> {
  const own = (await ownEmployee(ctx)) ?? notFound('Payslip', id);
  return pdfOf(ctx, own.id, id);
}
