import { useEffect, useLayoutEffect, useState } from 'react';

/** Id of the sign-in card in the HTML of /auth, which is there before any script (web/vite/first-view.ts). */
const FIRST_VIEW_ID = 'first-view';
/** Set by web/app/first-view.ts when the user has sent the form. */
const SENT = 'sent';
type Typed = Record<'username' | 'password', string>;

function inputOf(name: string): HTMLInputElement | null {
  return document.querySelector(`#${FIRST_VIEW_ID} input[name="${name}"]`);
}

function typedSoFar(): Typed {
  return {
    username: inputOf('username')?.value ?? '',
    password: inputOf('password')?.value ?? '',
  };
}

/** Gives the focus, and the selection of an input, to what replaces an element of the first view. */
function moveFocus(old: Element | null): void {
  if (!old?.closest(`#${FIRST_VIEW_ID}`)) return;
  if (!(old instanceof HTMLInputElement)) {
    if (old.matches('[data-submit]'))
      document.querySelector<HTMLElement>('#root [type="submit"]')?.focus();
    return;
  }
  const input = document.querySelector<HTMLInputElement>(`#root input[name="${old.name}"]`);
  input?.focus();
  input?.setSelectionRange(old.selectionStart, old.selectionEnd, old.selectionDirection ?? 'none');
}

/** Removes the sign-in card of the HTML, when the page has another one or shows something else. */
export function removeFirstView(): void {
  document.getElementById(FIRST_VIEW_ID)?.remove();
}

/**
 * What the user typed before the scripts had loaded, with the focus; `send` is called if the form was sent. The card of the
 * HTML is then removed.
 */
export function useFirstView(send: (typed: Typed) => void) {
  const [username, setUsername] = useState(() => typedSoFar().username);
  const [password, setPassword] = useState(() => typedSoFar().password);
  const [isSent, setSent] = useState(false);
  // Read while rendering: then the new input takes the focus by itself.
  const [focused] = useState(() => document.activeElement);
  useLayoutEffect(() => {
    const first = document.getElementById(FIRST_VIEW_ID);
    if (!first) return;
    // A key may have been pressed since the first rendering.
    const typed = typedSoFar();
    setUsername(typed.username);
    setPassword(typed.password);
    moveFocus(focused);
    setSent(first.dataset[SENT] !== undefined);
    removeFirstView();
  }, [focused]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, with what was typed
  useEffect(() => {
    if (isSent) send({ username, password });
  }, [isSent]);
  return { username, setUsername, password, setPassword };
}
