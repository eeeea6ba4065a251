import { expect, test } from 'vitest';
import { dashboardTabs, paths, tabOf } from './paths.ts';

test('URLs match the specification', () => {
  const {
    dashboard,
    customer,
    addCustomer,
    customersIn,
    recordPayment,
    newInvoice,
    grantCredit,
    campaign,
    node,
    customersOf,
    invoice,
    payment,
    importOf,
    importRun,
    ticket,
    newTicket,
    entry,
    newEntry,
    tickets,
    expense,
    addExpense,
    importExpenses,
    ...fixed
  } = paths;
  expect(Object.values(fixed).sort()).toEqual([
    '/',
    '/accounting',
    '/auth',
    '/backup-management',
    '/data-import',
    '/equipment',
    '/expense-management',
    '/hr',
    '/procurement',
    '/regional-coverage',
    '/reports',
    '/user-management',
    '/voucher-management',
    '/wifi-payment',
  ]);
  expect(campaign(5)).toBe('/dashboard?tab=sms&campaign=5');
  expect(entry('JE-2026-000007')).toBe('/accounting?entry=JE-2026-000007');
  expect(newEntry()).toBe('/accounting?add=entry');
  expect(node(4)).toBe('/dashboard?tab=network&node=4');
  expect(customersOf(4)).toBe('/dashboard?tab=customers&nodeId=4');
  expect(dashboard()).toBe('/dashboard');
  expect(dashboardTabs.map((tab) => dashboard(tab))).toEqual([
    '/dashboard',
    '/dashboard?tab=customers',
    '/dashboard?tab=billing',
    '/dashboard?tab=network',
    '/dashboard?tab=support',
    '/dashboard?tab=sms',
    '/dashboard?tab=ai',
    '/dashboard?tab=reports',
  ]);
  expect(customer('SC003')).toBe('/dashboard?tab=customers&customer=SC003');
  expect(recordPayment('SC003')).toBe('/dashboard?tab=billing&record=payment&payer=SC003');
  expect(recordPayment('')).toBe('/dashboard?tab=billing&record=payment');
  expect(importOf('customers')).toBe('/data-import?type=customers');
  expect(expense('TXN-2026-000001')).toBe('/expense-management?expense=TXN-2026-000001');
  expect(addExpense()).toBe('/expense-management?add=expense');
  expect(importExpenses()).toBe('/expense-management?add=expense-lines');
  expect(importRun(7)).toBe('/data-import?run=7');
  expect(addCustomer()).toBe('/dashboard?tab=customers&add=customer');
  expect(customersIn('Juba Central')).toBe('/dashboard?tab=customers&location=Juba+Central');
  expect(invoice(7)).toBe('/dashboard?tab=billing&invoice=7');
  expect(payment(7)).toBe('/dashboard?tab=billing&view=payments&payment=7');
  expect(newInvoice('SC003')).toBe('/dashboard?tab=billing&view=manual&invoice-for=SC003');
  expect(grantCredit('SC003')).toBe('/dashboard?tab=billing&record=credit&customer=SC003');
  expect(node(4)).toBe('/dashboard?tab=network&node=4');
  expect(customersOf(4)).toBe('/dashboard?tab=customers&nodeId=4');
  expect(ticket('TKT-001')).toBe('/dashboard?tab=support&ticket=TKT-001');
  expect(newTicket('')).toBe('/dashboard?tab=support&view=new');
  expect(newTicket('SC003')).toBe('/dashboard?tab=support&view=new&ticket-for=SC003');
  expect(tickets({ due: 'overdue' })).toBe('/dashboard?tab=support&due=overdue');
  expect(customer('a&b=c')).toBe('/dashboard?tab=customers&customer=a%26b%3Dc');
});

test('unknown tabs are ignored', () => {
  expect(tabOf(new URLSearchParams('tab=billing'))).toBe('billing');
  expect(tabOf(new URLSearchParams('tab=nonsense'))).toBe('overview');
  expect(tabOf(new URLSearchParams(''))).toBe('overview');
});
