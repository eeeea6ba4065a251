import { ledgerRoutes } from './accounting/ledger/routes.ts';
import { accountingRoutes } from './accounting/routes.ts';
import { backupRoutes } from './backups/routes.ts';
import { billingRoutes } from './billing/routes.ts';
import { companyRoutes } from './company/routes.ts';
import { customerRoutes } from './customers/routes.ts';
import { expenseRoutes } from './expenses/routes.ts';
import { identityRoutes } from './identity/routes.ts';
import { importRoutes } from './imports/routes.ts';
import { jobRoutes } from './jobs/routes.ts';
import { messagingRoutes } from './messaging/routes.ts';
import { automaticRoutes } from './messaging/routes-automatic.ts';
import { networkRoutes } from './network/routes.ts';
import { procurementRoutes } from './procurement/routes.ts';
import { rateRoutes } from './rates/routes.ts';
import { approvalRoutes } from './reports/approvals/routes.ts';
import { financeRoutes } from './reports/finance/routes.ts';
import { networkReportRoutes } from './reports/network/routes.ts';
import { reportRoutes } from './reports/routes.ts';
import { stockRoutes } from './stock/routes.ts';
import { supportRoutes } from './support/routes.ts';

/** The whole contract, used by HTTP, the shell and the browser's types. */
export const routes = {
  ...identityRoutes,
  ...companyRoutes,
  ...rateRoutes,
  ...networkRoutes,
  ...customerRoutes,
  ...billingRoutes,
  ...accountingRoutes,
  ...ledgerRoutes,
  ...expenseRoutes,
  ...stockRoutes,
  ...procurementRoutes,
  ...supportRoutes,
  ...messagingRoutes,
  ...automaticRoutes,
  ...importRoutes,
  ...reportRoutes,
  ...networkReportRoutes,
  ...financeRoutes,
  ...approvalRoutes,
  ...backupRoutes,
  ...jobRoutes,
};

export type AppRoutes = typeof routes;
export type Operation = keyof AppRoutes;
export const operationNames = Object.keys(routes) as Operation[];
