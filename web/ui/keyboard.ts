const CLICKING = ['Enter', ' '];

/**
 * The library's buttons are clicked when Enter or Space is released over them, wherever it was pressed. Focus often
 * moves in between: a form that is sent with Enter closes and returns it to the button that opened the form, which would
 * open it again, and a question that opens would be answered at once. Such releases do not reach the page. Answers a
 * function that ends this.
 */
export function ignoreKeysPressedElsewhere(): () => void {
  const pressedAt = new Map<string, EventTarget | null>();
  const onKeyDown = ({ key, repeat, target }: KeyboardEvent) => {
    lastKey = key;
    // A key that is held repeats at the element that has the focus meanwhile.
    if (!repeat) pressedAt.set(key, target);
  };
  const onKeyUp = (event: KeyboardEvent) => {
    const { key, target } = event;
    if (CLICKING.includes(key) && pressedAt.get(key) !== target) event.stopPropagation();
    pressedAt.delete(key);
  };
  const onPointerDown = () => {
    lastKey = undefined;
  };
  window.addEventListener('pointerdown', onPointerDown, true);
  window.addEventListener('keydown', onKeyDown, true);
  window.addEventListener('keyup', onKeyUp, true);
  return () => {
    window.removeEventListener('pointerdown', onPointerDown, true);
    window.removeEventListener('keydown', onKeyDown, true);
    window.removeEventListener('keyup', onKeyUp, true);
  };
}

let lastKey: string | undefined;

/** Whether the last thing that the user did was to press Enter or Space. */
export function wasDoneByKey(): boolean {
  return lastKey !== undefined && CLICKING.includes(lastKey);
}

/** Fields of one line. Checkboxes, choices and files keep what the browser does with Enter. */
const ONE_LINE =
  'select, input:not([type=checkbox], [type=radio], [type=file], [type=submit], [type=button])';

/**
 * The one rule for sending a form: Enter in a field of one line, also in a select whose list is closed, and Ctrl+Enter
 * (Cmd+Enter) in every field. A field for which Enter means something else prevents the default. Also sent while the
 * button is disabled: the form then says what is missing. Answers a function that ends this.
 */
export function sendFormsByKey(): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, target, altKey, shiftKey } = event;
    if (key !== 'Enter' || altKey || shiftKey || event.isComposing || event.defaultPrevented)
      return;
    if (!(target instanceof Element) || target.closest('button, a, summary')) return;
    const form = target.closest('form');
    if (!form || !(event.ctrlKey || event.metaKey || target.matches(ONE_LINE))) return;
    event.preventDefault();
    // The Enter that opened the form may still be held.
    if (!event.repeat) form.requestSubmit();
  };
  window.addEventListener('keydown', onKeyDown);
  return () => window.removeEventListener('keydown', onKeyDown);
}
