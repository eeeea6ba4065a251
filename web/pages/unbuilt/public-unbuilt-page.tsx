import { Link } from 'react-router-dom';
import { paths } from '../../app/paths.ts';
import { type UnbuiltModule, unbuiltModules } from './modules.ts';
import styles from './plain-page.module.css';
import { PlainPage } from './plain-page.tsx';

/** The same for visitors, without any part of the staff area. */
export function PublicUnbuiltPage({ module }: { module: UnbuiltModule }) {
  const { title, promises } = unbuiltModules[module];
  return (
    <PlainPage title={title}>
      <p>This page is not available yet. It will hold:</p>
      <ul className={styles.list}>
        {promises.map((promise) => (
          <li key={promise}>{promise}</li>
        ))}
      </ul>
      <Link to={paths.home} className={styles.link}>
        Back to Website
      </Link>
    </PlainPage>
  );
}
