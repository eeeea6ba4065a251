import { makeAccount } from '@nimule/fixtures/testing/accounts';
import { createDemoApp } from '@nimule/fixtures/testing/demo-app';
import { expect } from 'vitest';
import { closeForm, fieldsThatDoNotSend, openForm, watchForms } from './form-keys.ts';
import { sourceForms } from './form-list.ts';
import { type Area, openers } from './form-openers.ts';
import { openPortal, type Portal, signIn } from './harness.ts';

/** The folders whose forms are walked through together; of `parts`, also single files. */
const folders: Readonly<Record<Area, readonly string[]>> = {
  customers: [
    ...['pages/customers', 'pages/billing', 'pages/till', 'pages/approvals', 'pages/vouchers'],
    ...['pages/network', 'parts/promise-form.tsx', 'parts/disputes', 'parts/views'],
    'parts/messages',
  ],
  office: [
    ...['pages/support', 'pages/messages', 'pages/assistant', 'pages/reports', 'pages/accounting'],
    ...['pages/expenses', 'pages/users', 'pages/mine', 'pages/security'],
    ...['parts/tickets', 'parts/factors'],
  ],
  stock: [
    ...['pages/hr', 'pages/procurement', 'pages/equipment', 'parts/leave', 'parts/loans'],
    'parts/procurement',
  ],
};

function areaOf(file: string): Area {
  const found = Object.entries(folders).find(([, places]) =>
    places.some((place) => file === place || file.startsWith(`${place}/`)),
  );
  if (!found) throw new Error(`no walk has the forms of ${file}`);
  return found[0] as Area;
}

/** Enter goes on to the next field: on the last line or box the form is complete. */
const ENTERS_NEXT = /^(Count TILL-|New Journal Entry$)/;
/** Where the focus is after a dialog has closed; MAIN where an address has opened it. */
const CONTROLS = ['BUTTON', 'A', 'INPUT', 'SELECT', 'TEXTAREA', 'MAIN'];

const NO_RECORD = 'the demo company has no record in this state';
const AFTER_ANOTHER = 'follows on another form, or on an answer of the server';
/** Forms that are not opened here, by file and title, and why. They are made with the same kit. */
const notOpened: Readonly<Record<string, string>> = {
  'pages/accounting/entry/template-form.tsx Edit recurring entry': NO_RECORD,
  'pages/accounting/journal/entry-drawer.tsx Reverse ${entry.entryId}':
    'opens in the drawer of an entry',
  'pages/assistant/chat/chat-header.tsx Hand to a person': AFTER_ANOTHER,
  'pages/billing/payments/refund-form.tsx Refund Credit': NO_RECORD,
  'pages/billing/payments/request-payment.tsx Request Mobile Money': AFTER_ANOTHER,
  'pages/customers/access/account-dialogs.tsx Renew Password': NO_RECORD,
  'pages/customers/access/account-forms.tsx Edit Access Account': NO_RECORD,
  'pages/equipment/counts/count-dialogs.tsx Submit ${countId}': NO_RECORD,
  'pages/equipment/sales/sale-dialogs.tsx Deliver ${orderNumber}': NO_RECORD,
  'pages/equipment/sales/sale-dialogs.tsx Return goods of ${orderNumber}': NO_RECORD,
  'pages/expenses/detail/delete-expense-dialog.tsx ':
    'has a field for expenses with payments alone',
  'pages/expenses/detail/payments-panel.tsx Reverse payment?': NO_RECORD,
  'pages/expenses/detail/pay-form.tsx Pay ${transactionId}': NO_RECORD,
  'pages/hr/payments/pay-dialog.tsx title': NO_RECORD,
  'pages/messages/automatic/type-form.tsx type.title': 'its fields are shown for types that are on',
  'pages/mine/mine-page.tsx Ask for Leave': 'is for a user who is an employee',
  'pages/network/routers/router-dialogs.tsx Script for ${router.name}': NO_RECORD,
  'pages/network/routers/router-form.tsx Edit Router': NO_RECORD,
  'pages/procurement/bills/payment-dialogs.tsx title': NO_RECORD,
  'pages/procurement/orders/order-dialogs.tsx isRest ? `Cancel the rest of ${poNumber': NO_RECORD,
  'pages/procurement/orders/order-dialogs.tsx Delete ${poNumber}?': NO_RECORD,
  'pages/support/ticket/action-dialogs.tsx Reopen ${ticket.ticketId}': NO_RECORD,
  'pages/support/ticket/network-panel.tsx Outage of ${ticket.ticketId}': NO_RECORD,
  'pages/support/visits/complete-form.tsx Complete ${ticket.ticketId}': NO_RECORD,
  'parts/factors/add-factor.tsx Passkey': 'needs https or localhost (second-factor.test.ts has it)',
  'pages/till/count-form.tsx Count ${tillNumber}': 'forms-sent.test.ts sends it',
  'pages/vouchers/batch/void-form.tsx Void Vouchers of ${batchNumber}': NO_RECORD,
  'pages/vouchers/requests/request-forms.tsx Accept Payment': NO_RECORD,
  'pages/vouchers/requests/request-forms.tsx Refund Payment': NO_RECORD,
  'parts/procurement/new-requisition-dialog.tsx New Purchase Requisition': AFTER_ANOTHER,
};

/** A portal with the demo company, and a user of all forms. */
export async function openDemoPortal(): Promise<Portal> {
  const portal = await openPortal(createDemoApp);
  await makeAccount(portal.app, 'super_admin', { username: 'forms' });
  return portal;
}

/** Opens each form of an area, goes through its fields, sends it by key and closes it. */
export async function walkForms(portal: Portal, area: Area): Promise<void> {
  const { page, faults } = await portal.open();
  await signIn(page, 'forms', '/user-management');
  const keys = await watchForms(page);
  const wrong: string[] = [];
  const opened: string[] = [];
  for (const opener of openers[area]) {
    const what = [opener.at, ...(opener.press ?? []), opener.row].filter(Boolean).join(' ');
    const name = await openForm(page, opener);
    if (name === undefined) wrong.push(`${what}: no form`);
    else {
      opened.push(name);
      const silent = await fieldsThatDoNotSend(page, keys, ENTERS_NEXT.test(name));
      wrong.push(...silent.map((field) => `${name}: ${field}`));
    }
    const focus = await closeForm(page);
    if (focus !== undefined && !CONTROLS.includes(focus))
      wrong.push(`${what}: the focus is on ${focus} afterwards`);
  }
  expect(wrong).toEqual([]);
  const files = openers[area].map(({ file }) => `pages/${file}`);
  const missing = sourceForms()
    .filter(({ file }) => areaOf(file) === area)
    .filter(
      ({ file, pattern }) => !files.includes(file) && !opened.some((name) => pattern?.test(name)),
    )
    .map(({ file, title }) => `${file} ${title}`);
  const known = Object.keys(notOpened).filter((form) => areaOf(form.split(' ')[0]!) === area);
  expect([...new Set(missing)].sort()).toEqual(known.sort());
  expect(faults).toEqual([]);
}
