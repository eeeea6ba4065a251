import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../app/paths.ts';
import { useCompany } from '../../client/company.ts';
import { DemoMark } from '../../ui/brand/demo-mark.tsx';
import { Mark } from '../../ui/brand/mark.tsx';
import { useDocumentTitle } from '../../ui/page.tsx';
import styles from './plain-page.module.css';

/** Page for unknown paths (seeds/000 2). */
export function NotFoundPage() {
  return (
    <PlainPage title="Page Not Found" code="404">
      <p>There is nothing at this address. Check it for a typing error, or go on from here.</p>
      <p className={styles.links}>
        <Link to={paths.home} className={styles.link}>
          Website
        </Link>
        <Link to={paths.dashboard()} className={styles.link}>
          Dashboard
        </Link>
      </p>
    </PlainPage>
  );
}

interface PlainPageProps {
  title: string;
  /** Shown above the title, such as '404'. */
  code?: string;
  children: ReactNode;
}

/** A simple public page, without dependencies on the staff area. */
function PlainPage({ title, code, children }: PlainPageProps) {
  const company = useCompany();
  useDocumentTitle(company ? `${title} \u00b7 ${company.name}` : title);
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <Link to={paths.home} className={styles.brand} title="To the website">
          <Mark text={company?.logoText ?? ''} size={36} />
          <span>{company?.name}</span>
        </Link>
        <DemoMark company={company} />
      </header>
      <main className={styles.main}>
        {code && <p className={styles.code}>{code}</p>}
        <h1>{title}</h1>
        {children}
      </main>
    </div>
  );
}
