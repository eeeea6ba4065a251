import { getTicket } from '@nimule/core/support/service-list';
import { makeAccount } from '@nimule/fixtures/testing/accounts';
import { contextOf } from '@nimule/fixtures/testing/test-app';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findingsInBothThemes, seriousFindings } from './findings.ts';
import { go, type Portal, signIn } from './harness.ts';
import { openSeededPortal } from './story.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openSeededPortal({ isBilled: true });
  await makeAccount(portal.app, 'technician', { username: 'chat.technician' });
  await makeAccount(portal.app, 'manager', { username: 'chat.manager' });
});
afterAll(() => portal.close());

async function startChat(page: Page, customer: string): Promise<void> {
  await page.getByRole('combobox', { name: /^Customer/ }).fill(customer);
  await page.getByRole('option', { name: customer }).click();
  await page.getByRole('button', { name: 'New Chat' }).click();
  await page.getByRole('heading', { name: customer }).waitFor();
}

/** Asks, and returns the reply. */
async function ask(page: Page, question: string) {
  const bubbles = page.getByRole('region', { name: 'Messages' }).getByRole('listitem');
  const before = await bubbles.count();
  await page.getByRole('textbox', { name: 'Message' }).fill(question);
  await page.keyboard.press('Enter');
  const reply = bubbles.nth(before + 1);
  await reply.waitFor();
  return reply;
}

test('a technician asks for a customer on a phone, hands over, rates and ends the chat', async () => {
  const visit = await portal.open({ width: 390, height: 844 });
  const { page, faults, settled } = visit;
  await signIn(page, 'chat.technician', '/dashboard?tab=ai');
  await startChat(page, 'Garang Hotel');
  const balance = await ask(page, 'how much do i owe');
  expect(await balance.innerText()).toContain('You owe $125.00');
  await settled();
  // The messages lie neither under the input nor over what follows.
  const [messages, input, cards] = await Promise.all(
    [
      page.getByRole('region', { name: 'Messages' }),
      page.getByRole('form', { name: 'Message to the assistant' }),
      page.getByRole('region', { name: 'Performance Metrics' }),
    ].map(async (part) => (await part.boundingBox())!),
  );
  expect(messages!.y + messages!.height).toBeLessThanOrEqual(input!.y + 1);
  expect(input!.y + input!.height).toBeLessThanOrEqual(cards!.y);
  const wider = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(wider).toBeLessThanOrEqual(0);

  const reply = await ask(page, 'I want to talk to a person');
  await page.getByText('Escalation Required').waitFor();
  await reply.getByText('needs a person').waitFor();
  expect(await findingsInBothThemes(visit)).toEqual([]);
  await page.getByRole('button', { name: 'Open TKT-001' }).click();
  const drawer = page.getByRole('dialog', { name: /^TKT-001/ });
  await drawer.getByText('how much do i owe').first().waitFor();
  const ticket = await getTicket(contextOf(portal.app), 1);
  expect(ticket).toMatchObject({ customerName: 'Garang Hotel', status: 'open' });
  expect(ticket.description).toContain('You owe $125.00');

  await page.goBack();
  const chat = page.getByRole('region', { name: 'Chat', exact: true });
  await chat.getByText('Chat escalated').waitFor();
  await chat.getByRole('button', { name: '4 stars' }).click();
  await chat.getByRole('button', { name: '4 stars', pressed: true }).waitFor();
  await chat.getByRole('button', { name: 'End chat' }).click();
  await chat.getByText('This chat is closed.').waitFor();
  await page.getByText('1 rating', { exact: true }).waitFor();
  await go(page, '/dashboard?tab=ai&view=training');
  const train = page.getByRole('button', { name: 'Update AI Training' });
  await train.waitFor();
  expect(await train.isDisabled()).toBe(true);
  expect(faults).toEqual([]);
});

test('a manager answers an open question with an article, trains, and it is quoted', async () => {
  const { page, faults, settled } = await portal.open();
  const question = 'do you rent out solar panels';
  await signIn(page, 'chat.manager', '/dashboard?tab=ai');
  await startChat(page, 'Achol Deng');
  const unknown = await ask(page, question);
  expect(await unknown.innerText()).not.toContain('Konyo Konyo');
  await page.getByRole('tab', { name: 'Training' }).click();
  const row = page.getByRole('row', { name: /solar panels/ });
  await row.getByRole('button', { name: 'Write an article' }).click();
  const form = page.getByRole('dialog', { name: 'Add Article' });
  await form.getByLabel(/^Title/).fill('Rent of solar panels');
  await form.getByLabel(/^Text/).fill('Solar panels are rented out at the shop of Konyo Konyo.');
  await settled();
  expect(await seriousFindings(page)).toEqual([]);
  await form.getByRole('button', { name: 'Save article' }).click();
  await page.getByText('Article added').waitFor();
  await page.getByRole('button', { name: 'Update AI Training' }).click();
  await page.getByText('AI training updated').waitFor();
  await page.getByText('By', { exact: true }).waitFor();
  await page.getByRole('tab', { name: 'Chat', exact: true }).click();
  await page.getByRole('heading', { name: 'Achol Deng' }).waitFor();
  const known = await ask(page, question);
  expect(await known.innerText()).toContain('at the shop of Konyo Konyo');
  await known.getByRole('link', { name: 'Rent of solar panels' }).click();
  await page.getByRole('cell', { name: /^Rent of solar panels/ }).waitFor();
  expect(faults).toEqual([]);
});

test('a manager takes an escalated chat over, writes both sides of the talk, and gives it back', async () => {
  const clerk = await portal.open();
  await signIn(clerk.page, 'chat.technician', '/dashboard?tab=ai');
  await startChat(clerk.page, 'Achol Deng');
  await ask(clerk.page, 'I want to talk to a person');
  await clerk.page.getByText('Chat escalated').waitFor();

  const visit = await portal.open({ width: 390, height: 844 });
  const { page, faults } = visit;
  await signIn(page, 'chat.manager', '/dashboard?tab=ai');
  // Of others, after one's own.
  await page.getByRole('button', { name: 'Show more' }).click();
  await page.getByRole('button', { name: /Achol Deng.*Escalated/i }).click();
  await page.getByRole('button', { name: 'Answer in person' }).click();
  const form = page.getByRole('form', { name: 'Message in person' });
  await form.getByRole('textbox', { name: 'Message' }).fill('Good morning, this is Ann.');
  await page.keyboard.press('Enter');
  const messages = page.getByRole('region', { name: 'Messages' });
  await messages.getByText('Good morning, this is Ann.').waitFor();
  await form.getByRole('radio', { name: 'Customer' }).click();
  await form.getByRole('textbox', { name: 'Message' }).fill('When will my line work?');
  await page.keyboard.press('Enter');
  await messages.getByText('When will my line work?').waitFor();
  expect(await findingsInBothThemes(visit)).toEqual([]);

  // The other cannot write into it meanwhile, and is told who answers.
  await clerk.page.reload();
  await clerk.page.getByText('Good morning, this is Ann.').waitFor();
  const back = clerk.page.getByRole('button', { name: 'Hand back to the assistant' });
  expect(await back.getAttribute('aria-disabled')).toBe('true');

  await page.getByRole('button', { name: 'Hand back to the assistant' }).click();
  await page.getByRole('form', { name: 'Message to the assistant' }).waitFor();
  const reply = await ask(page, 'how much do i owe');
  expect(await reply.innerText()).toContain('You owe');
  expect([...faults, ...clerk.faults]).toEqual([]);
});
