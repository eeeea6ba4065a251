import { patiently } from '@nimule/fixtures/testing/machine';
import type { Page } from 'playwright-core';
import type { Opener } from './form-openers.ts';
import { go } from './harness.ts';

/** How long a button or a form is waited for that may not be there. */
const FIND_MS = patiently(5_000);
/** Rows whose menus are opened to find an action. */
const MOST_ROWS = 8;
/** Fields of a form that are tried: those of many lines repeat themselves. */
const MOST_FIELDS = 8;

/** Whether the page fulfils a condition within FIND_MS, looked at in each frame. */
async function comes<Arg>(
  page: Page,
  condition: (arg: Arg) => boolean,
  arg: Arg,
): Promise<boolean> {
  const options = { timeout: FIND_MS, polling: 'raf' } as const;
  return page.waitForFunction(condition as never, arg as never, options).then(
    () => true,
    () => false,
  );
}

interface Button {
  pattern: readonly [source: string, flags: string];
  /** Only buttons of rows. */
  inRow?: boolean;
  /** Which of those found. */
  at?: number;
}

/** Focuses a button of the page, of the dialog on top or of the open menu. */
function focusButton({ pattern, inRow = false, at = 0 }: Button): boolean {
  const wanted = new RegExp(...(pattern as [string, string]));
  const dialog = [...document.querySelectorAll('[aria-modal=true]')].at(-1);
  const place = dialog ?? document.querySelector('main');
  const found = [
    ...document.querySelectorAll<HTMLElement>('[role=menuitem]'),
    ...(place?.querySelectorAll<HTMLElement>(
      inRow ? ':is(td, li, [role=cell], [role=gridcell]) button' : 'button, [role=tab]',
    ) ?? []),
  ].filter(
    (button) =>
      button.checkVisibility() &&
      button.getAttribute('aria-disabled') !== 'true' &&
      wanted.test((button.getAttribute('aria-label') ?? button.textContent ?? '').trim()),
  );
  found[at]?.focus();
  return found[at] !== undefined && found[at] === document.activeElement;
}

async function press(page: Page, button: Button): Promise<boolean> {
  if (!(await comes(page, focusButton, button))) return false;
  await page.keyboard.press('Enter');
  return true;
}

/** Presses the action of the first row that has it, as a button or in the row's menu. */
async function pressInRow(page: Page, action: string): Promise<boolean> {
  const inline: Button = { pattern: [`^${action} `, ''], inRow: true };
  const menu: Button = { pattern: ['^More actions for ', ''], inRow: true };
  const either: Button = { pattern: [`^(${action}|More actions for) `, ''], inRow: true };
  if (!(await comes(page, focusButton, either))) return false;
  if (await page.evaluate(focusButton, inline)) return press(page, inline);
  for (let at = 0; at < MOST_ROWS; at += 1) {
    if (!(await page.evaluate(focusButton, { ...menu, at }))) return false;
    await page.keyboard.press('Enter');
    await comes(page, () => document.activeElement?.role === 'menuitem', undefined);
    const item: Button = { pattern: [`^${action}$`, ''] };
    if (await page.evaluate(focusButton, item)) return press(page, item);
    await page.keyboard.press('Escape');
    await comes(page, () => !document.querySelector('[role=menuitem]'), undefined);
  }
  return false;
}

/** Focuses the form on top with a name: a dialog has focused its first field itself. */
function isFormFocused({ pattern }: { pattern: readonly [string, string] }): boolean {
  const wanted = new RegExp(...(pattern as [string, string]));
  const forms = [...document.querySelectorAll<HTMLFormElement>('form[aria-label]')];
  const form = forms.findLast((one) => wanted.test(one.ariaLabel ?? ''));
  if (!form) return false;
  if (!form.closest('.bp6-dialog') && !form.contains(document.activeElement))
    form.querySelector<HTMLElement>('input:enabled, select:enabled, textarea:enabled')?.focus();
  return form.contains(document.activeElement);
}

/** Opens a form by key; answers its name, or undefined if it does not open. */
export async function openForm(page: Page, opener: Opener): Promise<string | undefined> {
  await go(page, opener.at);
  for (const { source, flags } of opener.press ?? [])
    if (!(await press(page, { pattern: [source, flags] }))) return undefined;
  if (opener.row !== undefined && !(await pressInRow(page, opener.row))) return undefined;
  const { source, flags } = opener.form;
  if (!(await comes(page, isFormFocused, { pattern: [source, flags] }))) return undefined;
  return page.evaluate(() => document.activeElement?.closest('form')?.ariaLabel ?? undefined);
}

interface Field {
  name: string;
  kind: string;
  sends: number;
  /** Not a field, or not of a form. */
  isOut: boolean;
  /** The button that sends the form, or what is outside a form. */
  isEnd: boolean;
}

/** What the page keeps while its forms are walked through. */
interface Watched {
  focusedField(): Field;
  /** The field that had the focus when Tab was pressed, before it moved. */
  left: Field;
}

/** Presses keys one after the other, and waits for the page once. */
type PressAll = (keys: readonly Key[]) => Promise<void>;

const codes = {
  Enter: { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13 },
  Tab: { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 },
  Control: { key: 'Control', code: 'ControlLeft', windowsVirtualKeyCode: 17 },
};
const CONTROL = 2;
type Key = 'Enter' | 'Tab' | 'Control+Enter';

/** What the keyboard sends for a key. */
function eventsOf(key: Key) {
  if (key === 'Control+Enter')
    return [
      { type: 'rawKeyDown', ...codes.Control, modifiers: CONTROL },
      { type: 'rawKeyDown', ...codes.Enter, modifiers: CONTROL },
      { type: 'keyUp', ...codes.Enter, modifiers: CONTROL },
      { type: 'keyUp', ...codes.Control },
    ] as const;
  const down = key === 'Enter' ? { type: 'keyDown', text: '\r' } : { type: 'rawKeyDown' };
  return [
    { ...down, ...codes[key] } as { type: 'keyDown' | 'rawKeyDown' },
    { type: 'keyUp', ...codes[key] },
  ] as const;
}

/**
 * Counts what forms are sent instead of sending it, until the page is loaded again. The answered function presses keys
 * through the browser's own protocol, which takes them in order without an answer to each.
 */
export async function watchForms(page: Page): Promise<PressAll> {
  await page.evaluate(() => {
    let sends = 0;
    const stop = (event: Event) => {
      sends += 1;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    window.addEventListener('submit', stop, true);
    const focusedField = (): Field => {
      const at = document.activeElement as HTMLInputElement | HTMLButtonElement | null;
      const form = at?.closest('form');
      return {
        name: at?.labels?.[0]?.textContent ?? at?.ariaLabel ?? at?.name ?? at?.tagName ?? '',
        kind: at?.tagName === 'INPUT' ? at.type : (at?.tagName.toLowerCase() ?? ''),
        sends,
        isOut: !form || !at?.matches('input, select, textarea'),
        isEnd: at?.tagName === 'BUTTON' && (at.type === 'submit' || !form),
      };
    };
    const watched: Watched = { focusedField, left: focusedField() };
    Object.assign(window, { watched });
    const leave = ({ key }: KeyboardEvent) => {
      if (key === 'Tab') watched.left = focusedField();
    };
    window.addEventListener('keydown', leave, true);
  });
  const session = await page.context().newCDPSession(page);
  return async (keys) => {
    const events = keys.flatMap((key) => eventsOf(key));
    await Promise.all(events.map((event) => session.send('Input.dispatchKeyEvent', event)));
  };
}

const readField = (page: Page) =>
  page.evaluate(() => {
    const { watched } = window as unknown as { watched: Watched };
    return { left: watched.left, field: watched.focusedField() };
  });

const OWN_ENTER = ['checkbox', 'radio', 'textarea', 'file'];

/**
 * Goes through the fields of the form with Tab and presses Enter and Ctrl+Enter in each; answers where one of them did
 * not send it. `entersNext`: Enter goes to the next field.
 */
export async function fieldsThatDoNotSend(
  page: Page,
  pressAll: PressAll,
  entersNext: boolean,
): Promise<string[]> {
  const silent: string[] = [];
  let { field } = await readField(page);
  let fields = 0;
  for (let steps = 0; steps < 3 * MOST_FIELDS && fields < MOST_FIELDS; steps += 1) {
    const takesEnter = OWN_ENTER.includes(field.kind) || entersNext;
    const keys: Key[] = takesEnter ? ['Control+Enter'] : ['Enter', 'Control+Enter'];
    await pressAll(field.isOut ? ['Tab'] : [...keys, 'Tab']);
    const { left, field: next } = await readField(page);
    if (!field.isOut) {
      fields += 1;
      const sent = left.sends - field.sends;
      if (sent !== keys.length) silent.push(`${field.name} (${field.kind}): ${sent}`);
      if (left.name !== field.name) silent.push(`${field.name}: the focus moved to ${left.name}`);
    }
    field = next;
    if (field.isEnd) break;
  }
  if (fields === 0) silent.push('no field is reached');
  return silent;
}

/** Closes the dialogs with Escape; answers where the focus is then, or undefined if the form is part of the page. */
export async function closeForm(page: Page): Promise<string | undefined> {
  const look = () =>
    page.evaluate(async () => {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      return {
        isOpen: document.querySelector('[aria-modal=true]') !== null,
        focus: document.activeElement?.tagName ?? '',
      };
    });
  let seen = await look();
  if (!seen.isOpen) return undefined;
  for (let times = 0; seen.isOpen && times < 4; times += 1) {
    await page.keyboard.press('Escape');
    seen = await look();
  }
  if (!seen.isOpen) return seen.focus;
  await comes(page, () => !document.querySelector('[aria-modal=true]'), undefined);
  return (await look()).focus;
}
