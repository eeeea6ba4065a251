import {
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  useContext,
  useEffect,
  useId,
  useState,
} from 'react';
import { PHONE, useMedia } from './media.ts';
import styles from './page.module.css';
import { OutsidePlaces, SearchArea, ToolsPlace, usePlace } from './phone-places.tsx';

const PageMenu = lazy(async () => ({
  default: (await import('./overlay/page-menu.tsx')).PageMenu,
}));

/** Company name, appended to the document title. */
export const TitleSuffix = createContext('');

/** Sets the document title; called by `Page`, and by pages that do not use it. */
export function useDocumentTitle(title: string): void {
  const suffix = useContext(TitleSuffix);
  useEffect(() => {
    document.title = suffix ? `${title} · ${suffix}` : title;
  }, [title, suffix]);
}

interface PageProps {
  title: string;
  description?: ReactNode;
  /** Buttons of the page, the primary one last. */
  actions?: ReactNode;
  children: ReactNode;
}

/**
 * A screen with h1, description, actions and content. On a phone the actions are in one menu, with the tools of the first
 * list.
 */
export function Page({ title, description, actions, children }: PageProps) {
  useDocumentTitle(title);
  const isPhone = useMedia(PHONE);
  const tools = usePlace();
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <div className={styles.words}>
          <h1 className={styles.title}>{title}</h1>
          {description && <p className={styles.description}>{description}</p>}
        </div>
        {(actions || (isPhone && tools.lists.length > 0)) && (
          <div className={styles.actions}>
            {isPhone ? (
              <Suspense>
                <PageMenu actions={actions} toolsRef={tools.setElement} />
              </Suspense>
            ) : (
              actions
            )}
          </div>
        )}
      </header>
      <ToolsPlace.Provider value={isPhone ? tools : undefined}>
        <SearchArea>{children}</SearchArea>
      </ToolsPlace.Provider>
    </div>
  );
}

interface PanelProps {
  title: string;
  description?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
  /** No padding, for tables and lists. */
  flush?: boolean;
  /** Opened by its title on a phone: a form above a list. */
  folds?: boolean;
  /** What the form says, shown with the title while it is folded. */
  folded?: string;
}

/** A titled part of a page. */
export function Panel(props: PanelProps) {
  const { title, description, actions, children, flush = false, folds = false, folded } = props;
  const isFolding = useMedia(PHONE) && folds;
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const isHidden = isFolding && !isOpen;
  return (
    <section className={styles.panel} aria-label={title}>
      <header className={styles.panelHeader}>
        <div className={styles.words}>
          <h2 className={styles.panelTitle}>
            {isFolding ? (
              <button
                type="button"
                className={styles.fold}
                aria-expanded={isOpen}
                aria-controls={id}
                onClick={() => setOpen(!isOpen)}
              >
                <span>
                  {title}
                  {folded && !isOpen && <span className={styles.folded}>{folded}</span>}
                </span>{' '}
                <span aria-hidden="true">{isOpen ? '▴' : '▾'}</span>
              </button>
            ) : (
              title
            )}
          </h2>
          {description && !isHidden && <p className={styles.description}>{description}</p>}
        </div>
        {actions && !isHidden && <div className={styles.actions}>{actions}</div>}
      </header>
      <div id={id} className={flush ? styles.flush : styles.body} hidden={isHidden}>
        <OutsidePlaces>{children}</OutsidePlaces>
      </div>
    </section>
  );
}

/** Columns up to this width are shown in pairs on a phone: stat cards, not panels. */
const PHONE_PAIR = 240;

/** Equal columns that wrap. `min` is the minimum width in pixels. */
export function Columns({ min = 220, children }: { min?: number; children: ReactNode }) {
  return (
    <div
      className={styles.columns}
      style={{
        gridTemplateColumns: `repeat(auto-fit, minmax(min(${min}px, ${min <= PHONE_PAIR ? 'calc(50% - 8px)' : '100%'}), 1fr))`,
      }}
    >
      {children}
    </div>
  );
}
