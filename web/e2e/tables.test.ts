import { recordPayment } from '@nimule/core/billing/payments/service';
import { runBilling } from '@nimule/core/billing/runs/service';
import { cents } from '@nimule/core/kernel/money';
import { makeAccount } from '@nimule/fixtures/testing/accounts';
import { addCustomers } from '@nimule/fixtures/testing/customers';
import { contextOf } from '@nimule/fixtures/testing/test-app';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seriousFindings } from './findings.ts';
import { drawn, go, openPortal, type Portal, signIn, type Visit } from './harness.ts';

const CUSTOMERS = 30;
const PAYERS = 26;
const TWO_MONTHS_MS = 62 * 24 * 3_600_000;

const lists = {
  customers: '/dashboard?tab=customers',
  invoices: '/dashboard?tab=billing',
  payments: '/dashboard?tab=billing&view=payments',
  disconnect: '/dashboard?tab=billing&view=disconnect&disconnect-day=tomorrow',
  users: '/user-management?view=management',
};

const dense = ['customers', 'invoices', 'payments'];

/** Width, height, and the minimum of visible rows in dense lists; the last is a phone. */
const windows: readonly (readonly [number, number, number?])[] = [
  [1440, 900, 14],
  [1280, 720, 8],
  [1100, 800],
  [1024, 800],
  [768, 800],
  [390, 800],
];

let portal: Portal;
/** Customers with long names and large amounts, some of them overdue, and a page of payments in parts. */
beforeAll(async () => {
  portal = await openPortal();
  const { app } = portal;
  await addCustomers(app, CUSTOMERS);
  await sql`update customers set name = 'Upper Nile Agricultural Cooperative Society ' || id, monthly_fee_cents = 123456789
    where id % 3 = 0`.execute(app.db);
  const now = app.clock;
  app.clock = () => new Date(now().getTime() - TWO_MONTHS_MS);
  await runBilling(contextOf(app), {});
  app.clock = now;
  await runBilling(contextOf(app), {});
  const { rows } = await sql<{
    id: number;
  }>`select id from customers order by id limit ${PAYERS}`.execute(app.db);
  for (const [index, { id }] of rows.entries()) {
    await recordPayment(contextOf(app), {
      customerId: id,
      account: 'mobile_money',
      currency: 'USD',
      amount: cents(5000),
      reference: `MM261122${index}`,
    } as never);
  }
  await makeAccount(app, 'super_admin', { username: 'tables' });
});
afterAll(() => portal.close());

async function openLists(): Promise<Visit> {
  const visit = await portal.open();
  await signIn(visit.page, 'tables', lists.users);
  return visit;
}

async function show({ page, settled }: Visit, address: string): Promise<void> {
  await go(page, address);
  await page.locator('main table tbody tr').first().waitFor();
  await settled();
}

/** Tables are measured again in the next frame, without requests. */
async function resize({ page }: Visit, width: number, height: number): Promise<void> {
  await page.setViewportSize({ width, height });
  await drawn(page);
}

/** Rows that are fully visible without scrolling. */
function rowsInSight(page: Page): Promise<{ count: number; highest: number }> {
  return page.locator('main table tbody tr').evaluateAll((rows) => {
    const boxes = rows.map((row) => row.getBoundingClientRect());
    const sums = rows[0]?.closest('table')?.querySelector('tfoot th')?.getBoundingClientRect().top;
    const end = Math.min(window.innerHeight, sums ?? window.innerHeight);
    return {
      count: boxes.filter(({ bottom }) => bottom <= end).length,
      highest: Math.max(...boxes.map(({ height }) => height)),
    };
  });
}

/** Amounts that are outside the window or covered by another element. */
function hiddenInTables(page: Page): Promise<string[]> {
  return page.locator('main').evaluate((main) => {
    const texts = [...main.querySelectorAll('table td span, table td button')].filter(
      (element) =>
        element.children.length === 0 && /^(-?\$|SSP )\d/.test(element.textContent ?? ''),
    );
    // Rows below the sticky sum line become visible by scrolling.
    const sums = main.querySelector('table tfoot th')?.getBoundingClientRect().top;
    const end = Math.min(window.innerHeight, sums ?? window.innerHeight);
    const inSight = texts.filter(
      (text) =>
        text.getBoundingClientRect().bottom < (text.closest('tfoot') ? window.innerHeight : end),
    );
    const hidden = inSight.filter((text) => {
      const { left, right, top, bottom } = text.getBoundingClientRect();
      return [left + 1, right - 1].some((x) => {
        const met = document.elementFromPoint(x, (top + bottom) / 2);
        return !met?.contains(text) && !text.contains(met);
      });
    });
    const wider = document.documentElement.scrollWidth - document.documentElement.clientWidth;
    return [
      ...(texts.length === 0 && main.querySelector('td[data-label="Amount"]') ? ['no money'] : []),
      ...(wider > 0 ? [`${wider} px wider than the window`] : []),
      ...hidden.map((element) => element.textContent ?? ''),
    ];
  });
}

/** Controls smaller than a touch target. */
function smallControls(page: Page): Promise<string[]> {
  return page
    .locator('main :is(button, select, input, [role=tab]), header button')
    .evaluateAll((controls) =>
      controls
        // On a phone the table head is only for screen readers; copy buttons have a larger touch area than their box.
        .filter((control) => control.checkVisibility() && !control.closest('thead'))
        .filter((control) => !control.getAttribute('aria-label')?.startsWith('Copy '))
        .map((control) => ({ control, box: control.getBoundingClientRect() }))
        .filter(({ box }) => box.height < 44 || box.width < 44)
        .map(({ control, box }) => `${control.outerHTML.slice(0, 90)} ${box.width}×${box.height}`),
    );
}

test('lists show many rows, hide no amount at any width, and have touch-sized controls', async () => {
  const visit = await openLists();
  const { page } = visit;
  for (const [list, address] of Object.entries(lists)) {
    await show(visit, address);
    for (const [width, height, least] of windows) {
      const what = `${list} at ${width}`;
      await resize(visit, width, height);
      expect(await hiddenInTables(page), what).toEqual([]);
      if (least === undefined || !dense.includes(list)) continue;
      const { count, highest } = await rowsInSight(page);
      expect(count, what).toBeGreaterThanOrEqual(least);
      expect(highest, what).toBeLessThanOrEqual(41);
    }
    expect(await smallControls(page), list).toEqual([]);
  }
  // Where transitions are switched off, the measured width is not that of before.
  await show(visit, lists.invoices);
  for (const [width, height] of windows) {
    await resize(visit, width, height);
    expect(await hiddenInTables(page), `reduced motion at ${width}`).toEqual([]);
  }
});

test('pages start at the top, the row height is stored, a phone shows the search first', async () => {
  const visit = await openLists();
  const { page } = visit;
  await resize(visit, 1280, 720);
  await show(visit, lists.customers);
  await page.getByRole('button', { name: 'Next page' }).click();
  await page.getByText('26–30 of 30').waitFor();
  await visit.settled();
  const table = page.getByRole('region', { name: 'Customers', exact: true });
  expect(
    await table.evaluate((element) => element.getBoundingClientRect().top),
  ).toBeGreaterThanOrEqual(0);
  await page.getByLabel('Height of rows').selectOption('comfortable');
  await show(visit, lists.payments);
  expect((await rowsInSight(page)).highest).toBeGreaterThan(50);

  // On a phone the figures are below the list, and a toast covers no button of a dialog.
  await resize(visit, 390, 760);
  await show(visit, lists.invoices);
  const [pager, figures] = await Promise.all([
    page.getByRole('navigation', { name: 'Pages of Invoices' }).boundingBox(),
    page.getByRole('region', { name: 'Payment Overview' }).boundingBox(),
  ]);
  expect(figures!.y).toBeGreaterThan(pager!.y);
  expect(await seriousFindings(page)).toEqual([]);

  await show(visit, lists.customers);
  await page.route('**/api/customers', (route) =>
    route.fulfill({ status: 503, json: { code: 'database.unavailable', message: 'Wait.' } }),
  );
  await page.getByRole('button', { name: 'Add Customer' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Customer' });
  await dialog.getByRole('textbox', { name: /^Name/ }).fill('Somebody');
  const save = dialog.getByRole('button', { name: 'Add customer' });
  await save.click();
  const toast = page.locator('.bp6-toast');
  await toast.waitFor();
  await visit.settled();
  await page.locator('.bp6-overlay-scroll-container').evaluate((overlay) => {
    overlay.scrollTop = overlay.scrollHeight;
  });
  const [button, message] = [await save.boundingBox(), await toast.boundingBox()];
  expect(button!.y + button!.height).toBeLessThanOrEqual(message!.y);
});
