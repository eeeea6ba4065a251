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
    // A key that is held repeats at the element that has the focus meanwhile.
    if (!repeat) pressedAt.set(key, target);
  };
  const onKeyUp = (event: KeyboardEvent) => {
    const { key, target } = event;
    if (CLICKING.includes(key) && pressedAt.get(key) !== target) event.stopPropagation();
    pressedAt.delete(key);
  };
  window.addEventListener('keydown', onKeyDown, true);
  window.addEventListener('keyup', onKeyUp, true);
  return () => {
    window.removeEventListener('keydown', onKeyDown, true);
    window.removeEventListener('keyup', onKeyUp, true);
  };
}
