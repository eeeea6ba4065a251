import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openForm } from './form-keys.ts';
import { openers } from './form-openers.ts';
import { openDemoPortal } from './form-walk.ts';
import { type Portal, signIn } from './harness.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openDemoPortal();
});
afterAll(() => portal.close());

const all = Object.values(openers).flat();
const open = (page: Page, form: string) =>
  openForm(page, all.find((opener) => opener.form.source === form)!);
const focused = (page: Page) =>
  page.evaluate(() =>
    (document.activeElement?.ariaLabel ?? document.activeElement?.textContent)?.trim(),
  );

/** Leaves a form with typed text. */
async function discard(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog', { name: /^Discard/ }).waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.locator('[aria-modal=true]').waitFor({ state: 'detached' });
}

test.each([
  ['^Record Payment$', /^Customer/, 'SC009', 'name'],
  ['^Issue Equipment$', /^Equipment/, 'router', 'name'],
  ['^New Leave Request$', /^Employee/, 'Amina', 'fullName'],
  ['^New Node$', /^Parent/, 'juba', 'name'],
] as const)(
  '%s: %s chooses what is typed though the answer comes later',
  async (form, field, typed, label) => {
    const { page } = await portal.open();
    await signIn(page, 'forms', '/user-management');
    let answered: Record<string, unknown> | undefined;
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(
      (url) => url.searchParams.get('q') === typed,
      async (route) => {
        const response = await route.fetch();
        [answered] = await response.json();
        await held;
        await route.fulfill({ response });
      },
    );
    await open(page, form);
    const box = page.getByRole('dialog').getByRole('combobox', { name: field });
    await box.focus();
    await page.keyboard.type(typed);
    await page.keyboard.press('Enter');
    await expect.poll(() => answered).toBeDefined();
    expect(await box.inputValue()).toBe(typed);
    release();
    await expect.poll(() => box.inputValue()).toBe(answered![label]);
    expect(await box.evaluate((element) => element === document.activeElement)).toBe(true);
    await discard(page);
  },
);

test('a payment in cash: its toast has the focus, and gives it back', async () => {
  const { page, faults } = await portal.open();
  await signIn(page, 'forms', '/user-management');
  await open(page, '^Record Payment$');
  const form = page.getByRole('dialog', { name: 'Record Payment' });
  await form.getByRole('option').nth(5).waitFor();
  const list = await form.getByRole('listbox', { name: 'Customer' }).boundingBox();
  const below = await form.getByLabel(/^Amount/).boundingBox();
  await page.keyboard.type('Aweil Rice');
  await page.keyboard.press('Enter');
  await expect.poll(() => form.getByLabel(/^Amount/).inputValue()).not.toBe('');
  // The list lay over the fields.
  expect(list!.y + list!.height).toBeGreaterThan(below!.y);
  await page.keyboard.press('Enter');
  await page.getByText('Payment recorded').waitFor();
  await expect.poll(() => focused(page)).toBe('Print');
  await page.keyboard.press('Escape');
  expect(await focused(page)).toBe('Record Payment');
  expect(faults).toEqual([]);
});

test('a reason of several lines is sent with Ctrl+Enter', async () => {
  const { page, faults } = await portal.open();
  await signIn(page, 'forms', '/user-management');
  await open(page, '^Reverse RCT-');
  await page.keyboard.type('Typed for another customer');
  await page.keyboard.press('Enter');
  await page.keyboard.type('by mistake');
  await page.keyboard.press('Control+Enter');
  await page.locator('form[aria-label^="Reverse RCT-"]').waitFor({ state: 'detached' });
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.matches('button, a, input')))
    .toBe(true);
  expect(faults).toEqual([]);
});

test.each([1440, 390])(
  'at %d px a list lies within the window, and a toast over no button of a dialog',
  async (width) => {
    const { page } = await portal.open({ width, height: 844 });
    await signIn(page, 'forms', '/dashboard?tab=billing');
    await page.route('**/api/billing/payments', (route) =>
      route.fulfill({
        status: 503,
        json: { code: 'x', message: 'The database does not answer. Try again in a moment.' },
      }),
    );
    if (width < 600) await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('button', { name: 'Record Payment' }).first().click();
    const form = page.getByRole('dialog', { name: 'Record Payment' });
    await form.locator('[role=combobox]:focus').waitFor();
    await page.keyboard.type('Terekeka Fish');
    const option = form.getByRole('option').first();
    await option.waitFor();
    const box = (await form.getByRole('listbox', { name: 'Customer' }).boundingBox())!;
    expect(box.x).toBeGreaterThanOrEqual(0);
    expect(box.x + box.width).toBeLessThanOrEqual(width);
    await page.keyboard.press('Enter');
    await expect.poll(() => form.getByLabel(/^Amount/).inputValue()).not.toBe('');
    await page.keyboard.press('Enter');
    const toast = page.locator('.bp6-toast');
    await toast.getByText('does not answer').waitFor();
    const send = form.getByRole('button', { name: 'Record payment' });
    await send.scrollIntoViewIfNeeded();
    await send.evaluate((button) =>
      button.closest('.bp6-overlay-scroll-container')?.scrollTo(0, 1e6),
    );
    const [low, high] = [(await send.boundingBox())!, (await toast.boundingBox())!];
    expect(low.y + low.height).toBeLessThanOrEqual(high.y);
    await discard(page);
    await toast.waitFor({ state: 'detached' });
  },
);

test('a till is opened and counted by key', async () => {
  const { page, faults } = await portal.open();
  await signIn(page, 'forms', '/user-management');
  await open(page, '^Open Till$');
  await page.keyboard.press('Control+Enter');
  await page.locator('form[aria-label="Open Till"]').waitFor({ state: 'detached' });
  await openForm(page, {
    at: '/dashboard?view=till',
    press: [/^Count and close$/],
    form: /^Count TILL-/,
  });
  const box = () => page.evaluate(() => (document.activeElement as HTMLInputElement).name);
  const first = await box();
  // Enter goes to the next box.
  await page.keyboard.press('Enter');
  expect(await box()).not.toBe(first);
  await page.keyboard.press('Control+Enter');
  await page.getByText('Till Counted').waitFor();
  await expect.poll(() => focused(page)).toBe('Day report');
  expect(faults).toEqual([]);
});
