import { useEffect, useRef, useState } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router-dom';
import type { Section } from '../../app/help/guide.ts';
import { type GuideName, guides, guidesFor, isGuide, mayRead } from '../../app/help/guides.ts';
import { titleOf } from '../../app/modules.ts';
import { paths } from '../../app/paths.ts';
import { AccessDenied, useMay } from '../../ui/allowed.tsx';
import { Page } from '../../ui/page.tsx';
import { SkeletonBlock } from '../../ui/skeleton.tsx';
import { GuideSection } from './guide-section.tsx';
import styles from './help.module.css';
import { Shortcuts } from './shortcuts.tsx';

/** The guides of docs/guide at the section of the URL, and the list of shortcuts. */
export function HelpPage() {
  const may = useMay();
  const [params] = useSearchParams();
  const wanted = params.get('guide') ?? '';
  const guide = isGuide(wanted) ? wanted : 'clerk';
  return (
    <Page title={titleOf('help')} description="What to do, step by step. Ctrl+K finds any of it.">
      <nav className={styles.guides} aria-label="Guides">
        {guidesFor(may).map((name) => (
          <Link
            key={name}
            to={paths.help(name)}
            className={styles.guide}
            aria-current={name === guide ? 'page' : undefined}
          >
            {guides[name].title}
          </Link>
        ))}
      </nav>
      {!mayRead(may, guide) ? (
        <AccessDenied text="You don't have permission to read the guide for administrators." />
      ) : guide === 'keys' ? (
        <Shortcuts />
      ) : (
        <Guide key={guide} name={guide} />
      )}
    </Page>
  );
}

function Guide({ name }: { name: GuideName }) {
  const [sections, setSections] = useState<readonly Section[]>();
  const [tries, setTries] = useState(0);
  const [hasFailed, setFailed] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `tries` loads it again
  useEffect(() => {
    let isWanted = true;
    setFailed(false);
    guides[name].load?.().then(
      (loaded) => isWanted && setSections(loaded.default),
      () => isWanted && setFailed(true),
    );
    return () => {
      isWanted = false;
    };
  }, [name, tries]);
  if (hasFailed)
    return (
      <p role="alert">
        The guide could not be loaded.{' '}
        <button type="button" onClick={() => setTries(tries + 1)}>
          Try again
        </button>
      </p>
    );
  if (!sections) return <SkeletonBlock label="Loading the guide…" lines={12} />;
  return <Sections name={name} sections={sections} />;
}

interface SectionsProps {
  name: GuideName;
  sections: readonly Section[];
}

function Sections({ name, sections }: SectionsProps) {
  const { hash, key } = useLocation();
  const text = useRef<HTMLDivElement>(null);
  const contentsList = useRef<HTMLElement>(null);
  const shown = decodeURIComponent(hash.slice(1));
  // biome-ignore lint/correctness/useExhaustiveDependencies: again when the same link is followed
  useEffect(() => {
    if (shown === '') return;
    const heading = text.current?.querySelector<HTMLElement>(`[id="${CSS.escape(shown)}"]`);
    contentsList.current?.querySelector('[aria-current]')?.scrollIntoView?.({ block: 'nearest' });
    heading?.scrollIntoView?.();
    heading?.focus({ preventScroll: true });
  }, [shown, key]);
  const [first, ...others] = sections;
  const contents = (
    <ul>
      {others.map(({ id, title, level }) => (
        <li key={id} className={level > 2 ? styles.below : ''}>
          <Link to={paths.help(name, id)} aria-current={id === shown ? 'location' : undefined}>
            {title}
          </Link>
        </li>
      ))}
    </ul>
  );
  return (
    <div className={styles.columns}>
      <nav ref={contentsList} className={styles.contents} aria-label="Contents">
        {contents}
      </nav>
      <details className={styles.folded}>
        <summary>Contents</summary>
        <nav aria-label="Contents of the guide">{contents}</nav>
      </details>
      <article ref={text} className={styles.text} aria-label={first?.title}>
        {sections.map((section) => (
          <GuideSection key={section.id} section={section} />
        ))}
      </article>
    </div>
  );
}
