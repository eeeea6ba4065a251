import { Link } from 'react-router-dom';
import { type ModuleName, modules, titleOf } from '../../app/modules.ts';
import { paths } from '../../app/paths.ts';
import styles from './plain-page.module.css';
import { PlainPage } from './plain-page.tsx';

/** The same for visitors, without any part of the staff area. */
export function PublicUnbuiltPage({ module }: { module: ModuleName }) {
  const { promises } = modules[module].unbuilt!;
  return (
    <PlainPage title={titleOf(module)}>
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
