import { dateInJuba, formatDate } from '@nimule/core/kernel/dates';
import { Link } from 'react-router-dom';
import { paths } from '../../app/paths.ts';
import { useRead } from '../../client/use-read.ts';
import styles from './overview.module.css';

/** Until when the user's role can do without the second factor that it needs; nothing for others. */
export function FactorNotice() {
  const graceUntil = useRead('listFactors').data?.graceUntil;
  if (!graceUntil) return null;
  return (
    <p className={styles.notice} role="status">
      <Link to={paths.view('security')}>Set up a second factor</Link> until{' '}
      {formatDate(dateInJuba(graceUntil))}: your role needs one after that day to sign in.
    </p>
  );
}
