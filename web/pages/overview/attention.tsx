import { Button } from '@blueprintjs/core';
import {
  ChevronRightIcon,
  ErrorIcon,
  InfoSignIcon,
  TickCircleIcon,
  WarningSignIcon,
} from '@blueprintjs/icons';
import type { AttentionItem } from '@nimule/core/attention/schema';
import { Link } from 'react-router-dom';
import { addressWith } from '../../app/paths.ts';
import { useRead } from '../../client/use-read.ts';
import { counted } from '../../ui/counted.ts';
import { Panel } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './overview.module.css';

const severities = {
  danger: { icon: <ErrorIcon />, words: 'Urgent: ' },
  warning: { icon: <WarningSignIcon />, words: '' },
  info: { icon: <InfoSignIcon />, words: '' },
} as const satisfies Record<AttentionItem['severity'], object>;

const TITLE = 'What needs a person today';

interface AttentionProps {
  /** Kinds that one's own work above shows already. */
  without?: readonly AttentionItem['kind'][];
}

/** What waits for the user, each with the page where to act on it; one quiet line if there is nothing. */
export function Attention({ without = [] }: AttentionProps) {
  const {
    data: all,
    error,
    refresh,
  } = useRead('dashboardAttention', undefined, { isPreloaded: true });
  const data = all?.filter(({ kind }) => !without.includes(kind));
  // What is left out needs the user too.
  if (data?.length === 0 && all?.length !== 0) return null;
  if (data?.length === 0)
    return (
      <p className={styles.nothing}>
        <TickCircleIcon /> Nothing needs you today.
      </p>
    );
  if (data)
    return (
      <Panel title={TITLE} description={counted(data.length, 'matter')} flush>
        <ul className={styles.attention}>
          {data.map((item) => (
            <Item key={`${item.kind} ${item.title}`} item={item} />
          ))}
        </ul>
      </Panel>
    );
  if (error)
    return (
      <p className={styles.nothing} role="alert">
        <WarningSignIcon /> What needs a person today could not be loaded. {error.message}{' '}
        <Button size="small" onClick={refresh}>
          Try again
        </Button>
      </p>
    );
  return (
    <p className={styles.nothing} role="status">
      <span className="visually-hidden">Loading what needs a person today…</span>
      <Skeleton width="42ch" />
    </p>
  );
}

function Item({ item: { severity, title, link } }: { item: AttentionItem }) {
  const { icon, words } = severities[severity];
  const text = (
    <>
      <span className={styles[severity]} aria-hidden="true">
        {icon}
      </span>
      <span>
        <span className="visually-hidden">{words}</span>
        {title}
      </span>
    </>
  );
  return (
    <li>
      {link ? (
        <Link to={addressWith(link.to, link.query)} className={styles.matter}>
          {text}
          <span className={styles.chevron} aria-hidden="true">
            <ChevronRightIcon />
          </span>
        </Link>
      ) : (
        <div className={styles.matter}>{text}</div>
      )}
    </li>
  );
}
