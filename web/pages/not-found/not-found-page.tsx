import { Link } from 'react-router-dom';
import { paths } from '../../app/paths.ts';
import styles from './plain-page.module.css';
import { PlainPage } from './plain-page.tsx';

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
