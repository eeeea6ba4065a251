import { lazy, Suspense, useCallback, useEffect, useState } from 'react';

const loadDialog = () => import('./search-dialog.tsx');
const SearchDialog = lazy(async () => ({ default: (await loadDialog()).SearchDialog }));

/** Event on the window that opens the search dialog. */
const OPEN = 'nimule:search';

export function openSearch(): void {
  window.dispatchEvent(new Event(OPEN));
}

/** Preloads the dialog; an error is shown when it is opened. */
export function preloadSearch(): void {
  loadDialog().catch(() => undefined);
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.closest('input, textarea, select') !== null)
  );
}

function isShortcut(event: KeyboardEvent): boolean {
  if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey)
    return event.key.toLowerCase() === 'k';
  const isSlash = event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey;
  // Not in a dialog, where it may be meant as text.
  return isSlash && !isTyping(event.target) && !document.querySelector('[role="dialog"]');
}

/** Search for records of every kind, screens and actions, opened by Ctrl+K or `/`. */
export function Search() {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const open = () => setOpen(true);
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isShortcut(event)) return;
      event.preventDefault();
      setOpen(true);
    };
    window.addEventListener(OPEN, open);
    window.addEventListener('keydown', onKeyDown);
    return () => {
      window.removeEventListener(OPEN, open);
      window.removeEventListener('keydown', onKeyDown);
    };
  }, []);
  const close = useCallback(() => setOpen(false), []);
  if (!isOpen) return null;
  return (
    <Suspense fallback={null}>
      <SearchDialog onClose={close} />
    </Suspense>
  );
}
