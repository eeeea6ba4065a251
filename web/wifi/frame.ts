import { type Child, el } from './dom.ts';

const OFFLINE = 'No connection. We keep trying; you do not pay twice.';
const STEPS = ['Choose package', 'Pay', 'Success'] as const;
/** Where the portal keeps the signed-in user (seeds/000 1). */
const USER = 'currentUser';

/** What stays on the page while its views change. */
export interface Frame {
  setCompany: (name: string) => void;
  /** Replaces what the page says about what happened; nothing without children. */
  say: (...children: Child[]) => void;
  notice: (text: string) => void;
  showLink: (isLost: boolean) => void;
  showSimulated: (isShown: boolean) => void;
  /** Shows one view; `focus` moves to its title, where the visitor has caused it. */
  show: (children: readonly Child[], focus: boolean) => void;
  /** Whether the view that is shown has such an element. */
  has: (selector: string) => boolean;
}

function homeOfUser(): string {
  try {
    return localStorage.getItem(USER) ? '/dashboard' : '/';
  } catch {
    return '/';
  }
}

export function createFrame(root: HTMLElement): Frame {
  const company = el('span', { class: 'company' });
  const alertBox = el('div', { role: 'alert' });
  const link = el('p', { class: 'notice warning', role: 'status', hidden: true });
  const body = el('div', { class: 'body' });
  const simulated = el(
    'p',
    { class: 'notice', hidden: true },
    'Simulated payment: no money moves.',
  );
  root.replaceChildren(
    el(
      'header',
      { class: 'top' },
      el('a', { href: homeOfUser(), class: 'back' }, '← Back'),
      company,
    ),
    el('main', {}, el('h1', {}, 'WiFi Payment'), link, alertBox, simulated, body),
  );
  const nodesOf = (children: readonly Child[]) =>
    children.filter((child): child is Node | string => Boolean(child));
  const say = (...children: Child[]) => alertBox.replaceChildren(...nodesOf(children));
  return {
    setCompany(name) {
      company.textContent = name;
      document.title = `WiFi Payment · ${name}`;
    },
    say,
    notice: (text) => say(el('p', { class: 'notice' }, text)),
    showLink(isLost) {
      link.hidden = !isLost;
      link.textContent = isLost ? OFFLINE : '';
    },
    showSimulated(isShown) {
      simulated.hidden = !isShown;
    },
    show(children, focus) {
      body.replaceChildren(...nodesOf(children));
      if (focus) body.querySelector<HTMLElement>('[tabindex="-1"]')?.focus();
    },
    has: (selector) => body.querySelector(selector) !== null,
  };
}

/** A view as a step of the purchase, 1 to 3. */
export function stepOf(number: number, view: HTMLElement): HTMLElement {
  const steps = STEPS.map((name, index) =>
    el(
      'li',
      { 'aria-current': index + 1 === number ? 'step' : undefined },
      el('span', { class: 'number' }, String(index + 1)),
      el('span', { class: 'step-name' }, name),
    ),
  );
  const title = el('h2', { tabindex: '-1', id: 'step-title' }, STEPS[number - 1] ?? '');
  return el(
    'section',
    { class: 'panel', 'aria-labelledby': 'step-title' },
    el('ol', { class: 'steps', 'aria-label': 'Steps' }, ...steps),
    title,
    view,
  );
}
