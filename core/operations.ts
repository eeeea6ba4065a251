// Written by scripts/assembly.ts.
import { accessOperations } from './access/operations.ts';
import { routersOperations } from './access/operations-routers.ts';
import { sessionsOperations } from './access/operations-sessions.ts';
import { accountingOperations } from './accounting/operations.ts';
import { assistantOperations } from './assistant/operations.ts';
import { attentionOperations } from './attention/operations.ts';
import { backupOperations } from './backups/operations.ts';
import { billingOperations } from './billing/operations.ts';
import { companyOperations } from './company/operations.ts';
import type { Ctx } from './context.ts';
import { customerOperations } from './customers/operations.ts';
import { expenseOperations } from './expenses/operations.ts';
import { employeeOperations } from './hr/operations-employees.ts';
import { leaveOperations } from './hr/operations-leave.ts';
import { payrollPaymentOperations } from './hr/operations-payments.ts';
import { payrollOperations } from './hr/operations-payroll.ts';
import { identityOperations } from './identity/operations.ts';
import { factorsOperations } from './identity/operations-factors.ts';
import { importOperations } from './imports/operations.ts';
import { jobOperations } from './jobs/operations.ts';
import type { HandlersOf } from './kernel/contract.ts';
import { messagingOperations } from './messaging/operations.ts';
import { mobileMoneyOperations } from './mobile-money/operations.ts';
import { networkOperations } from './network/operations.ts';
import { orderOperations } from './procurement/operations.ts';
import { billOperations } from './procurement/operations-bills.ts';
import { rateOperations } from './rates/operations.ts';
import { reportOperations } from './reports/operations.ts';
import { approvalOperations } from './reports/operations-approvals.ts';
import { financeOperations } from './reports/operations-finance.ts';
import { insightOperations } from './reports/operations-insights.ts';
import { networkReportOperations } from './reports/operations-network.ts';
import { comprehensiveOperations } from './reports/operations-reports.ts';
import type { AppRoutes } from './routes.ts';
import { salesOperations } from './sales/operations.ts';
import { sealOperations } from './seals/operations.ts';
import { stockOperations } from './stock/operations.ts';
import { supportOperations } from './support/operations.ts';
import { tillOperations } from './till/operations.ts';
import { voucherOperations } from './vouchers/operations.ts';
import { wifiOperations } from './wifi/operations.ts';

export const handlers = {
  ...identityOperations,
  ...factorsOperations,
  ...sealOperations,
  ...companyOperations,
  ...rateOperations,
  ...networkOperations,
  ...customerOperations,
  ...accessOperations,
  ...routersOperations,
  ...sessionsOperations,
  ...billingOperations,
  ...accountingOperations,
  ...expenseOperations,
  ...stockOperations,
  ...tillOperations,
  ...wifiOperations,
  ...orderOperations,
  ...billOperations,
  ...voucherOperations,
  ...salesOperations,
  ...mobileMoneyOperations,
  ...employeeOperations,
  ...payrollOperations,
  ...payrollPaymentOperations,
  ...leaveOperations,
  ...supportOperations,
  ...messagingOperations,
  ...assistantOperations,
  ...importOperations,
  ...reportOperations,
  ...networkReportOperations,
  ...comprehensiveOperations,
  ...financeOperations,
  ...approvalOperations,
  ...insightOperations,
  ...backupOperations,
  ...jobOperations,
  ...attentionOperations,
} satisfies HandlersOf<AppRoutes, Ctx>;
