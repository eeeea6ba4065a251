import { Link } from 'react-router-dom';
import { useDocumentTitle } from '../../ui/page.tsx';
import styles from './plain-page.module.css';

/** Any path that the product does not know (seeds/000 2). */
export function NotFoundPage() {
  useDocumentTitle('Page Not Found');
  return (
    <main className={styles.page}>
      <p className={styles.code}>404</p>
      <h1>Page Not Found</h1>
      <p>There is nothing at this address. Check it for a typing error, or go on from here.</p>
      <p className={styles.links}>
        <Link to="/" className={styles.link}>
          Website
        </Link>
        <Link to="/dashboard" className={styles.link}>
          Dashboard
        </Link>
      </p>
    </main>
  );
}
