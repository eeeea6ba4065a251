import { roleHolds } from '@nimule/core/identity/permissions';
import { roles } from '@nimule/core/identity/roles';
import { routes } from '@nimule/core/routes';
import { expect, test } from 'vitest';
import { placesFor } from '../search/places.tsx';
import { actNames, acts, actsFor, permissionsOf } from './acts.ts';
import { fitOf } from './match.ts';

const everything = () => true;
const first = (q: string) => placesFor(everything, q, true)[0]?.entry.label;

test('an act needs what its operation needs, and the module that it opens', () => {
  expect(permissionsOf('recordPayment')).toEqual(['payment.record', 'invoice.read']);
  expect(permissionsOf('importCustomers')).toEqual(['signedIn', 'customer.import', 'signedIn']);
  expect(permissionsOf('reversePayment')).toEqual(['payment.record', 'invoice.read']);
  for (const name of actNames)
    expect([name, permissionsOf(name)[0]]).toEqual([name, routes[acts[name].operation].permission]);
});

test('each role is offered the acts whose operation the server would do for it, and no other', () => {
  for (const role of roles) {
    const may = (permission: Parameters<typeof roleHolds>[1]) => roleHolds(role, permission);
    const offered = actsFor(may, true);
    for (const name of actNames) {
      const isDone = may(routes[acts[name].operation].permission);
      if (offered.includes(name)) expect([role, name, isDone]).toEqual([role, name, true]);
    }
    expect(offered.length).toBeGreaterThan(30);
  }
  const technician = actsFor((permission) => roleHolds('technician', permission), false);
  expect(technician).toContain('visits');
  expect(technician).not.toContain('recordPayment');
  expect(technician).not.toContain('addUser');
  expect(technician).not.toContain('ownLeave');
});

test('labels are unique, and no act has one of its own names twice', () => {
  const labels = actNames.map((name) => acts[name].label);
  expect(new Set(labels).size).toBe(labels.length);
  for (const name of actNames) {
    const names = [acts[name].label, ...acts[name].also].map((text) => text.toLowerCase());
    expect([name, new Set(names).size]).toEqual([name, names.length]);
  }
});

test('every name of an act finds it among the best', () => {
  for (const name of actNames) {
    for (const text of [acts[name].label, ...acts[name].also]) {
      const best = placesFor(everything, text, true)
        .filter(({ fit }) => fit <= 1)
        .map(({ entry }) => entry.act);
      expect([text, best.includes(name)]).toEqual([text, true]);
    }
  }
});

test.each([
  ['open till', 'Open till'],
  ['dispute', 'Dispute an invoice'],
  ['wrong invoice', 'Dispute an invoice'],
  ['disputes', 'Disputes'],
  ['send invoices', 'E-mail invoices'],
  ['who owes', 'Who owes'],
  ['owe', 'Who owes'],
  ['debt', 'Who owes'],
  ['receivable', 'Who owes'],
  ['aged', 'Debts by age'],
  ['overdue 60 days', 'Debts by age'],
  ['reverse', 'Reverse a payment'],
  ['help', 'Help'],
  ['guide', 'Help'],
  ['manual', 'Help'],
  ['?', 'Help'],
  ['refund', 'Refund credit'],
  ['change package', 'Change package of a customer'],
  ['upgrade', 'Change package of a customer'],
  ['reset router', 'New ticket'],
  ['shortcut', 'Keyboard shortcuts'],
  ['pay', 'Record payment'],
  ['cash', 'Record payment'],
  ['new ticket', 'New ticket'],
  ['report a fault', 'New ticket'],
  ['complete visit', 'Visits'],
  ['close', 'Lock month'],
  ['run billing', 'Run monthly billing'],
  ['backup now', 'Back up now'],
  ['reset password', 'Reset password of a user'],
  ['exchange rate', 'Update exchange rate'],
  ['send sms', 'Send SMS'],
  ['sign out', 'Logout'],
  ['dark mode', 'Dark theme'],
  ['count till', 'Count and close till'],
  ['payroll', 'Payroll'],
  ['add user', 'Create user'],
  ['My till', 'My till'],
])('%s finds %s first', (q, label) => {
  expect(first(q)).toBe(label);
});

test('the name itself counts more than its words, and words more than other names', () => {
  const also = ['refund', 'give money back'];
  expect(fitOf('Refund credit', also, 'Refund Credit')).toBe(0);
  expect(fitOf('Refund credit', also, 'REFUND')).toBe(1);
  expect(fitOf('Refund credit', also, 'cred ref')).toBe(2);
  expect(fitOf('Refund credit', also, 'money')).toBe(3);
  expect(fitOf('Refund credit', also, 'fund')).toBe(4);
  expect(fitOf('Electricity and power', [], 'owe')).toBe(4);
  expect(fitOf('Refund credit', also, 'invoice')).toBe(undefined);
});
