import { lazy, Suspense, useCallback, useEffect, useState } from 'react';

const loadDialog = () => import('./search-dialog.tsx');
const SearchDialog = lazy(async () => ({ default: (await loadDialog()).SearchDialog }));

/** Fired by whoever wants the search box open. */
const OPEN = 'nimule:search';

export function openSearch(): void {
  window.dispatchEvent(new Event(OPEN));
}

/** Fetches the box ahead of need; a failure shows when it is opened. */
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
  // In a dialog the key may be meant for what is typed there next.
  return isSlash && !isTyping(event.target) && !document.querySelector('[role="dialog"]');
}

/** One box for everything: customers, invoices, receipts, screens and actions, on Ctrl+K and `/`. */
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
