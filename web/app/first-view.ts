import { CURRENT_USER_KEY } from '../client/user-key.ts';
import { applyTheme } from '../ui/theme.ts';

// A small script in the head of /auth. It applies the theme before anything is painted, and keeps the keyboard's Enter
// and a press of the button until the page has loaded, which then sends what was typed.
applyTheme();

const CARD = '#first-view';

function markSent(event: Event): void {
  const card = event.target instanceof Element ? event.target.closest<HTMLElement>(CARD) : null;
  if (!card) return;
  const inputs = [...card.querySelectorAll('input')];
  const empty = inputs.find(({ value }) => value === '');
  if (empty) {
    empty.reportValidity();
    return;
  }
  card.dataset.sent = '';
  const button = card.querySelector('[data-submit] .bp6-button-text');
  if (button) button.textContent = 'Authenticating...';
}

document.addEventListener('keydown', (event) => {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) markSent(event);
});
document.addEventListener('submit', markSent);
document.addEventListener('click', (event) => {
  if (event.target instanceof Element && event.target.closest('[data-submit]')) markSent(event);
});
// Who is signed in is led on: the card would only flash.
document.addEventListener('DOMContentLoaded', () => {
  const card = document.querySelector<HTMLElement>(CARD);
  if (card && localStorage.getItem(CURRENT_USER_KEY) !== null) card.hidden = true;
});
