import type { Permission } from '@nimule/core/identity/permissions';
import type { ModuleName } from '../modules.ts';
import { moduleAt, paths } from '../paths.ts';
import { type GuideName, isGuide, mayRead } from './guides.ts';

/** A section of a guide: 'clerk#take-a-payment'. */
type Topic = `${GuideName}#${string}`;

interface Topics {
  topic: Topic;
  /** For values of a query parameter: of the tabs, of the form that is open. */
  when?: Readonly<Record<`${string}=${string}`, Topic>>;
}

/** The section that helps at each screen and at each of its tabs; the first parameter that is met counts. */
export const topics: Readonly<Record<ModuleName, Topics>> = {
  overview: {
    topic: 'clerk#read-the-overview',
    when: { 'record=payment': 'clerk#take-a-payment' },
  },
  approvals: { topic: 'clerk#decide-on-what-waits-for-a-second-person' },
  till: { topic: 'clerk#keep-a-till', when: { 'part=all': 'clerk#accept-a-till' } },
  mine: { topic: 'clerk#leave', when: { 'part=attendance': 'clerk#attendance' } },
  security: { topic: 'clerk#sign-in-with-a-second-factor' },
  help: { topic: 'clerk#find-something' },
  customers: {
    topic: 'clerk#add-a-customer',
    when: {
      'record=payment': 'clerk#take-a-payment',
      'its-part=statement': 'accountant#print-a-customers-statement',
      'its-part=loans': 'clerk#lend-equipment-to-a-customer',
      'its-part=messages': 'clerk#write-to-one-customer',
      'its-part=tickets': 'clerk#open-a-ticket',
      'owes=owes': 'clerk#see-who-owes',
      'owes=overdue': 'clerk#see-who-owes',
    },
  },
  billing: {
    topic: 'clerk#print-or-e-mail-an-invoice',
    when: {
      'record=payment': 'clerk#take-a-payment',
      'record=credit': 'clerk#grant-a-credit',
      'record=refund': 'accountant#credit-notes-and-refunds',
      'add=reversal': 'clerk#take-back-a-payment',
      'add=invoice-emails': 'clerk#e-mail-the-invoices-of-a-month',
      'view=payments': 'clerk#a-customer-paid-the-wrong-invoice',
      'view=manual': 'clerk#bill-something-by-hand',
      'view=automation': 'clerk#bill-the-month',
      'view=disconnect': 'clerk#see-whom-the-rule-disconnects-tomorrow',
      'view=rates': 'clerk#change-an-exchange-rate',
    },
  },
  vouchers: {
    topic: 'clerk#sell-vouchers',
    when: {
      'view=bundles': 'administrator#bundles-of-vouchers',
      'view=all': 'clerk#take-vouchers-back',
      'view=wifi': 'clerk#see-what-visitors-bought',
    },
  },
  network: {
    topic: 'clerk#see-the-network',
    when: { 'view=settings': 'administrator#monitor-the-network' },
  },
  support: {
    topic: 'clerk#work-on-a-ticket',
    when: {
      'view=new': 'clerk#open-a-ticket',
      'view=visits': 'clerk#visit-a-customer',
      'view=settings': 'administrator#targets-of-support-tickets',
    },
  },
  sms: {
    topic: 'clerk#send-a-message-to-customers',
    when: {
      'view=automatic': 'administrator#messages-that-go-out-by-themselves',
      'view=settings': 'administrator#connect-an-sms-gateway',
    },
  },
  ai: {
    topic: 'clerk#ask-the-assistant',
    when: {
      'view=articles': 'clerk#teach-the-assistant',
      'view=training': 'clerk#teach-the-assistant',
    },
  },
  reports: { topic: 'accountant#read-the-reports-of-any-days' },
  accounting: {
    topic: 'accountant#where-the-books-are',
    when: {
      'add=entry': 'accountant#post-an-entry',
      'add=month-lock': 'accountant#close-a-month',
      'view=journal': 'accountant#look-up-an-entry',
      'view=trial-balance': 'accountant#see-the-trial-balance',
      'view=profit-loss': 'accountant#read-the-statements',
      'view=balance-sheet': 'accountant#read-the-statements',
      'view=cash-flow': 'accountant#read-the-statements',
    },
  },
  expenses: {
    topic: 'clerk#record-an-expense',
    when: { 'view=recurring': 'clerk#record-an-expense-that-returns-each-month' },
  },
  hr: {
    topic: 'clerk#add-or-change-an-employee',
    when: {
      'pay-part=advances': 'accountant#advances-to-employees',
      'pay-part=remittances': 'accountant#tax-and-social-security',
      'pay-part=tax': 'accountant#tax-and-social-security',
      'pay-part=payments': 'accountant#pay-salaries',
      'view=payroll': 'accountant#run-the-payroll',
      'view=leave': 'clerk#ask-for-leave-and-decide-on-it',
      'view=attendance': 'clerk#attendance',
    },
  },
  procurement: {
    topic: 'clerk#order-goods',
    when: {
      'view=requisitions': 'clerk#ask-for-goods',
      'view=new-requisition': 'clerk#ask-for-goods',
      'view=orders': 'clerk#receive-goods-or-send-them-back',
      'list=ageing': 'accountant#pay-a-supplier',
      'list=payments': 'accountant#pay-a-supplier',
      'view=bills': 'accountant#record-a-suppliers-bill',
    },
  },
  equipment: {
    topic: 'clerk#add-equipment',
    when: {
      'view=sales': 'clerk#sell-equipment',
      'view=loans': 'clerk#lend-equipment-to-a-customer',
      'view=moves': 'clerk#change-what-is-in-stock',
      'view=counts': 'clerk#count-the-stock',
    },
  },
  users: {
    topic: 'administrator#add-a-user',
    when: { 'view=security': 'administrator#require-a-second-factor' },
  },
  backups: { topic: 'administrator#back-up-and-restore' },
  dataImport: {
    topic: 'clerk#import-a-file',
    when: { 'view=history': 'administrator#undo-an-import' },
  },
  regionalCoverage: { topic: 'clerk#see-which-towns-are-covered' },
  fullReports: {
    topic: 'accountant#read-the-reports-of-any-days',
    when: {
      'view=own': 'accountant#compare-packages-locations-and-debts',
      'view=schedules': 'administrator#send-a-report-by-e-mail-each-week-or-month',
    },
  },
  wifiPayment: { topic: 'clerk#see-what-visitors-bought' },
};

function isMet(condition: string, params: URLSearchParams): boolean {
  const [name = '', value] = condition.split('=');
  return params.get(name) === value;
}

/** The help for a screen, in a guide that the user may read. */
export function helpFor(
  { pathname, search }: { pathname: string; search: string },
  may: (permission: Permission) => boolean,
): string {
  const { topic, when = {} } = topics[moduleAt(pathname, search) ?? 'help'];
  const params = new URLSearchParams(search);
  const met = Object.entries(when).flatMap(([condition, special]) =>
    isMet(condition, params) ? [special] : [],
  );
  for (const candidate of [...met, topic]) {
    const [guide = '', section] = candidate.split('#');
    if (isGuide(guide) && mayRead(may, guide)) return paths.help(guide, section);
  }
  return paths.help('clerk');
}
