import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import styles from './page-menu.module.css';
import { InPageMenu } from '../phone-places.tsx';

interface PageMenuProps {
  actions: ReactNode;
  /** Receives the element for the tools of the page's list. */
  toolsRef: (element: HTMLElement | null) => void;
}

/**
 * The buttons of a page and of its list on a phone, behind one button. They stay mounted while it is closed: some have a
 * dialog of their own.
 */
export function PageMenu({ actions, toolsRef }: PageMenuProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);

  // Listeners of the document, since the tools of the list are not children here.
  useEffect(() => {
    const element = panel.current;
    // Before the action: what it opens returns the focus to the button, not to an item that is hidden.
    const chosen = ({ target }: Event) => {
      const action = (target as Element).closest('button, a');
      if (!action || action.getAttribute('aria-disabled') === 'true') return;
      button.current?.focus();
      setOpen(false);
    };
    element?.addEventListener('click', chosen, true);
    return () => element?.removeEventListener('click', chosen, true);
  }, []);
  useEffect(() => {
    if (!isOpen) return;
    panel.current?.querySelector<HTMLElement>('button, a, select')?.focus();
    const left = ({ target }: Event) => {
      if (!frame.current?.contains(target as Node)) setOpen(false);
    };
    const pressed = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return;
      button.current?.focus();
      setOpen(false);
    };
    document.addEventListener('pointerdown', left);
    document.addEventListener('focusin', left);
    document.addEventListener('keydown', pressed);
    return () => {
      document.removeEventListener('pointerdown', left);
      document.removeEventListener('focusin', left);
      document.removeEventListener('keydown', pressed);
    };
  }, [isOpen]);

  return (
    <div ref={frame} className={styles.menu}>
      {/* The library's component would divide the chunks of the first visit. */}
      <button
        ref={button}
        type="button"
        className="bp6-button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        More <span aria-hidden="true">▾</span>
      </button>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is of a form */}
      <div
        ref={panel}
        id={id}
        role="group"
        aria-label="More actions"
        className={styles.panel}
        hidden={!isOpen}
      >
        <InPageMenu.Provider value={true}>{actions}</InPageMenu.Provider>
        <div ref={toolsRef} className={styles.tools} />
      </div>
    </div>
  );
}
