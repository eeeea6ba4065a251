import { accountingRoutes } from './accounting/routes.ts';
import { backupRoutes } from './backups/routes.ts';
import { billingRoutes } from './billing/routes.ts';
import { companyRoutes } from './company/routes.ts';
import { customerRoutes } from './customers/routes.ts';
import { identityRoutes } from './identity/routes.ts';
import { importRoutes } from './imports/routes.ts';
import { jobRoutes } from './jobs/routes.ts';
import { automaticRoutes } from './messaging/routes-automatic.ts';
import { messagingRoutes } from './messaging/routes.ts';
import { rateRoutes } from './rates/routes.ts';
import { reportRoutes } from './reports/routes.ts';

/** The whole contract, used by HTTP, the shell and the browser's types. */
export const routes = {
  ...identityRoutes,
  ...companyRoutes,
  ...rateRoutes,
  ...customerRoutes,
  ...billingRoutes,
  ...accountingRoutes,
  ...messagingRoutes,
  ...automaticRoutes,
  ...importRoutes,
  ...reportRoutes,
  ...backupRoutes,
  ...jobRoutes,
};

export type AppRoutes = typeof routes;
export type Operation = keyof AppRoutes;
export const operationNames = Object.keys(routes) as Operation[];
