// Written by scripts/assembly.ts.
import { accessRoutes } from './access/routes.ts';
import { routersRoutes } from './access/routes-routers.ts';
import { sessionsRoutes } from './access/routes-sessions.ts';
import { accountingRoutes } from './accounting/routes.ts';
import { assistantRoutes } from './assistant/routes.ts';
import { attentionRoutes } from './attention/routes.ts';
import { backupRoutes } from './backups/routes.ts';
import { billingRoutes } from './billing/routes.ts';
import { companyRoutes } from './company/routes.ts';
import { customerRoutes } from './customers/routes.ts';
import { expenseRoutes } from './expenses/routes.ts';
import { employeeRoutes } from './hr/routes-employees.ts';
import { leaveRoutes } from './hr/routes-leave.ts';
import { payrollPaymentRoutes } from './hr/routes-payments.ts';
import { payrollRoutes } from './hr/routes-payroll.ts';
import { identityRoutes } from './identity/routes.ts';
import { factorsRoutes } from './identity/routes-factors.ts';
import { importRoutes } from './imports/routes.ts';
import { jobRoutes } from './jobs/routes.ts';
import { messagingRoutes } from './messaging/routes.ts';
import { mobileMoneyRoutes } from './mobile-money/routes.ts';
import { networkRoutes } from './network/routes.ts';
import { procurementRoutes } from './procurement/routes.ts';
import { billRoutes } from './procurement/routes-bills.ts';
import { rateRoutes } from './rates/routes.ts';
import { reportRoutes } from './reports/routes.ts';
import { approvalRoutes } from './reports/routes-approvals.ts';
import { financeRoutes } from './reports/routes-finance.ts';
import { insightRoutes } from './reports/routes-insights.ts';
import { networkReportRoutes } from './reports/routes-network.ts';
import { comprehensiveRoutes } from './reports/routes-reports.ts';
import { salesRoutes } from './sales/routes.ts';
import { sealRoutes } from './seals/routes.ts';
import { stockRoutes } from './stock/routes.ts';
import { supportRoutes } from './support/routes.ts';
import { tillRoutes } from './till/routes.ts';
import { voucherRoutes } from './vouchers/routes.ts';
import { wifiRoutes } from './wifi/routes.ts';

/** The whole contract. It is named, because a type written out in full would be too long for a declaration file. */
export type AppRoutes = typeof identityRoutes &
  typeof factorsRoutes &
  typeof sealRoutes &
  typeof companyRoutes &
  typeof rateRoutes &
  typeof networkRoutes &
  typeof customerRoutes &
  typeof accessRoutes &
  typeof routersRoutes &
  typeof sessionsRoutes &
  typeof billingRoutes &
  typeof accountingRoutes &
  typeof expenseRoutes &
  typeof stockRoutes &
  typeof tillRoutes &
  typeof wifiRoutes &
  typeof procurementRoutes &
  typeof billRoutes &
  typeof voucherRoutes &
  typeof salesRoutes &
  typeof mobileMoneyRoutes &
  typeof employeeRoutes &
  typeof payrollRoutes &
  typeof payrollPaymentRoutes &
  typeof leaveRoutes &
  typeof supportRoutes &
  typeof messagingRoutes &
  typeof assistantRoutes &
  typeof importRoutes &
  typeof reportRoutes &
  typeof networkReportRoutes &
  typeof comprehensiveRoutes &
  typeof financeRoutes &
  typeof approvalRoutes &
  typeof insightRoutes &
  typeof backupRoutes &
  typeof jobRoutes &
  typeof attentionRoutes;

/** The whole contract, used by HTTP, the shell and the browser's types. */
export const routes: AppRoutes = {
  ...identityRoutes,
  ...factorsRoutes,
  ...sealRoutes,
  ...companyRoutes,
  ...rateRoutes,
  ...networkRoutes,
  ...customerRoutes,
  ...accessRoutes,
  ...routersRoutes,
  ...sessionsRoutes,
  ...billingRoutes,
  ...accountingRoutes,
  ...expenseRoutes,
  ...stockRoutes,
  ...tillRoutes,
  ...wifiRoutes,
  ...procurementRoutes,
  ...billRoutes,
  ...voucherRoutes,
  ...salesRoutes,
  ...mobileMoneyRoutes,
  ...employeeRoutes,
  ...payrollRoutes,
  ...payrollPaymentRoutes,
  ...leaveRoutes,
  ...supportRoutes,
  ...messagingRoutes,
  ...assistantRoutes,
  ...importRoutes,
  ...reportRoutes,
  ...networkReportRoutes,
  ...comprehensiveRoutes,
  ...financeRoutes,
  ...approvalRoutes,
  ...insightRoutes,
  ...backupRoutes,
  ...jobRoutes,
  ...attentionRoutes,
};

export type Operation = keyof AppRoutes;
export const operationNames = Object.keys(routes) as Operation[];
