import type { ReactNode } from 'react';
import { DemoMark } from '../../ui/brand/demo-mark.tsx';
import { Mark } from '../../ui/brand/mark.tsx';
import styles from './auth-page.module.css';

export interface AuthCompany {
  name: string;
  logoText: string;
  demo: boolean;
}

interface AuthCardProps {
  company: AuthCompany | undefined;
  title: string;
  children: ReactNode;
}

/** The card of the sign-in page, with the company's mark and a heading. */
export function AuthCard({ company, title, children }: AuthCardProps) {
  return (
    <div className={styles.card}>
      <div className={styles.brand}>
        <Mark text={company?.logoText ?? ''} size={48} />
        <p className={styles.company}>{company?.name ?? '\u00a0'}</p>
        <DemoMark company={company} />
      </div>
      <h1 className={styles.title}>{title}</h1>
      {children}
    </div>
  );
}
