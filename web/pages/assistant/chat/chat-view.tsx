import { ChatIcon } from '@blueprintjs/icons';
import { useState } from 'react';
import { useRead } from '../../../client/use-read.ts';
import { Stack } from '../../../ui/layout.tsx';
import { Empty } from '../../../ui/states.tsx';
import styles from './chat.module.css';
import conversation from './conversation.module.css';
import { Conversation } from './conversation.tsx';
import { Metrics } from './metrics.tsx';
import { NewChat } from './new-chat.tsx';
import { SessionButtons } from './session-buttons.tsx';
import { useShownChat } from './shown-chat.ts';
import { SideCards } from './side-cards.tsx';

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
          <section className={conversation.chat} aria-label="Chat">
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
