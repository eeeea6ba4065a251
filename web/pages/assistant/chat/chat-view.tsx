import { ChatIcon } from '@blueprintjs/icons';
import type { AssistantStats } from '@nimule/core/assistant/schema';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { type Reading, useRead } from '../../../client/use-read.ts';
import { counted } from '../../../ui/counted.ts';
import { Stack } from '../../../ui/layout.tsx';
import { FigureStrip, StatCard } from '../../../ui/stat-card.tsx';
import { Empty } from '../../../ui/states.tsx';
import { SampleTag } from '../../../ui/tags.tsx';
import styles from './chat.module.css';
import conversation from './conversation.module.css';
import { Conversation } from './conversation.tsx';
import { NewChat } from './new-chat.tsx';
import { SessionButtons } from './session-buttons.tsx';
import { SideCards } from './side-cards.tsx';

/** The chat that is open by the URL (`?tab=ai&chat=KEY`), with a function that opens another. */
function useShownChat() {
  const [params, setParams] = useSearchParams();
  return {
    key: params.get('chat') || undefined,
    show: (sessionId: string) =>
      setParams((before) => {
        const next = new URLSearchParams(before);
        next.set('chat', sessionId);
        return next;
      }),
  };
}

interface ChatViewProps {
  /** Typed texts that are not sent, by chat. */
  drafts: Map<string, string>;
}

/** Metrics, the chat and its side cards (seeds/000 2). */
export function ChatView({ drafts }: ChatViewProps) {
  const { key, show } = useShownChat();
  const stats = useRead('assistantStats');
  // A chat that was opened here takes the focus; one that the page begins with does not.
  const [opened, setOpened] = useState<string>();
  const open = (sessionId: string) => {
    setOpened(sessionId);
    show(sessionId);
  };
  return (
    <Stack>
      <Metrics read={stats} />
      <div className={styles.parts}>
        <div className={styles.main}>
          <NewChat onStarted={open} />
          <SessionButtons shown={key} onOpen={open} />
          <section className={conversation.chat} aria-label="Chat" data-before-figures>
            {key === undefined ? (
              <div className={conversation.none}>
                <Empty
                  icon={<ChatIcon size={32} />}
                  title="Select a customer to start a new chat session"
                  description="Search for the customer above, or open one of the chats."
                />
              </div>
            ) : (
              <Conversation
                key={key}
                sessionId={key}
                drafts={drafts}
                focuses={opened === key}
                onOpen={open}
              />
            )}
          </section>
        </div>
        <SideCards read={stats} />
      </div>
    </Stack>
  );
}

interface Card {
  title: string;
  value: (stats: AssistantStats) => string;
  subtitle: (stats: AssistantStats) => string;
  isSample?: (stats: AssistantStats) => boolean;
}

const cards: readonly Card[] = [
  {
    title: 'Resolution Rate',
    value: ({ resolutionRate }) => `${resolutionRate.value}%`,
    subtitle: () => 'Chats that needed no person',
    isSample: ({ resolutionRate }) => resolutionRate.isSample,
  },
  {
    title: 'Average Response Time',
    value: ({ responseSeconds }) => `${responseSeconds.value}s`,
    subtitle: () => 'From message to reply',
    isSample: ({ responseSeconds }) => responseSeconds.isSample,
  },
  {
    title: 'Customer Satisfaction',
    value: ({ satisfaction }) => `${satisfaction.value}/5`,
    subtitle: ({ ratings }) => (ratings === 0 ? 'No ratings yet' : counted(ratings, 'rating')),
    isSample: ({ satisfaction }) => satisfaction.isSample,
  },
  {
    title: 'Active Chats',
    value: ({ activeChats }) => String(activeChats),
    subtitle: ({ escalatedChats }) => `${escalatedChats} with a person`,
  },
];

/** The four metric cards, of the last 90 days. */
function Metrics({ read: { data, error } }: { read: Reading<AssistantStats> }) {
  return (
    <FigureStrip title="Metrics of the assistant">
      {cards.map(({ title, value, subtitle, isSample }) => (
        <StatCard
          key={title}
          title={title}
          value={data && value(data)}
          subtitle={data && subtitle(data)}
          tag={data && isSample?.(data) && <SampleTag />}
          failed={error !== undefined && data === undefined}
        />
      ))}
    </FigureStrip>
  );
}
