import type { Ctx } from '../context.ts';
import type { HandlersOf } from '../kernel/contract.ts';
import {
  createPayrollPayment,
  listPayrollDue,
  listPayrollPayments,
  reversePayrollPayment,
} from './payments/service.ts';
import {
  createAdvance,
  getAdvance,
  listAdvances,
  repayAdvance,
  reverseAdvance,
  reverseRepayment,
} from './payments/service-advances.ts';
import {
  createRemittance,
  listRemittances,
  listRemittancesOwed,
  openRemittances,
  reverseRemittance,
} from './payments/service-remittances.ts';
import type { payrollPaymentRoutes } from './routes-payments.ts';

/** Money that leaves for salaries, remittances and advances. */
export const payrollPaymentOperations: HandlersOf<typeof payrollPaymentRoutes, Ctx> = {
  listPayrollDue: (ctx) => listPayrollDue(ctx),
  listPayrollPayments: (ctx, { query }) => listPayrollPayments(ctx, query),
  createPayrollPayment: (ctx, { body }) => createPayrollPayment(ctx, body),
  reversePayrollPayment: (ctx, { params, body }) => reversePayrollPayment(ctx, params.id, body),
  listRemittancesOwed: (ctx) => listRemittancesOwed(ctx),
  openRemittances: (ctx, { query }) => openRemittances(ctx, query.month),
  listRemittances: (ctx, { query }) => listRemittances(ctx, query),
  createRemittance: (ctx, { body }) => createRemittance(ctx, body),
  reverseRemittance: (ctx, { params, body }) => reverseRemittance(ctx, params.id, body),
  listAdvances: (ctx, { query }) => listAdvances(ctx, query),
  createAdvance: (ctx, { body }) => createAdvance(ctx, body),
  getAdvance: (ctx, { params }) => getAdvance(ctx, params.id),
  repayAdvance: (ctx, { params, body }) => repayAdvance(ctx, params.id, body),
  reverseRepayment: (ctx, { params, body }) => reverseRepayment(ctx, params.id, body),
  reverseAdvance: (ctx, { params, body }) => reverseAdvance(ctx, params.id, body),
};
