import { Button } from '@blueprintjs/core';
import type { ChatSession } from '@nimule/core/assistant/schema';
import { formatInstant } from '@nimule/core/kernel/dates';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../../app/paths.ts';
import { useRead } from '../../../client/use-read.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { StatusTag } from '../../../ui/tags.tsx';
import styles from './chat.module.css';

const FIRST = 6;
const MORE = 24;

interface SessionButtonsProps {
  /** Key of the open chat. */
  shown: string | undefined;
  onOpen: (sessionId: string) => void;
}

/** Own chats that are open, the latest first; 'Show more' adds the latest of everybody. */
export function SessionButtons({ shown, onOpen }: SessionButtonsProps) {
  const [showsMore, setShowsMore] = useState(false);
  const pageSize = showsMore ? MORE : FIRST;
  const own = { mine: true, sort: '-lastMessageAt', pageSize } as const;
  const active = useRead(
    'listChats',
    { query: { ...own, status: 'active' } },
    { keepPrevious: true },
  );
  const escalated = useRead(
    'listChats',
    { query: { ...own, status: 'escalated' } },
    { keepPrevious: true },
  );
  const others = useRead(
    'listChats',
    { query: { sort: '-lastMessageAt', pageSize: MORE } },
    { when: showsMore },
  );
  const open = [...(active.data?.rows ?? []), ...(escalated.data?.rows ?? [])].sort(
    (a, b) => b.lastMessageAt.getTime() - a.lastMessageAt.getTime(),
  );
  const more = (others.data?.rows ?? []).filter((one) => open.every(({ id }) => id !== one.id));
  const failed = active.error ?? escalated.error;
  const isLoading = active.isLoading || escalated.isLoading;
  return (
    <nav className={styles.sessions} aria-label="Chats">
      {isLoading && <Skeleton width="180px" height="30px" />}
      {failed && !isLoading && (
        <span className="quiet">
          The chats could not be loaded.{' '}
          <Button
            size="small"
            onClick={() => {
              active.refresh();
              escalated.refresh();
            }}
          >
            Try again
          </Button>
        </span>
      )}
      {!isLoading && !failed && open.length + more.length === 0 && (
        <span className="quiet">You have no open chats.</span>
      )}
      {[...open, ...more].map((chat) => (
        <SessionButton
          key={chat.id}
          chat={chat}
          isShown={chat.sessionId === shown}
          onOpen={onOpen}
        />
      ))}
      {showsMore ? (
        <Link to={paths.chats()}>All chats</Link>
      ) : (
        <Button variant="minimal" size="small" onClick={() => setShowsMore(true)}>
          Show more
        </Button>
      )}
    </nav>
  );
}

interface SessionButtonProps {
  chat: ChatSession;
  isShown: boolean;
  onOpen: (sessionId: string) => void;
}

function SessionButton({ chat, isShown, onOpen }: SessionButtonProps) {
  return (
    <button
      type="button"
      className={styles.session}
      aria-current={isShown}
      title={`${chat.customerName}, started ${formatInstant(chat.startedAt)}`}
      onClick={() => onOpen(chat.sessionId)}
    >
      <span dir="auto" className={styles.name}>
        {chat.customerName}
      </span>
      <StatusTag status={chat.status} />
    </button>
  );
}
