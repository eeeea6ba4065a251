import { type Ctx, transact } from '../../context.ts';
import { conflicts, isAppError, notFound } from '../../kernel/errors.ts';
import { UNANSWERED } from '../../ports/email.ts';
import { audit } from '../../records/audit.ts';
import { claimKey, keepAnswer, releaseKey } from '../../records/idempotency.ts';
import { findPayees } from './queries.ts';
import { findByIds } from './queries-list.ts';
import { payPeriodOf } from './rules.ts';
import type { NamedPayroll } from './rules-record.ts';
import type { Payroll } from './schema.ts';
import { getPayroll } from './service.ts';
import { payslip } from './service-documents.ts';
import { assertStatus } from './service-record.ts';

const OPERATION = 'emailPayslip';

/** Claims the key of the request, and finds the payslip and its employee's address. */
function begin(ctx: Ctx, id: number): Promise<{ named: NamedPayroll; to: string } | undefined> {
  return transact(ctx, async (tx) => {
    const kept = await claimKey(tx, OPERATION, { id });
    if (kept?.response) return undefined;
    if (kept)
      conflicts(
        'email.underWay',
        'This e-mail is being sent already, or was cut off. Look at the audit log before you send it again.',
      );
    const named = (await findByIds(tx.db, [id]))[0] ?? notFound('Payroll', id);
    assertStatus(named, ['approved', 'paid'], 'sent to its employee');
    const to = (await findPayees(tx.db, [named.employeeId]))[0]!.email;
    return { named, to };
  });
}

/**
 * E-mails a payslip as PDF to the address of its employee, and to no other. A repeat with the same Idempotency-Key sends
 * nothing.
 * @throws AppError notFound; rule for a payroll that is not approved; conflict while the same request is in progress or its
 *   result is unknown; unavailable if the mail server refuses or the document cannot be made.
 */
export async function emailPayslip(ctx: Ctx, id: number): Promise<Payroll> {
  const started = await begin(ctx, id);
  if (!started) return getPayroll(ctx, id);
  const { named, to } = started;
  const period = payPeriodOf(named.startDate, named.endDate);
  try {
    const { filename, contentType, body } = await payslip(ctx, named);
    await ctx.ports.email.send({
      to,
      subject: `Payslip ${period}, ${ctx.config.company.name}`,
      text: `Dear ${named.employeeName},\n\nyour payslip of ${period} is attached.\n\n${ctx.config.company.name}`,
      attachments: [{ filename, contentType, content: body as Buffer }],
    });
  } catch (error) {
    // It may have been sent: the key stays claimed, which a repeat is told.
    if (isAppError(error) && error.code === UNANSWERED) throw error;
    await transact(ctx, (tx) => releaseKey(tx, OPERATION)).catch((cause: unknown) =>
      ctx.log.error({ err: cause, payroll: id }, 'the key of a failed e-mail was not released'),
    );
    throw error;
  }
  const isSent = ctx.ports.email.kind === 'smtp';
  return transact(ctx, async (tx) => {
    await audit(tx, {
      action: 'payroll.email',
      entity: 'payroll',
      entityId: id,
      summary: `${named.payrollNumber} to ${named.employeeName}${isSent ? '' : ', written to the outbox and not sent'}`,
      facts: { to, isSent },
    });
    await keepAnswer(tx, OPERATION, { sent: true });
    return getPayroll(tx, id);
  });
}
