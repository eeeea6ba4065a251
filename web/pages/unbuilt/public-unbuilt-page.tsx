import { Link } from 'react-router-dom';
import { useDocumentTitle } from '../../ui/page.tsx';
import { type UnbuiltModule, unbuiltModules } from './modules.ts';
import styles from './plain-page.module.css';

/** The same for visitors, without any part of the staff area. */
export function PublicUnbuiltPage({ module }: { module: UnbuiltModule }) {
  const { title, promise } = unbuiltModules[module];
  useDocumentTitle(title);
  return (
    <main className={styles.page}>
      <h1>{title}</h1>
      <p>Buying WiFi here is not available yet. What it will hold: {promise}</p>
      <Link to="/" className={styles.link}>
        Back to Website
      </Link>
    </main>
  );
}
