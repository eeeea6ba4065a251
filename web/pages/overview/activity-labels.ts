/** Labels of audit actions shown on the overview. */
const labels: Record<string, string> = {
  'customer.create': 'Customer added',
  'customer.update': 'Customer changed',
  'customer.delete': 'Customer deleted',
  'customer.deactivate': 'Customer deactivated',
  'customer.promise': 'Promise to pay changed',
  'customer.restore': 'Customer restored',
  'customer.import': 'Customers imported',
  'invoice.create': 'Invoice made',
  'invoice.update': 'Invoice changed',
  'invoice.cancel': 'Invoice cancelled',
  'invoice.email': 'Invoice e-mailed',
  'invoice.paymentStatus': 'Payment status set',
  'invoice.import': 'Invoices imported',
  'payment.record': 'Payment recorded',
  'payment.reverse': 'Payment reversed',
  'credit.grant': 'Credit granted',
  'billing.run': 'Billing run',
  'billing.disconnect': 'Auto-disconnect',
  'rate.update': 'Exchange rate updated',
};

/** 'Payment recorded'; for an action without a label, 'ticket resolve'. */
export function actionLabel(action: string): string {
  return labels[action] ?? action.replaceAll('.', ' ');
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'always' });

/** '5 minutes ago' within a day; undefined after that, or if the browser's clock is behind the server's. */
export function timeSince(at: Date, now: Date): string | undefined {
  const passed = now.getTime() - at.getTime();
  if (passed < 0 || passed >= DAY_MS) return undefined;
  if (passed < MINUTE_MS) return 'just now';
  return passed < HOUR_MS
    ? relative.format(-Math.floor(passed / MINUTE_MS), 'minute')
    : relative.format(-Math.floor(passed / HOUR_MS), 'hour');
}
