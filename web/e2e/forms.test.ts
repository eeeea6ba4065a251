import { makeAccount } from '@nimule/fixtures/testing/accounts';
import { createDemoApp } from '@nimule/fixtures/testing/demo-app';
import { patiently } from '@nimule/fixtures/testing/machine';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeForm, countSends, fieldsThatDoNotSend, openForm } from './form-keys.ts';
import { sourceForms } from './form-list.ts';
import { openers } from './form-openers.ts';
import { openPortal, type Portal, signIn } from './harness.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal(createDemoApp);
  await makeAccount(portal.app, 'super_admin', { username: 'forms' });
});
afterAll(() => portal.close());

/** Enter goes on to the next field: on the last line or box the form is complete. */
const ENTERS_NEXT = /^(Count TILL-|New Journal Entry$)/;
/** Where the focus is after a dialog has closed; MAIN where an address has opened it. */
const CONTROLS = ['BUTTON', 'A', 'INPUT', 'SELECT', 'TEXTAREA', 'MAIN'];

const NO_RECORD = 'the demo company has no record in this state';
const AFTER_ANOTHER = 'follows on another form, or on an answer of the server';
/** Forms that are not opened here, by file and title, and why. They are made with the same kit. */
const notOpened: Readonly<Record<string, string>> = {
  'pages/accounting/entry/template-form.tsx Edit recurring entry': NO_RECORD,
  'pages/assistant/chat/chat-header.tsx Hand to a person': AFTER_ANOTHER,
  'pages/billing/payments/refund-form.tsx Refund Credit': NO_RECORD,
  'pages/billing/payments/request-payment.tsx Request Mobile Money': AFTER_ANOTHER,
  'pages/equipment/counts/count-dialogs.tsx Submit ${countId}': NO_RECORD,
  'pages/equipment/sales/sale-dialogs.tsx Deliver ${orderNumber}': NO_RECORD,
  'pages/equipment/sales/sale-dialogs.tsx Return goods of ${orderNumber}': NO_RECORD,
  'pages/expenses/detail/delete-expense-dialog.tsx ':
    'has a field for expenses with payments alone',
  'pages/expenses/detail/payments-panel.tsx Reverse payment?': NO_RECORD,
  'pages/hr/payments/pay-dialog.tsx title': NO_RECORD,
  'pages/messages/automatic/type-form.tsx type.title': 'its fields are shown for types that are on',
  'pages/mine/mine-page.tsx Ask for Leave': 'is for a user who is an employee',
  'pages/procurement/bills/payment-dialogs.tsx title': NO_RECORD,
  'pages/procurement/orders/order-dialogs.tsx isRest ? `Cancel the rest of ${poNumber': NO_RECORD,
  'pages/procurement/orders/order-dialogs.tsx Delete ${poNumber}?': NO_RECORD,
  'pages/support/ticket/action-dialogs.tsx Reopen ${ticket.ticketId}': NO_RECORD,
  'pages/support/ticket/network-panel.tsx Outage of ${ticket.ticketId}': NO_RECORD,
  'pages/support/visits/complete-form.tsx Complete ${ticket.ticketId}': NO_RECORD,
  'pages/till/count-form.tsx Count ${tillNumber}': 'forms-sent.test.ts sends it',
  'pages/vouchers/batch/void-form.tsx Void Vouchers of ${batchNumber}': NO_RECORD,
  'pages/vouchers/requests/request-forms.tsx Accept Payment': NO_RECORD,
  'pages/vouchers/requests/request-forms.tsx Refund Payment': NO_RECORD,
  'parts/procurement/new-requisition-dialog.tsx New Purchase Requisition': AFTER_ANOTHER,
};

test(
  'every form is opened, gone through and sent by key',
  async () => {
    const { page, faults } = await portal.open();
    await signIn(page, 'forms', '/user-management');
    await countSends(page);
    const wrong: string[] = [];
    const opened: string[] = [];
    for (const opener of openers) {
      const what = [opener.at, ...(opener.press ?? []), opener.row].filter(Boolean).join(' ');
      const name = await openForm(page, opener);
      if (name === undefined) wrong.push(`${what}: no form`);
      else {
        opened.push(name);
        const silent = await fieldsThatDoNotSend(page, ENTERS_NEXT.test(name));
        wrong.push(...silent.map((field) => `${name}: ${field}`));
      }
      const focus = await closeForm(page);
      if (focus !== undefined && !CONTROLS.includes(focus))
        wrong.push(`${what}: the focus is on ${focus} afterwards`);
    }
    expect(wrong).toEqual([]);
    const files = openers.map(({ file }) => `pages/${file}`);
    const missing = sourceForms()
      .filter(
        ({ file, pattern }) => !files.includes(file) && !opened.some((name) => pattern?.test(name)),
      )
      .map(({ file, title }) => `${file} ${title}`);
    expect([...new Set(missing)].sort()).toEqual(Object.keys(notOpened).sort());
    expect(faults).toEqual([]);
  },
  patiently(150_000),
);
