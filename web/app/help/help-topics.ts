import type { Permission } from '@nimule/core/identity/permissions';
import { type ModuleName, modules } from '../modules.ts';
import { moduleAt, paths } from '../paths.ts';
import { isGuide, mayRead, type Topic } from './guides.ts';

/**
 * The sections that help at tabs and open forms, by the parameter of the query that says so; the first that is met counts. That
 * of the screen is in its row of modules.ts.
 */
export const topics: {
  readonly [Name in ModuleName]?: Readonly<Record<`${string}=${string}`, Topic>>;
} = {
  overview: { 'record=payment': 'clerk#take-a-payment' },
  till: { 'part=all': 'clerk#accept-a-till' },
  mine: { 'part=attendance': 'clerk#attendance' },
  customers: {
    'record=payment': 'clerk#take-a-payment',
    'its-part=statement': 'accountant#print-a-customers-statement',
    'its-part=loans': 'clerk#lend-equipment-to-a-customer',
    'its-part=messages': 'clerk#write-to-one-customer',
    'its-part=access': 'clerk#give-a-customer-access',
    'its-part=tickets': 'clerk#open-a-ticket',
    'owes=owes': 'clerk#see-who-owes',
    'owes=overdue': 'clerk#see-who-owes',
  },
  billing: {
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
  vouchers: {
    'view=bundles': 'administrator#bundles-of-vouchers',
    'view=all': 'clerk#take-vouchers-back',
    'view=wifi': 'clerk#see-what-visitors-bought',
  },
  network: {
    'settings-part=access': 'administrator#what-the-network-enforces',
    'view=routers': 'administrator#add-a-router',
    'view=online': 'clerk#see-who-is-online',
    'view=refusals': 'clerk#find-out-why-a-customer-is-offline',
    'view=settings': 'administrator#monitor-the-network',
  },
  support: {
    'view=new': 'clerk#open-a-ticket',
    'view=visits': 'clerk#visit-a-customer',
    'view=settings': 'administrator#targets-of-support-tickets',
  },
  sms: {
    'view=automatic': 'administrator#messages-that-go-out-by-themselves',
    'view=settings': 'administrator#connect-an-sms-gateway',
  },
  ai: {
    'view=articles': 'clerk#teach-the-assistant',
    'view=training': 'clerk#teach-the-assistant',
  },
  accounting: {
    'add=entry': 'accountant#post-an-entry',
    'add=month-lock': 'accountant#close-a-month',
    'view=journal': 'accountant#look-up-an-entry',
    'view=trial-balance': 'accountant#see-the-trial-balance',
    'view=profit-loss': 'accountant#read-the-statements',
    'view=balance-sheet': 'accountant#read-the-statements',
    'view=cash-flow': 'accountant#read-the-statements',
  },
  expenses: { 'view=recurring': 'clerk#record-an-expense-that-returns-each-month' },
  hr: {
    'pay-part=advances': 'accountant#advances-to-employees',
    'pay-part=remittances': 'accountant#tax-and-social-security',
    'pay-part=tax': 'accountant#tax-and-social-security',
    'pay-part=payments': 'accountant#pay-salaries',
    'view=payroll': 'accountant#run-the-payroll',
    'view=leave': 'clerk#ask-for-leave-and-decide-on-it',
    'view=attendance': 'clerk#attendance',
  },
  procurement: {
    'view=requisitions': 'clerk#ask-for-goods',
    'view=new-requisition': 'clerk#ask-for-goods',
    'view=orders': 'clerk#receive-goods-or-send-them-back',
    'list=ageing': 'accountant#pay-a-supplier',
    'list=payments': 'accountant#pay-a-supplier',
    'view=bills': 'accountant#record-a-suppliers-bill',
  },
  equipment: {
    'view=sales': 'clerk#sell-equipment',
    'view=loans': 'clerk#lend-equipment-to-a-customer',
    'view=moves': 'clerk#change-what-is-in-stock',
    'view=counts': 'clerk#count-the-stock',
  },
  users: { 'view=security': 'administrator#require-a-second-factor' },
  dataImport: { 'view=history': 'administrator#undo-an-import' },
  fullReports: {
    'view=own': 'accountant#compare-packages-locations-and-debts',
    'view=schedules': 'administrator#send-a-report-by-e-mail-each-week-or-month',
  },
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
  const module = moduleAt(pathname, search) ?? 'help';
  const params = new URLSearchParams(search);
  const met = Object.entries(topics[module] ?? {}).flatMap(([condition, special]) =>
    isMet(condition, params) ? [special] : [],
  );
  for (const candidate of [...met, modules[module].help]) {
    const [guide = '', section] = candidate.split('#');
    if (isGuide(guide) && mayRead(may, guide)) return paths.help(guide, section);
  }
  return paths.help('clerk');
}
