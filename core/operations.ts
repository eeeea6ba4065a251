import { ledgerOperations } from './accounting/ledger/operations.ts';
import { accountingOperations } from './accounting/operations.ts';
import { attentionOperations } from './attention/operations.ts';
import { backupOperations } from './backups/operations.ts';
import { billingOperations } from './billing/operations.ts';
import { collectionOperations } from './collections/operations.ts';
import { companyOperations } from './company/operations.ts';
import type { Ctx } from './context.ts';
import { customerOperations } from './customers/operations.ts';
import { expenseOperations } from './expenses/operations.ts';
import { employeeOperations } from './hr/operations-employees.ts';
import { leaveOperations } from './hr/operations-leave.ts';
import { payrollPaymentOperations } from './hr/operations-payments.ts';
import { payrollOperations } from './hr/operations-payroll.ts';
import { identityOperations } from './identity/operations.ts';
import { importOperations } from './imports/operations.ts';
import { jobOperations } from './jobs/operations.ts';
import type { HandlersOf } from './kernel/contract.ts';
import { messagingOperations } from './messaging/operations.ts';
import { networkOperations } from './network/operations.ts';
import { billOperations } from './procurement/operations-bills.ts';
import { orderOperations } from './procurement/operations-orders.ts';
import { rateOperations } from './rates/operations.ts';
import { analyticsOperations } from './reports/analytics/operations.ts';
import { approvalOperations } from './reports/approvals/operations.ts';
import { comprehensiveOperations } from './reports/comprehensive/operations.ts';
import { financeOperations } from './reports/finance/operations.ts';
import { insightOperations } from './reports/insights/operations.ts';
import { reportOperations } from './reports/operations.ts';
import { ownReportOperations } from './reports/own/operations.ts';
import { reportScheduleOperations } from './reports/schedules/operations.ts';
import { equipmentOperations } from './reports/stock/operations.ts';
import type { AppRoutes } from './routes.ts';
import { salesOperations } from './sales/operations.ts';
import { loanOperations } from './sales/operations-loans.ts';
import { stockOperations } from './stock/operations.ts';
import { supportOperations } from './support/operations.ts';
import { tillOperations } from './till/operations.ts';
import { voucherOperations } from './vouchers/operations.ts';
import { wifiOperations } from './wifi/operations.ts';

export const handlers = {
  ...identityOperations,
  ...companyOperations,
  ...rateOperations,
  ...networkOperations,
  ...customerOperations,
  ...billingOperations,
  ...accountingOperations,
  ...ledgerOperations,
  ...expenseOperations,
  ...stockOperations,
  ...equipmentOperations,
  ...tillOperations,
  ...wifiOperations,
  ...orderOperations,
  ...billOperations,
  ...voucherOperations,
  ...salesOperations,
  ...collectionOperations,
  ...loanOperations,
  ...employeeOperations,
  ...payrollOperations,
  ...payrollPaymentOperations,
  ...leaveOperations,
  ...supportOperations,
  ...messagingOperations,
  ...importOperations,
  ...reportOperations,
  ...comprehensiveOperations,
  ...ownReportOperations,
  ...reportScheduleOperations,
  ...financeOperations,
  ...approvalOperations,
  ...analyticsOperations,
  ...insightOperations,
  ...backupOperations,
  ...jobOperations,
  ...attentionOperations,
} satisfies HandlersOf<AppRoutes, Ctx>;
