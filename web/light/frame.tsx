import { type ReactNode, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { CURRENT_USER_KEY } from '../client/user-key.ts';
import './frame.css';
import { useStarted } from './use-started.ts';

interface Said {
  words: ReactNode;
  isFailure: boolean;
  /** The same words again are announced again. */
  turn: number;
}

/** What a page says about what happened: `say` replaces it, without words by nothing. */
export function useSaid() {
  const [said, setSaid] = useState<Said>();
  const say = useCallback((words?: ReactNode, isFailure = false) => {
    setSaid((last) =>
      words === undefined ? undefined : { words, isFailure, turn: (last?.turn ?? 0) + 1 },
    );
  }, []);
  return { said, say };
}

interface FrameProps {
  title: string;
  /** '' while it is not known. */
  companyName: string;
  /** Shown while the link is lost, otherwise ''. */
  linkLost: string;
  said: Said | undefined;
  children: ReactNode;
}

function homeOfUser(): string {
  try {
    return localStorage.getItem(CURRENT_USER_KEY) ? '/dashboard' : '/';
  } catch {
    return '/';
  }
}

/** What stays on a light page while its views change: the way back, the title, the state of the link, what happened. */
export function Frame({ title, companyName, linkLost, said, children }: FrameProps) {
  const isStarted = useStarted();
  useEffect(() => {
    if (companyName !== '') document.title = `${title} · ${companyName}`;
  }, [title, companyName]);
  return (
    <>
      <header className="top">
        <a href={isStarted ? homeOfUser() : '/'} className="back">
          ← Back
        </a>
        <span className="company">{companyName}</span>
      </header>
      <main>
        <h1>{title}</h1>
        <p className="notice warning" role="status" hidden={linkLost === ''}>
          {linkLost}
        </p>
        <div role="alert">
          {said && (
            <div key={said.turn} className={said.isFailure ? 'notice danger' : 'notice'}>
              {said.words}
            </div>
          )}
        </div>
        {children}
      </main>
    </>
  );
}

/** A view of a page: another object each time that it is shown. */
export interface Shown {
  /** The visitor has caused it: its title takes the focus. */
  takesFocus: boolean;
}

/** The view that is shown. */
export function Body({ view, children }: { view: Shown; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (view.takesFocus) box.current?.querySelector<HTMLElement>('[tabindex="-1"]')?.focus();
  }, [view]);
  return (
    <div className="body" ref={box}>
      {children}
    </div>
  );
}
