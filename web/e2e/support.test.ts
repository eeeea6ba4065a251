import { createManualInvoice, getInvoice } from '@nimule/core/billing/invoices/service';
import { createCustomer } from '@nimule/core/customers/service';
import { cents } from '@nimule/core/kernel/money';
import { createTicket } from '@nimule/core/support/service';
import { files } from '@nimule/core/support/service-attachments';
import { getTicket } from '@nimule/core/support/service-list';
import { pngOf } from '@nimule/fixtures/demo/picture';
import { makeAccount } from '@nimule/fixtures/testing/accounts';
import { contextOf } from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seriousFindings } from './findings.ts';
import { openPortal, type Portal, signIn } from './harness.ts';

let portal: Portal;
let customerId: number;
beforeAll(async () => {
  portal = await openPortal();
  const ctx = contextOf(portal.app);
  const { id } = await createCustomer(ctx, {
    name: 'Garang Hotel',
    location: 'Juba Central',
    address: 'Airport Road',
    phone: '+211921000001',
  });
  customerId = id;
});
afterAll(() => portal.close());

/** A picture that is larger than what is sent; noise, so that it does not compress. */
function photo(): { name: string; mimeType: string; buffer: Buffer } {
  const noise = (x: number, y: number) =>
    (Math.imul(x * 2411 + y * 7919, 2_654_435_761) >>> 24) & 255;
  const buffer = pngOf(2400, 300, (x, y) => [noise(x, y), noise(y, x), noise(x + y, y)]);
  return { name: 'mast.png', mimeType: 'image/png', buffer };
}

test('support opens, comments, attaches, assigns and resolves', async () => {
  const { username } = await makeAccount(portal.app, 'support');
  await makeAccount(portal.app, 'technician', { fullName: 'Deng Lado' });
  const { page, faults, settled } = await portal.open();
  await signIn(page, username!);
  await page.getByRole('link', { name: 'Support Tickets' }).first().click();
  await page.getByText('No tickets yet').waitFor();
  await page.getByRole('button', { name: 'New Ticket' }).click();
  const form = page.getByRole('dialog', { name: 'New Ticket' });
  // Typed before the field has the focus, the first letters would be lost.
  await form.locator('input[name=title]:focus').waitFor();
  await page.keyboard.type('No connection');
  await form.getByRole('textbox', { name: /^Description/ }).fill('Since the storm');
  await form.getByRole('combobox', { name: 'Customer' }).fill('Garang');
  await form.getByRole('option', { name: /Garang Hotel/ }).click();
  await settled();
  expect(await seriousFindings(page)).toEqual([]);
  await form.getByRole('button', { name: 'Create ticket' }).click();
  await page.getByText('Ticket Created').waitFor();
  await page.getByRole('button', { name: 'Open ticket' }).click();
  const drawer = page.getByRole('dialog', { name: 'TKT-001 No connection' });
  await drawer.getByRole('textbox', { name: 'Comment' }).fill('Called the customer');
  await page.keyboard.press('Control+Enter');
  await drawer
    .getByRole('list', { name: /^Comments/ })
    .getByText('Called the customer')
    .waitFor();
  await drawer.getByLabel('Files for TKT-001').setInputFiles(photo());
  await drawer.getByRole('link', { name: 'mast.jpg' }).waitFor();
  await drawer.getByRole('button', { name: 'Assign' }).click();
  const assign = page.getByRole('dialog', { name: 'Assign TKT-001' });
  await assign.getByRole('combobox').selectOption({ label: 'Deng Lado' });
  await assign.getByRole('button', { name: 'Assign ticket' }).click();
  await drawer.getByText('Assigned', { exact: true }).waitFor();
  await settled();
  expect(await seriousFindings(page)).toEqual([]);
  await drawer.getByRole('button', { name: 'Resolve' }).click();
  await page.getByRole('button', { name: 'Resolve ticket' }).click();
  await drawer.getByText('Issue resolved by technical team').first().waitFor();
  expect(faults).toEqual([]);
  const ctx = contextOf(portal.app);
  const { id, assignedName, status } = await getTicket(ctx, 1);
  expect([assignedName, status]).toEqual(['Deng Lado', 'resolved']);
  const [file] = await files.list(ctx, id);
  expect(file?.contentType).toBe('image/jpeg');
});

test('support disputes an invoice from a ticket, and the super admin decides', async () => {
  const support = await makeAccount(portal.app, 'support');
  const decider = await makeAccount(portal.app, 'super_admin');
  const ctx = contextOf(portal.app);
  const invoice = await createManualInvoice(ctx, {
    customerId,
    description: 'Cable to the annex',
    amountUsd: cents(90_00),
  });
  const { ticketId } = await createTicket(ctx, {
    title: 'Wrong invoice',
    description: 'The annex has no cable',
    customerId,
  });
  const first = await portal.open();
  await signIn(first.page, support.username!, `/dashboard?tab=support&ticket=${ticketId}`);
  const ticket = first.page.getByRole('dialog', { name: `${ticketId} Wrong invoice` });
  await ticket.getByRole('button', { name: 'Dispute an invoice' }).click();
  const form = first.page.getByRole('dialog', { name: 'Dispute an Invoice' });
  await form.getByRole('combobox', { name: /^Invoice/ }).selectOption(String(invoice.id));
  await form.getByRole('textbox', { name: /^What the customer says/ }).fill('No cable was laid');
  await first.settled();
  expect(await seriousFindings(first.page)).toEqual([]);
  await form.getByRole('button', { name: 'Mark as disputed' }).click();
  await first.page.getByText('Invoice Disputed').waitFor();
  await ticket.getByRole('link', { name: invoice.invoiceId }).waitFor();
  expect(first.faults).toEqual([]);

  const second = await portal.open();
  const list = '/dashboard?tab=billing&view=invoices&status=disputed';
  await signIn(second.page, decider.username!, list);
  await second.page.getByRole('button', { name: `View ${invoice.invoiceId}` }).click();
  const drawer = second.page.getByRole('dialog', { name: invoice.invoiceId });
  await drawer.getByText('No cable was laid').first().waitFor();
  await drawer.getByRole('button', { name: 'Decide dispute' }).click();
  const decision = second.page.getByRole('dialog', { name: 'Decide Dispute' });
  await decision.getByRole('button', { name: 'Decide', exact: true }).click();
  await decision.getByText('The corrected amount is required.').waitFor();
  await decision.getByRole('textbox', { name: /^Corrected amount/ }).fill('40');
  await second.settled();
  expect(await seriousFindings(second.page)).toEqual([]);
  await decision.getByRole('button', { name: 'Decide', exact: true }).click();
  await second.page.getByText('Dispute Decided').waitFor();
  await drawer.getByText('Upheld', { exact: true }).waitFor();
  expect(second.faults).toEqual([]);
  const after = await getInvoice(ctx, invoice.id);
  expect([after.amountUsd, after.disputedSince, after.disputes[0]?.ticketNumber]).toEqual([
    40_00,
    null,
    ticketId,
  ]);
});

test('a technician completes a visit on a phone, with a photo and over a broken link', async () => {
  const technician = await makeAccount(portal.app, 'technician');
  const ctx = contextOf(portal.app);
  const { id, ticketId } = await createTicket(ctx, {
    title: 'Cable at the mast',
    description: 'Bring a ladder',
    customerId,
    assignedTo: technician.id,
    visitDate: ctx.today,
  });
  const { context, page, settled } = await portal.open({ width: 390, height: 844 });
  await signIn(page, technician.username!, '/dashboard?tab=support&view=visits');
  const visits = page.getByRole('region', { name: 'Juba Central' });
  await visits.getByRole('button', { name: `Arrive for ${ticketId}` }).click();
  await visits.getByText('Arrived').waitFor();
  await settled();
  expect(await seriousFindings(page)).toEqual([]);
  const heights = await visits
    .locator('a, button')
    .evaluateAll((targets) => targets.map((target) => target.getBoundingClientRect().height));
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(44);
  const wider = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(wider).toBeLessThanOrEqual(0);

  await visits.getByRole('button', { name: `Complete ${ticketId}` }).click();
  const form = page.getByRole('dialog', { name: `Complete ${ticketId}` });
  await form.getByLabel(`Photo for ${ticketId}`).setInputFiles(photo());
  await form.getByRole('link', { name: 'mast.jpg' }).waitFor();
  await form.getByRole('textbox', { name: /^What was done/ }).fill('New cable');
  await settled();
  expect(await seriousFindings(page)).toEqual([]);
  await context.setOffline(true);
  await form.getByRole('button', { name: 'Complete visit' }).click();
  await page.getByText('The server cannot be reached.').first().waitFor();
  // The browser is killed by a phone that is short of memory: what was typed is there again.
  await context.setOffline(false);
  page.on('dialog', (question) => question.accept());
  await page.reload();
  await visits.getByRole('button', { name: `Complete ${ticketId}` }).click();
  const typed = form.getByRole('textbox', { name: /^What was done/ });
  await expect.poll(() => typed.inputValue()).toBe('New cable');
  await form.getByRole('link', { name: 'mast.jpg' }).waitFor();
  await form.getByRole('button', { name: 'Complete visit' }).click();
  await page.getByText('No visits today').waitFor();
  const { status, workDone } = await getTicket(ctx, id);
  expect([status, workDone]).toEqual(['resolved', 'New cable']);
});
