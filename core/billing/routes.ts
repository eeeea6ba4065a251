import { accountRoutes } from './accounts/routes.ts';
import { disconnectRoutes } from './disconnect/routes.ts';
import { invoiceRoutes } from './invoices/routes.ts';
import { paymentRoutes } from './payments/routes.ts';
import { profitRoutes } from './profit/routes.ts';
import { refundRoutes } from './refunds/routes.ts';
import { runRoutes } from './runs/routes.ts';

/** seeds/000 7 (Billing); overview, previews, payments, disconnection and statements are ours. */
export const billingRoutes = {
  ...accountRoutes,
  ...invoiceRoutes,
  ...paymentRoutes,
  ...refundRoutes,
  ...runRoutes,
  ...disconnectRoutes,
  ...profitRoutes,
};
