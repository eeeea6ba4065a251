import { chat } from '@nimule/core/assistant/sessions/service-chat';
import { createCustomer } from '@nimule/core/customers/service';
import { createEmployee } from '@nimule/core/hr/employees/service';
import { isoDate } from '@nimule/core/kernel/dates';
import { cents } from '@nimule/core/kernel/money';
import { createSupplier } from '@nimule/core/procurement/suppliers/service';
import { makeAccount } from '@nimule/fixtures/testing/accounts';
import { growVouchers } from '@nimule/fixtures/testing/grow/vouchers';
import { addItem } from '@nimule/fixtures/testing/stock';
import { contextOf } from '@nimule/fixtures/testing/test-app';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isPublic, type ModuleName, moduleNames } from '../app/modules.ts';
import { addressOf } from '../app/paths.ts';
import { seedAccess } from './access-world.ts';
import { seriousFindings } from './findings.ts';
import { drawn, go, type Portal, signIn, type Visit } from './harness.ts';
import { openSeededPortal } from './story.ts';

/** Without blanks, longer than a phone is wide. */
const LONG_NAME = 'NyandengAkolAgriculturalCooperativeSociety'.repeat(3);
/** Where a phone shows the search and the first record, in pixels from the top. */
const SEARCH_WITHIN = 130;
const RECORD_WITHIN = 330;
const NAME_LENGTH = 20;
const TARGET = 44;

let portal: Portal;
beforeAll(async () => {
  portal = await openSeededPortal({ isBilled: true });
  const { app } = portal;
  for (const name of [LONG_NAME, 'Upper Nile Agricultural Cooperative Society of Malakal'])
    await createCustomer(contextOf(app), {
      name,
      packageType: 'Business Fiber',
      phone: '+211912345678',
      location: 'Juba Commercial',
      serviceStartDate: undefined,
      monthlyFeeUsd: cents(85_000),
    });
  await growVouchers(app, 1, 4);
  await seedAccess(app);
  await makeAccount(app, 'super_admin', { username: 'lists' });
});
afterAll(() => portal.close());

interface Measured {
  /** The search, of a list without one the first control of the screen, in pixels from the top. */
  first: number;
  record: number;
  wider: number;
  /** Texts of the toolbar that are cut, and names that show fewer characters. */
  cut: string[];
  small: string[];
  /** Buttons of cards that are an icon without a word. */
  bare: string[];
  unnamed: string[];
  columns: string[];
}

/** The first list of the screen, as it is drawn now. */
function measure(page: Page): Promise<Measured> {
  return page.evaluate(
    ({ target, nameLength }) => {
      const main = document.querySelector('main')!;
      const list = main.querySelector('[data-list]')!;
      const isShown = (element: Element) => element.checkVisibility();
      const top = (element: Element) => element.getBoundingClientRect().top + window.scrollY;
      const textOf = (element: Element) =>
        (element.getAttribute('aria-label') ?? element.textContent ?? '').trim();
      const pen = document.createElement('canvas').getContext('2d')!;
      const isCut = (field: HTMLInputElement | HTMLSelectElement, text: string) => {
        const { font, paddingLeft, paddingRight } = getComputedStyle(field);
        pen.font = font;
        const room =
          field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
        return pen.measureText(text).width > room + 1;
      };
      const bar = [...list.children].find((part) =>
        part.querySelector(':scope > * select, :scope > button, :scope > * > button'),
      );
      const chosen = [...(bar?.querySelectorAll('select') ?? [])].filter(
        (select) => isShown(select) && isCut(select, select.selectedOptions[0]?.text ?? ''),
      );
      const words = [
        ...(bar?.querySelectorAll<HTMLElement>('button, label, li span') ?? []),
      ].filter((element) => isShown(element) && element.scrollWidth > element.clientWidth + 1);
      const names = [...list.querySelectorAll<HTMLElement>('tbody td:first-child strong')].filter(
        ({ scrollWidth, clientWidth, textContent }) =>
          scrollWidth > clientWidth + 1 &&
          ((textContent?.length ?? 0) * clientWidth) / scrollWidth < nameLength,
      );
      const controls = [
        ...main.querySelectorAll<HTMLElement>('button, a, select, input, [role=tab]'),
      ].filter((control) => isShown(control) && !control.closest('thead, p, [hidden]'));
      // Links in figures and panels are in running text.
      const inList = (control: Element) => control.closest('[data-list], header, [role=tablist]');
      const small = controls.filter(inList).filter((control) => {
        // A check box is as large as its label.
        const box = (control.closest('label') ?? control).getBoundingClientRect();
        if (box.width >= target && box.height >= target) return false;
        control.scrollIntoView({ block: 'center', inline: 'nearest' });
        const { left, top: y, width, height } = control.getBoundingClientRect();
        const [x, half] = [left + width / 2, target / 2 - 1];
        // Its own target may be larger than its box.
        return [-half, half].some((by) => {
          const beside = document.elementFromPoint(x + by, y + height / 2);
          const above = document.elementFromPoint(x, y + height / 2 + by);
          return (
            (width < target && !control.contains(beside)) ||
            (height < target && !control.contains(above))
          );
        });
      });
      window.scrollTo(0, 0);
      const search = [...main.querySelectorAll('search input')].find(isShown);
      const record =
        [...list.querySelectorAll('tbody tr, ul[aria-busy] > li')].find(isShown) ??
        list.querySelector('h2, h3, p')?.parentElement ??
        list;
      return {
        first: search ? top(search) : Math.min(...controls.map(top), top(list)),
        record: top(record),
        wider: document.documentElement.scrollWidth - document.documentElement.clientWidth,
        cut: [...chosen, ...words, ...names].map(textOf),
        small: small.map((control) => `${textOf(control)} ${control.outerHTML.slice(0, 120)}`),
        // A value beside it says what a button copies.
        bare: [...list.querySelectorAll('tbody :is(button, a), ul[aria-busy] :is(button, a)')]
          .filter((control) => isShown(control) && control.textContent?.trim() === '')
          .map(textOf)
          .filter((name) => !name.startsWith('Copy ')),
        unnamed: controls
          .filter((control) => control.matches('button, a') && textOf(control) === '')
          .map(({ outerHTML }) => outerHTML.slice(0, 120)),
        columns: [...list.querySelectorAll('thead th')].map(textOf),
      };
    },
    { target: TARGET, nameLength: NAME_LENGTH },
  );
}

/** Signs in at a module; its address and those of its tabs, which may have tabs themselves. */
async function screensOf({ page, settled }: Visit, name: ModuleName): Promise<string[]> {
  const address = addressOf(name);
  await signIn(page, 'lists', address);
  await settled();
  const screens = [address];
  for (const level of [1, 2]) {
    const list = page.locator('main [role=tablist]').nth(level - 1);
    if ((await list.count()) === 0) continue;
    const count = await list.getByRole('tab').count();
    for (let index = 1; index < count; index += 1) {
      await list.getByRole('tab').nth(index).click();
      screens.push(page.url().slice(portal.origin.length));
    }
    await go(page, address);
  }
  return screens;
}

const lists = new Set<string>();

test.each(moduleNames.filter((name) => !isPublic(name)))(
  'lists of %s: search and first record on a phone, whole filters, targets, names, no wider page',
  async (name) => {
    const visit = await portal.open();
    const { page, settled } = visit;
    const problems: string[] = [];
    for (const screen of await screensOf(visit, name)) {
      await go(page, screen);
      await page.locator('main h1').first().waitFor();
      await settled();
      if ((await page.locator('main [data-list]').count()) === 0) continue;
      lists.add(screen);
      for (const [width, height] of [
        [1440, 900],
        [1024, 768],
        [390, 844],
      ] as const) {
        await page.setViewportSize({ width, height });
        await drawn(page);
        // The menu of the page has its own chunk.
        if (width === 390) await settled();
        const found = await measure(page);
        const bad: [string, string | undefined][] = [
          ...found.cut.map((text): [string, string] => ['is cut', text]),
          ...found.unnamed.map((html): [string, string] => ['has no name', html]),
          ['is wider', found.wider > 0 ? `${found.wider} px` : undefined],
        ];
        if (width === 390) {
          const { first, record, small, bare } = found;
          bad.push(
            ...bare.map((html): [string, string] => ['has no word', html]),
            ...small.map((html): [string, string] => ['is a small target', html]),
            ['search or first control', first > SEARCH_WITHIN ? `at ${first} px` : undefined],
            ['first record', record > RECORD_WITHIN ? `at ${record} px` : undefined],
          );
        }
        for (const [kind, text] of bad)
          if (text !== undefined) problems.push(`${screen} at ${width}: ${kind}: ${text}`);
      }
      await page.setViewportSize({ width: 1440, height: 900 });
    }
    expect(problems.join('\n')).toBe('');
  },
);

test('the walk has found the lists', () => {
  expect(lists.size).toBeGreaterThan(20);
});

test('columns that matter are shown at 1024 pixels; all modules at 1440', async () => {
  const { page, settled } = await portal.open({ width: 1024, height: 768 });
  await signIn(page, 'lists', '/dashboard?tab=customers');
  const columns = async () => {
    await settled();
    return (await measure(page)).columns;
  };
  expect(await columns()).toEqual(expect.arrayContaining(['Name', 'Telephone', 'Monthly Fee']));
  await go(page, '/voucher-management?view=all');
  expect(await columns()).toEqual(expect.arrayContaining(['Sold', 'Expires']));
  await page.setViewportSize({ width: 1440, height: 900 });
  await drawn(page);
  const seen = await page.locator('aside nav a, aside button:has-text("Logout")').evaluateAll(
    (entries) =>
      entries.filter((entry) => {
        const { top, bottom } = entry.getBoundingClientRect();
        return entry.checkVisibility() && top >= 0 && bottom <= window.innerHeight;
      }).length,
  );
  expect(seen).toBe(17);
});

test('on a phone a customer can be called from the list; filters are chips; buttons are in the menu', async () => {
  const { page, settled } = await portal.open({ width: 390, height: 844 });
  await signIn(page, 'lists', '/dashboard?tab=customers');
  const card = page.getByRole('row', { name: /Upper Nile/ });
  expect(await card.getByRole('link', { name: '0912 345 678' }).getAttribute('href')).toBe(
    'tel:+211912345678',
  );
  await card.getByText('$850.00').waitFor();
  await page.getByRole('button', { name: 'Filter' }).click();
  await page.getByRole('menuitem', { name: 'Owes' }).click();
  await settled();
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole('menuitemradio').nth(1).click();
  await page.getByRole('button', { name: /^Remove filter Owes/ }).waitFor();
  await settled();
  expect(await seriousFindings(page)).toEqual([]);
  expect(new URL(page.url()).searchParams.get('owes')).not.toBeNull();
  await page.getByRole('button', { name: /^Remove filter Owes/ }).press('Enter');
  await page.locator('button:focus', { hasText: 'Filter' }).waitFor();

  const more = page.getByRole('button', { name: /^More/ });
  await more.press('Enter');
  await page.locator('a:focus', { hasText: 'Import' }).waitFor();
  await settled();
  expect(await seriousFindings(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.locator('button:focus', { hasText: 'More' }).waitFor();

  // The last of several tabs, from a link.
  await go(page, '/user-management?view=audit');
  const tab = page.getByRole('tab', { name: 'Audit Log', selected: true });
  const menu = page.getByRole('button', { name: /^More/ });
  const [shown, before] = [(await tab.boundingBox())!, (await menu.boundingBox())!];
  expect(shown.x).toBeGreaterThanOrEqual(0);
  expect(shown.x + shown.width).toBeLessThanOrEqual(before.x);
});

/** As long as names may be, without a blank. */
const LONGEST = 'Nyandeng'.repeat(25);
const LONGEST_ARABIC = 'المؤسسةالزراعيةالتعاونية'.repeat(9).slice(0, 200);

/** Companies and people of these names, and what names them elsewhere: a chat, an item of stock. */
async function makeLongNames(): Promise<{
  customer: string;
  supplier: number;
  employee: number;
  item: number;
}> {
  const ctx = contextOf(portal.app);
  const [first] = await Promise.all(
    [LONGEST, LONGEST_ARABIC].map((name) =>
      createCustomer(ctx, {
        name,
        packageType: 'Basic Fiber',
        location: 'Juba Commercial',
        serviceStartDate: undefined,
        monthlyFeeUsd: cents(12_500),
      }),
    ),
  );
  const supplier = await createSupplier(ctx, { name: LONGEST, contactPerson: LONGEST_ARABIC });
  const { id: item } = await addItem(ctx, { name: LONGEST });
  const employee = await createEmployee(ctx, {
    firstName: LONGEST.slice(0, 96),
    lastName: LONGEST_ARABIC.slice(0, 100),
    email: 'nyandeng@example.net',
    phone: '+211912345678',
    department: 'Technical Support',
    position: LONGEST,
    baseSalary: cents(45_000),
    hireDate: isoDate('2025-01-01'),
  });
  await chat(ctx, { customerId: first!.id, sessionId: 'long-name-1', message: LONGEST });
  return { customer: first!.customerId, supplier: supplier.id, employee: employee.id, item };
}

/**
 * What goes past the sides of the window, except in places that scroll sideways by themselves or end their text with an
 * ellipsis; and of the latter those that say nowhere what they cut.
 */
function past(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const text = document.createRange();
    const found: string[] = [];
    const say = (element: Element) =>
      found.push(`${element.parentElement?.className} > ${element.outerHTML.slice(0, 160)}`);
    const walk = (element: Element) => {
      if (!element.checkVisibility()) return;
      const { overflowX, textOverflow, clipPath } = getComputedStyle(element);
      // For screen readers only.
      if (clipPath === 'inset(50%)' || element.matches('.skip-link')) return;
      const isEllipsis = overflowX !== 'visible' && textOverflow === 'ellipsis';
      const isPlace = isEllipsis || element.matches('[role=tablist]');
      const boxes = [element.getBoundingClientRect()];
      for (const node of isPlace ? [] : element.childNodes) {
        if (node.nodeType !== Node.TEXT_NODE) continue;
        text.selectNodeContents(node);
        boxes.push(text.getBoundingClientRect());
      }
      const isPast = boxes.some(
        ({ left, right }) => right > left && (right > width + 1 || left < -1),
      );
      const isCut = isEllipsis && element.scrollWidth > element.clientWidth + 1;
      if (isPast || (isCut && !element.closest('[title], input'))) say(element);
      else if (!isPlace) for (const child of element.children) walk(child);
    };
    walk(document.body);
    if (document.documentElement.scrollWidth > width) found.push('the page scrolls sideways');
    return found;
  });
}

test('names without a blank go past no side of a phone', async () => {
  const { customer, supplier, employee, item } = await makeLongNames();
  const { page, settled, faults } = await portal.open({ width: 390, height: 844 });
  await signIn(page, 'lists', '/dashboard?tab=customers');
  const problems: string[] = [];
  // Records in a drawer have their list behind them.
  for (const screen of [
    '/dashboard?tab=customers',
    `/dashboard?tab=customers&customer=${customer}`,
    `/dashboard?tab=billing&record=payment&payer=${customer}`,
    `/procurement?view=suppliers&supplier=${supplier}`,
    `/hr?view=employees&employee=${employee}`,
    `/equipment?equipment=${item}`,
    '/dashboard?tab=ai&chat=long-name-1',
  ]) {
    await go(page, screen);
    await settled();
    for (const text of await past(page)) problems.push(`${screen}: ${text}`);
  }
  await go(page, '/dashboard');
  for (const text of [LONGEST.slice(0, 60), LONGEST_ARABIC.slice(0, 60)]) {
    await page.keyboard.press('Control+k');
    await page.keyboard.type(text);
    await page.getByRole('option').first().waitFor();
    await settled();
    for (const what of await past(page)) problems.push(`search: ${what}`);
    await page.keyboard.press('Escape');
  }
  expect(problems.join('\n')).toBe('');
  expect(faults).toEqual([]);
});
