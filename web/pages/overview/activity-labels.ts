import { DAY_MS, relativeTime } from '../../ui/relative-time.ts';

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
  'cash.import': 'Cash book imported',
  'journal.import': 'Journal entries imported',
  'account.import': 'Chart of accounts imported',
  'opening.import': 'Opening balances imported',
  'payment.record': 'Payment recorded',
  'payment.reverse': 'Payment reversed',
  'credit.grant': 'Credit granted',
  'billing.run': 'Billing run',
  'billing.disconnect': 'Auto-disconnect',
  'rate.update': 'Exchange rate updated',
  'backup.create': 'Backup made',
  'backup.verify': 'Backup verified',
  'backup.restore': 'Database restored',
  'backup.delete': 'Backup deleted',
  'backup.download': 'Backup downloaded',
  'backup.resume': 'Jobs and messages resumed',
  'campaign.send': 'Campaign sent',
  'campaign.cancel': 'Campaign cancelled',
  'campaign.stop': 'Campaign stopped',
  'campaign.resume': 'Campaign resumed',
  'campaign.retry': 'Failed messages sent again',
  'message.send': 'Message sent',
  'message.again': 'Message sent again',
  'message.cancel': 'Message cancelled',
  'template.create': 'Message template added',
  'template.update': 'Message template changed',
  'template.delete': 'Message template deleted',
  'messages.settings': 'Settings of messages changed',
  'node.create': 'Network node added',
  'node.update': 'Network node changed',
  'node.toggle': 'Status of a network node changed',
  'node.retire': 'Network node retired',
  'node.restore': 'Network node brought back',
  'node.delete': 'Network node deleted',
  'node.snmp': 'SNMP credentials replaced',
  'node.interfaces': 'Counted interfaces chosen',
  'network.settings': 'Settings of monitoring changed',
  'customer.assignNode': 'Customers assigned to a network node',
  'ticket.create': 'Ticket opened',
  'ticket.update': 'Ticket changed',
  'ticket.assign': 'Ticket assigned',
  'ticket.start': 'Work on a ticket started',
  'ticket.resolve': 'Ticket resolved',
  'ticket.reopen': 'Ticket opened again',
  'ticket.close': 'Ticket closed',
  'ticket.merge': 'Tickets merged',
  'ticket.arrive': 'Arrived for a visit',
  'ticket.complete': 'Visit completed',
  'ticket.attach': 'File attached to a ticket',
  'ticket.detach': 'File of a ticket deleted',
  'support.settings': 'Targets of tickets changed',
  'openingDate.update': 'Opening date of the books changed',
};

/** 'Payment recorded'; for an action without a label, 'ticket resolve'. */
export function actionLabel(action: string): string {
  return labels[action] ?? action.replaceAll('.', ' ');
}

/** '5 minutes ago' within a day; undefined after that, or if the browser's clock is behind the server's. */
export function timeSince(at: Date, now: Date): string | undefined {
  const passed = now.getTime() - at.getTime();
  return passed < 0 || passed >= DAY_MS ? undefined : relativeTime(at, now);
}
