import { approvalKindWords } from '../../approvals/rules.ts';
import type { DecisionInput } from '../../approvals/schema.ts';
import { paymentStatusInput } from '../../billing/invoices/schema.ts';
import { creditInput, reversePaymentInput } from '../../billing/payments/schema.ts';
import { grantCredit, reversePayment } from '../../billing/payments/service.ts';
import { updatePaymentStatus } from '../../billing/payments/service-status.ts';
import { refundInput } from '../../billing/refunds/schema.ts';
import { recordRefund } from '../../billing/refunds/service.ts';
import type { Ctx } from '../../context.ts';
import { importExpenses } from '../../expenses/import/service.ts';
import {
  createExpenseTemplate,
  updateExpenseTemplate,
} from '../../expenses/recurring/service-templates.ts';
import {
  bulkImportInput,
  expenseInput,
  expenseTemplateInput,
  expenseUpdate,
} from '../../expenses/schema.ts';
import { createExpense, updateExpense } from '../../expenses/service.ts';
import { employeeUpdate } from '../../hr/employees/schema.ts';
import { updateEmployee } from '../../hr/employees/service.ts';
import { createAdvance } from '../../hr/payments/service-advances.ts';
import { advanceInput } from '../../hr/payroll/schema-payments.ts';
import { payrollRateInput } from '../../hr/payroll/schema-rates.ts';
import { addPayrollRate } from '../../hr/payroll/service-rates.ts';
import { hrSettingsUpdate } from '../../hr/schema.ts';
import { updateHrSettings } from '../../hr/service-settings.ts';
import { authorise } from '../../identity/actor.ts';
import type { Permission } from '../../identity/permissions.ts';
import { resetPasswordInput, suspendInput, userInput, userUpdate } from '../../identity/schema.ts';
import { actorOfUser } from '../../identity/sessions/service.ts';
import { decodeInput, type InputOf, type Route } from '../../kernel/contract.ts';
import { breaksRule } from '../../kernel/errors.ts';
import { idParams } from '../../kernel/text.ts';
import { supplierPaymentInput } from '../../procurement/payments/schema.ts';
import { createSupplierPayment } from '../../procurement/payments/service.ts';
import { voidVouchers } from '../../vouchers/sales/service-void.ts';
import { voidInput } from '../../vouchers/schema.ts';
import type { Asked } from './service.ts';
import {
  createUserOrAsk,
  resetFactorOrAsk,
  resetPasswordOrAsk,
  suspendUserOrAsk,
  updateUserOrAsk,
} from './service-accounts.ts';

/** Of the operation's row of the contract: what its input and its caller need. */
type Row = Pick<Route, 'method' | 'params' | 'body'> & { permission: Permission };

interface Runner {
  row: Row;
  run(ctx: Ctx, input: Record<string, unknown>): Promise<unknown>;
}

function runner<const R extends Row>(
  row: R,
  run: (ctx: Ctx, input: InputOf<R & Route>) => Promise<unknown>,
): Runner {
  return { row, run: (ctx, input) => run(ctx, input as InputOf<R & Route>) };
}

/** The operations that may wait for a second person: those of the contract with `waits`. */
export const runners: Readonly<Record<string, Runner>> = {
  createSupplierPayment: runner(
    { method: 'POST', permission: 'supplier.pay', body: supplierPaymentInput },
    (ctx, { body }) => createSupplierPayment(ctx, body),
  ),
  createExpense: runner(
    { method: 'POST', permission: 'expense.write', body: expenseInput },
    (ctx, { body }) => createExpense(ctx, body),
  ),
  updateExpense: runner(
    { method: 'PUT', permission: 'expense.write', params: idParams, body: expenseUpdate },
    (ctx, { params, body }) => updateExpense(ctx, params.id, body),
  ),
  importExpenses: runner(
    { method: 'POST', permission: 'expense.write', body: bulkImportInput },
    (ctx, { body }) => importExpenses(ctx, body),
  ),
  createExpenseTemplate: runner(
    { method: 'POST', permission: 'expense.write', body: expenseTemplateInput },
    (ctx, { body }) => createExpenseTemplate(ctx, body),
  ),
  updateExpenseTemplate: runner(
    { method: 'PUT', permission: 'expense.write', params: idParams, body: expenseTemplateInput },
    (ctx, { params, body }) => updateExpenseTemplate(ctx, params.id, body),
  ),
  createAdvance: runner(
    { method: 'POST', permission: 'payment.record', body: advanceInput },
    (ctx, { body }) => createAdvance(ctx, body),
  ),
  updateEmployee: runner(
    { method: 'PUT', permission: 'hr.write', params: idParams, body: employeeUpdate },
    (ctx, { params, body }) => updateEmployee(ctx, params.id, body),
  ),
  updateHrSettings: runner(
    { method: 'PUT', permission: 'hr.write', body: hrSettingsUpdate },
    (ctx, { body }) => updateHrSettings(ctx, body),
  ),
  addPayrollRate: runner(
    { method: 'POST', permission: 'rate.update', body: payrollRateInput },
    (ctx, { body }) => addPayrollRate(ctx, body),
  ),
  recordRefund: runner(
    { method: 'POST', permission: 'payment.record', body: refundInput },
    (ctx, { body }) => recordRefund(ctx, body),
  ),
  reversePayment: runner(
    { method: 'POST', permission: 'payment.record', params: idParams, body: reversePaymentInput },
    (ctx, { params, body }) => reversePayment(ctx, params.id, body.reason, body.from),
  ),
  updatePaymentStatus: runner(
    { method: 'PUT', permission: 'payment.record', params: idParams, body: paymentStatusInput },
    (ctx, { params, body }) => updatePaymentStatus(ctx, params.id, body),
  ),
  voidVouchers: runner(
    { method: 'POST', permission: 'payment.record', params: idParams, body: voidInput },
    (ctx, { params, body }) => voidVouchers(ctx, params.id, body),
  ),
  createUser: runner(
    { method: 'POST', permission: 'user.manage', body: userInput },
    (ctx, { body }) => createUserOrAsk(ctx, body),
  ),
  updateUser: runner(
    { method: 'PUT', permission: 'user.manage', params: idParams, body: userUpdate },
    (ctx, { params, body }) => updateUserOrAsk(ctx, params.id, body),
  ),
  suspendUser: runner(
    { method: 'PUT', permission: 'user.manage', params: idParams, body: suspendInput },
    (ctx, { params, body }) => suspendUserOrAsk(ctx, params.id, body),
  ),
  resetUserPassword: runner(
    { method: 'POST', permission: 'user.manage', params: idParams, body: resetPasswordInput },
    (ctx, { params, body }) => resetPasswordOrAsk(ctx, params.id, body),
  ),
  resetSecondFactor: runner(
    { method: 'POST', permission: 'user.manage', params: idParams },
    (ctx, { params }) => resetFactorOrAsk(ctx, params.id),
  ),
  grantCredit: runner(
    { method: 'POST', permission: 'payment.record', body: creditInput },
    (ctx, { body }) => grantCredit(ctx, body),
  ),
};

/**
 * Does what was asked for in the decision's transaction, as the person who asked: with the dates and rates of now unless the
 * input has them, cash from that person's till. Its problems are those of the operation, told to the person who decides, who
 * also answers its question about the reference of another payment (decision 66).
 * @throws AppError as the operation; rule when the person who asked is not active any more; forbidden when their role may
 *   not do it any more.
 */
export async function runAccepted(
  tx: Ctx,
  asked: Asked,
  { sameReference }: Pick<DecisionInput, 'sameReference'> = {},
): Promise<void> {
  const { row, run } = runners[asked.payload.operation]!;
  const actor =
    asked.requestedById === null ? undefined : await actorOfUser(tx, asked.requestedById);
  if (!actor)
    breaksRule(
      'approval.requester',
      `${asked.requestedBy}, who asked for the ${approvalKindWords[asked.kind]}, has no active account any more. Refuse it.`,
    );
  authorise(actor, row.permission);
  const { params, body: kept, asked: was } = asked.payload;
  const body = sameReference ? { ...(kept as object), sameReference } : kept;
  await run(
    { ...tx, actor, isAccepted: true, ...(was ? { asked: was } : {}) },
    decodeInput({ ...row, path: '', summary: '' }, { params, body }),
  );
}
