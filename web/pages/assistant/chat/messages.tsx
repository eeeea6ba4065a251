import type { ChatMessage, ChatSession } from '@nimule/core/assistant/schema';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../../app/paths.ts';
import { PHONE, useMedia } from '../../../ui/media.ts';
import { Label, WarningTag } from '../../../ui/tags.tsx';
import { InstantText } from '../../../ui/values.tsx';
import styles from './conversation.module.css';
import type { Pending } from './use-replies.ts';

interface MessagesProps {
  chat: ChatSession;
  messages: readonly ChatMessage[];
  /** The message that is being answered. */
  pending: Pending | undefined;
  /** The last reply that came while the chat was open; announced. */
  latest: ChatMessage | undefined;
}

/** Customer messages on the left, replies on the right (seeds/000 2). The latest is scrolled into view. */
export function Messages({ chat, messages, pending, latest }: MessagesProps) {
  const frame = useRef<HTMLElement>(null);
  const isPhone = useMedia(PHONE);
  const last = pending?.text ?? messages.at(-1)?.id;
  const seen = useRef(last);
  useEffect(() => {
    const list = frame.current;
    if (!list) return;
    if (!isPhone) list.scrollTop = list.scrollHeight;
    // There the page scrolls, and does not jump when it is opened.
    else if (seen.current !== last) list.lastElementChild?.scrollIntoView({ block: 'end' });
    seen.current = last;
  }, [last, isPhone]);
  const isUnanswered =
    pending === undefined && chat.takenAt === null && messages.at(-1)?.role === 'user';
  const isAsking = pending !== undefined && !pending.asPerson && chat.takenAt === null;
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: focusable, so that arrow keys scroll it */}
      <section ref={frame} className={styles.messages} aria-label="Messages" tabIndex={0}>
        {messages.length === 0 && pending === undefined && (
          <p className={styles.note}>
            Type what the customer says or asks. The assistant knows the account, the network and
            the knowledge base.
          </p>
        )}
        <ol className={styles.list}>
          {messages.map((message) => (
            <Bubble key={message.id} chat={chat} message={message} />
          ))}
          {pending !== undefined && (
            <li className={pending.asPerson ? styles.assistant : styles.user}>
              <p className={styles.text} dir="auto">
                {pending.text}
              </p>
              <div className={styles.meta}>
                <span dir="auto">{pending.asPerson ? chat.takenBy : chat.customerName}</span>
                <span>Sending…</span>
              </div>
            </li>
          )}
        </ol>
        {isUnanswered && (
          <p className={styles.note}>This message has no answer yet. Send it again to get one.</p>
        )}
        {isAsking && (
          <p className={styles.typing} role="status">
            <span className={styles.dots} aria-hidden="true">
              <i />
              <i />
              <i />
            </span>
            AI is typing
          </p>
        )}
      </section>
      <div className="visually-hidden" aria-live="polite" data-announces="replies">
        {latest?.role === 'assistant' && `AI Assistant: ${latest.content}`}
      </div>
    </>
  );
}

const writers = {
  local: 'AI Assistant',
  model: 'AI Assistant, language model',
  fallback: 'AI Assistant, rules instead of the model',
  '': 'AI Assistant',
} as const;

function Bubble({ chat, message }: { chat: ChatSession; message: ChatMessage }) {
  const isUser = message.role === 'user';
  const isPerson = message.role === 'staff';
  const typedBy = message.typedBy === '' || isPerson ? '' : `, typed by ${message.typedBy}`;
  return (
    <li className={isUser ? styles.user : styles.assistant}>
      <p className={styles.text} dir="auto">
        {message.content}
      </p>
      <div className={styles.meta}>
        <span dir="auto">
          {isUser ? chat.customerName : isPerson ? message.typedBy : writers[message.driver]}
        </span>
        {isPerson && <Label>in person</Label>}
        <span title={`${isUser ? 'Customer' : 'Reply'}${typedBy}`}>
          <InstantText at={message.timestamp} />
        </span>
        {message.needsEscalation && (
          <WarningTag reason={chat.escalationReason || 'A person is needed'}>
            needs a person
          </WarningTag>
        )}
        {!isUser && !message.isAnswered && !message.needsEscalation && <Label>no answer</Label>}
        {message.articles.map(({ id, title }) => (
          <Link key={id} to={paths.articles(title)}>
            {title}
          </Link>
        ))}
      </div>
    </li>
  );
}
