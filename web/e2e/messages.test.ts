import { createManualInvoice } from '@nimule/core/billing/invoices/service';
import { createCustomer } from '@nimule/core/customers/service';
import type { Role } from '@nimule/core/identity/roles';
import { cents } from '@nimule/core/kernel/money';
import { automaticType } from '@nimule/core/messaging/automatic/rules-types';
import { startSending } from '@nimule/core/messaging/sending/service';
import { defaultSettings } from '@nimule/core/messaging/settings/rules';
import { updateMessageSettings } from '@nimule/core/messaging/settings/service';
import { smppSms } from '@nimule/core/ports/sms/smpp';
import { makeAccount } from '@nimule/fixtures/testing/accounts';
import {
  receiptText,
  type SmppServer,
  startSmppServer,
} from '@nimule/fixtures/testing/servers/smpp-server';
import { contextOf } from '@nimule/fixtures/testing/test-app';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seriousFindings } from './findings.ts';
import { go, openPortal, type Portal, signIn } from './harness.ts';

const POLL_MS = 200;

let portal: Portal;
let gateway: SmppServer;
let sending: ReturnType<typeof startSending>;
beforeAll(async () => {
  portal = await openPortal();
  const { app } = portal;
  // Refuses one number, and delivers to the others.
  gateway = await startSmppServer({
    onSubmit: ({ answer, message, server }) => {
      if (message.to.endsWith('0003')) return answer(0x0b);
      answer();
      server.deliver({ short_message: { message: receiptText(message.id) } });
    },
  });
  app.ports.sms = smppSms(gateway.url, '', { warn: () => undefined });
  // The clock is the machine's: no quiet hours.
  await updateMessageSettings(contextOf(app), { ...defaultSettings, quietUntil: '20:00' });
  for (const [name, location, phone] of [
    ['Achol Deng', 'Juba Central', '+211921000001'],
    ['Garang Hotel', 'Juba Central', '+211921000002'],
    ['Poni Swaka', 'Juba Central', '+211921000003'],
    ['Wau Traders', 'Wau', '+211921000004'],
  ] as const)
    await createCustomer(contextOf(app), { name, location, phone });
  sending = startSending(app, { pollMs: POLL_MS });
});
afterAll(async () => {
  await sending.stop();
  await portal.app.ports.sms.close();
  await gateway.close();
  await portal.close();
});

async function signInAs(page: Page, role: Role, address?: string): Promise<void> {
  const { username } = await makeAccount(portal.app, role);
  await signIn(page, username!, address);
}

test('support sends a message to the customers of Juba, and sees it arrive', async () => {
  const { page, faults, settled } = await portal.open();
  await signInAs(page, 'support');
  await page.getByRole('link', { name: 'SMS Services' }).first().click();
  await page.getByLabel('Recipients').selectOption('custom_list');
  await settled();
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByLabel('Recipients').selectOption('juba_customers');
  await page.getByRole('textbox', { name: /^Message/ }).fill('Dear {name}, we work on Sunday.');
  await settled();
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Preview and send' }).click();
  const preview = page.getByRole('alertdialog');
  await preview.getByText('Dear Garang Hotel, we work on Sunday.').waitFor();
  await settled();
  expect(await seriousFindings(page)).toEqual([]);
  await preview.getByRole('button', { name: 'Send to 3 recipients' }).click();
  await page.getByText('SMS Sent').waitFor();
  await page.getByRole('button', { name: 'Show progress' }).click();
  const drawer = page.getByRole('dialog', { name: /^SMS-/ });
  await drawer.getByText('3 of 3', { exact: true }).waitFor();
  await expect.poll(() => drawer.getByRole('cell', { name: 'Delivered' }).count()).toBe(2);
  await drawer.getByRole('button', { name: 'Send failed again' }).waitFor();
  await settled();
  expect(await seriousFindings(page)).toEqual([]);
  const texts = gateway.submitted.map(({ to, text }) => `${to} ${text}`).sort();
  expect(texts).toEqual([
    '211921000001 Dear Achol Deng, we work on Sunday.',
    '211921000002 Dear Garang Hotel, we work on Sunday.',
    '211921000003 Dear Poni Swaka, we work on Sunday.',
  ]);
  expect(faults).toEqual([]);
});

test('an administrator switches on that an invoice is told; billing e-mails those of the month', async () => {
  const ctx = contextOf(portal.app);
  const { id } = await createCustomer(ctx, { name: 'Jur Hotel', email: 'jur@example.net' });
  await createManualInvoice(ctx, {
    customerId: id,
    description: 'Installation',
    amountUsd: cents(12_500),
  });
  const title = automaticType('invoice_issued')!.title;
  const { page, faults, settled } = await portal.open({ width: 390, height: 844 });
  await signInAs(page, 'admin', '/dashboard?tab=sms&view=automatic');
  await page.getByRole('checkbox', { name: title }).waitFor();
  await settled();
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByText(title, { exact: true }).click();
  await page.getByText('Message switched on').waitFor();
  expect(faults).toEqual([]);

  const visit = await portal.open();
  await signInAs(visit.page, 'billing', '/dashboard?tab=sms&view=automatic');
  const toggle = visit.page.getByRole('checkbox', { name: title, checked: true });
  await toggle.waitFor();
  expect(await toggle.isDisabled()).toBe(true);
  await go(visit.page, '/dashboard?tab=billing');
  await visit.page.getByRole('button', { name: 'E-mail invoices' }).click();
  await visit.page.getByRole('button', { name: /^E-mail invoices of / }).click();
  await visit.page.getByText('Invoices queued').waitFor();
  const drawer = visit.page.getByRole('dialog', { name: /^EML-/ });
  await drawer.getByText('1 of 1').waitFor();
  expect(visit.faults).toEqual([]);
});
