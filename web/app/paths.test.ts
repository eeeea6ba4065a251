import { isoMonth } from '@nimule/core/kernel/dates';
import { expect, test } from 'vitest';
import {
  addressWith,
  dashboardModuleOf,
  dashboardTabs,
  paths,
  recordPath,
  tabOf,
} from './paths.ts';

test('URLs match the specification', () => {
  const {
    dashboard,
    addCustomer,
    customersIn,
    recordPayment,
    newInvoice,
    grantCredit,
    nodes,
    coverage,
    customersOf,
    payments,
    importOf,
    importRun,
    newTicket,
    newEntry,
    tickets,
    addExpense,
    importExpenses,
    newOrder,
    newRequisition,
    view,
    addEquipment,
    movesOf,
    lowStock,
    stockCounts,
    issueLoan,
    loansToCollect,
    refundCredit,
    newSale,
    counterSale,
    addEmployee,
    askForLeave,
    newLeave,
    sellVouchers,
    voucherBundles,
    voucherList,
    wifiSales,
    invoices,
    customersWith,
    orders,
    employees,
    attendance,
    ledger,
    ownReport,
    chats,
    articles,
    help,
  } = paths;
  expect(Object.values(paths)).toEqual(
    expect.arrayContaining([
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
    ]),
  );
  expect(sellVouchers()).toBe('/voucher-management?view=sell');
  expect(voucherBundles()).toBe('/voucher-management?view=bundles');
  expect(voucherList()).toBe('/voucher-management?view=all');
  expect(voucherList({ batchId: '12' })).toBe('/voucher-management?view=all&vouchers-batchId=12');
  expect(recordPath('voucherBatch', 12)).toBe('/voucher-management?view=all&show=sales&batch=12');
  expect(wifiSales()).toBe('/voucher-management?view=wifi');
  expect(recordPath('salesOrder', 9)).toBe('/equipment?view=sales&sale=9');
  expect(newSale()).toBe('/equipment?view=sales&add=sale');
  expect(counterSale()).toBe('/equipment?view=sales&add=counter-sale');
  expect(recordPath('campaign', 5)).toBe('/dashboard?tab=sms&campaign=5');
  expect(recordPath('entry', 'JE-2026-000007')).toBe('/accounting?entry=JE-2026-000007');
  expect(newEntry()).toBe('/accounting?add=entry');
  expect(refundCredit('SC003')).toBe('/dashboard?tab=billing&record=refund&customer=SC003');
  expect(refundCredit('')).toBe('/dashboard?tab=billing&record=refund');
  expect(view('till')).toBe('/dashboard?view=till');
  expect(recordPath('till', 3)).toBe('/dashboard?view=till&part=all&till=3');
  expect(issueLoan()).toBe('/equipment?view=loans&add=loan');
  expect(loansToCollect()).toBe('/equipment?view=loans&loans-show=collect');
  expect(recordPath('node', 4)).toBe('/dashboard?tab=network&node=4');
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
  expect(recordPath('customer', 'SC003')).toBe('/dashboard?tab=customers&customer=SC003');
  expect(recordPayment('SC003')).toBe('/dashboard?tab=billing&record=payment&payer=SC003');
  expect(recordPayment('')).toBe('/dashboard?tab=billing&record=payment');
  expect(recordPath('chat', 'k-12345678')).toBe('/dashboard?tab=ai&chat=k-12345678');
  expect(chats({ topic: 'billing' })).toBe('/dashboard?tab=ai&view=chats&chats-topic=billing');
  expect(articles('WiFi')).toBe('/dashboard?tab=ai&view=articles&articles-q=WiFi');
  expect(importOf('customers')).toBe('/data-import?type=customers');
  expect(recordPath('expense', 'TXN-2026-000001')).toBe(
    '/expense-management?expense=TXN-2026-000001',
  );
  expect(addExpense()).toBe('/expense-management?add=expense');
  expect(recordPath('requisition', 11)).toBe('/procurement?view=requisitions&requisition=11');
  expect(recordPath('purchaseOrder', 21)).toBe('/procurement?view=orders&purchase-order=21');
  expect(recordPath('supplier', 3)).toBe('/procurement?view=suppliers&supplier=3');
  expect(recordPath('supplierBill', 31)).toBe('/procurement?view=bills&bill=31');
  expect(newOrder()).toBe('/procurement?view=new-order');
  expect(newRequisition()).toBe('/procurement?view=new-requisition');
  expect(importExpenses()).toBe('/expense-management?add=expense-lines');
  expect(help('clerk')).toBe('/dashboard?view=help&guide=clerk');
  expect(help('clerk', 'take-a-payment')).toBe('/dashboard?view=help&guide=clerk#take-a-payment');
  expect(grantCredit('')).toBe('/dashboard?tab=billing&record=credit');
  expect(view('approvals')).toBe('/dashboard?view=approvals');
  expect(recordPath('equipment', 4)).toBe('/equipment?equipment=4');
  expect(addEquipment()).toBe('/equipment?add=equipment');
  expect(movesOf(4)).toBe('/equipment?view=moves&moves-equipmentId=4');
  expect(lowStock()).toBe('/equipment?stock=short&status=active');
  expect(stockCounts()).toBe('/equipment?view=counts');
  expect(recordPath('stockCount', 7)).toBe('/equipment?view=counts&stock-count=7');
  expect(recordPath('employee', 7)).toBe('/hr?view=employees&employee=7');
  expect(askForLeave()).toBe('/dashboard?view=mine&add=leave');
  expect(addEmployee()).toBe('/hr?view=employees&add=employee');
  expect(recordPath('leaveRequest', 7)).toBe('/hr?view=leave&leave=7');
  expect(newLeave()).toBe('/hr?view=leave&add=leave');
  expect(recordPath('payroll', 7)).toBe('/hr?view=payroll&payroll=7');
  expect(recordPath('payrollBatch', 7)).toBe('/hr?view=payroll&pay-part=batches&payroll-batch=7');
  expect(recordPath('employeeAdvance', 7)).toBe('/hr?view=payroll&pay-part=advances&advance=7');
  expect(invoices({ status: 'overdue' })).toBe('/dashboard?tab=billing&status=overdue');
  expect(customersWith({ status: 'Active' })).toBe('/dashboard?tab=customers&status=Active');
  expect(orders({ from: '2026-01-01' })).toBe('/procurement?view=orders&po-from=2026-01-01');
  expect(employees({ status: 'active' })).toBe('/hr?view=employees&emp-status=active');
  expect(attendance()).toBe('/hr?view=attendance');
  expect(ledger('5410', isoMonth('2026-01'), isoMonth('2026-03'))).toBe(
    '/accounting?month=3&year=2026&account=5410&from=2026-01&to=2026-03',
  );
  expect(ownReport('ageing', {})).toBe('/reports?view=own&report=ageing');
  expect(importRun(7)).toBe('/data-import?run=7');
  expect(addCustomer()).toBe('/dashboard?tab=customers&add=customer');
  expect(customersIn('Juba Central')).toBe('/dashboard?tab=customers&location=Juba+Central');
  expect(customersIn('Wau', { status: 'Active' })).toBe(
    '/dashboard?tab=customers&location=Wau&status=Active',
  );
  expect(nodes()).toBe('/dashboard?tab=network');
  expect(nodes({ location: 'Wau' })).toBe('/dashboard?tab=network&location=Wau');
  expect(coverage('clients')).toBe('/regional-coverage?view=clients');
  expect(recordPath('invoice', 7)).toBe('/dashboard?tab=billing&invoice=7');
  expect(payments({ month: '2026-11' })).toBe(
    '/dashboard?tab=billing&view=payments&payments-month=2026-11',
  );
  expect(addressWith('support', { due: 'overdue' })).toBe('/dashboard?tab=support&due=overdue');
  expect(addressWith('approvals', { kind: 'bill' })).toBe('/dashboard?view=approvals&kind=bill');
  expect(addressWith('backups', {})).toBe('/backup-management');
  expect(addressWith('vouchers', { view: 'wifi' })).toBe('/voucher-management?view=wifi');
  expect(recordPath('payment', 7)).toBe('/dashboard?tab=billing&view=payments&payment=7');
  expect(newInvoice('SC003')).toBe('/dashboard?tab=billing&view=manual&invoice-for=SC003');
  expect(grantCredit('SC003')).toBe('/dashboard?tab=billing&record=credit&customer=SC003');
  expect(recordPath('node', 4)).toBe('/dashboard?tab=network&node=4');
  expect(customersOf(4)).toBe('/dashboard?tab=customers&nodeId=4');
  expect(recordPath('ticket', 'TKT-001')).toBe('/dashboard?tab=support&ticket=TKT-001');
  expect(newTicket('')).toBe('/dashboard?tab=support&view=new');
  expect(newTicket('SC003')).toBe('/dashboard?tab=support&view=new&ticket-for=SC003');
  expect(tickets({ due: 'overdue' })).toBe('/dashboard?tab=support&due=overdue');
  expect(recordPath('customer', 'a&b=c')).toBe('/dashboard?tab=customers&customer=a%26b%3Dc');
});

test('unknown tabs are ignored', () => {
  expect(tabOf(new URLSearchParams('tab=billing'))).toBe('billing');
  expect(tabOf(new URLSearchParams('tab=nonsense'))).toBe('overview');
  expect(tabOf(new URLSearchParams(''))).toBe('overview');
});

test('a view of the dashboard is shown unless a tab is named', () => {
  const shown = (query: string) => dashboardModuleOf(new URLSearchParams(query));
  expect(shown('view=approvals')).toBe('approvals');
  expect(shown('tab=billing&view=approvals')).toBe('billing');
  expect(shown('view=customers')).toBe('overview');
});
