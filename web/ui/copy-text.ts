/** Copies by a selection, for browsers without a clipboard API, which is missing without TLS. */
function copyBySelection(text: string): boolean {
  const box = document.createElement('textarea');
  box.value = text;
  box.setAttribute('aria-hidden', 'true');
  // An open dialog keeps the focus inside itself.
  (document.activeElement?.closest('[role="dialog"]') ?? document.body).append(box);
  const focused = document.activeElement;
  box.select();
  const isCopied = document.execCommand?.('copy') ?? false;
  box.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return isCopied;
}

/** Copies a text to the clipboard; false if the browser refuses. */
export async function copyText(text: string): Promise<boolean> {
  try {
    if (navigator.clipboard) {
      await navigator.clipboard.writeText(text);
      return true;
    }
  } catch {
    // Refused by the browser; try the other way.
  }
  return copyBySelection(text);
}
