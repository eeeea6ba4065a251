import { EndorsedIcon } from '@blueprintjs/icons';
import { Link, useLocation } from 'react-router-dom';
import { useRead } from '../client/use-read.ts';
import styles from './approvals-link.module.css';
import { modules } from './modules.ts';
import { moduleAt, paths } from './paths.ts';
import { preloadModule } from './preload.ts';

/** Requests of colleagues arrive without a change in this browser. */
const POLL_MS = 300_000;
/** A larger number does not fit. */
const MOST_SHOWN = 99;

interface ApprovalsLinkProps {
  /** Only the icon, in the bar of a phone. */
  isSmall?: boolean;
  /** The styles of a link of the sidebar, and of its name. */
  item?: string | undefined;
  label?: string | undefined;
}

/** Link to what waits for a decision, with the number that the user may decide. */
export function ApprovalsLink({
  isSmall = false,
  item = '',
  label: labelStyle,
}: ApprovalsLinkProps) {
  const { pathname, search } = useLocation();
  const count = useRead('countWaiting', undefined, { pollMs: POLL_MS }).data?.count ?? 0;
  const isCurrent = moduleAt(pathname, search) === 'approvals';
  const { label } = modules.approvals;
  return (
    <Link
      to={paths.view('approvals')}
      className={`${isSmall ? styles.small : `${styles.link} ${item}`} ${isCurrent ? styles.current : ''}`}
      aria-current={isCurrent ? 'page' : undefined}
      onPointerEnter={() => preloadModule('approvals')}
      onFocus={() => preloadModule('approvals')}
    >
      <span className={styles.icon} aria-hidden="true">
        <EndorsedIcon />
      </span>
      {!isSmall && (
        <span className={labelStyle} aria-hidden="true">
          {label}
        </span>
      )}
      <span className="visually-hidden">{count > 0 ? `${label}, ${count} to decide` : label}</span>
      {count > 0 && (
        <span className={styles.badge} aria-hidden="true">
          {count > MOST_SHOWN ? `${MOST_SHOWN}+` : count}
        </span>
      )}
    </Link>
  );
}
