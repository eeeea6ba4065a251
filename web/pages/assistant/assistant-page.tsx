import { useRef } from 'react';
import { titleOf } from '../../app/modules.ts';
import { Page } from '../../ui/page.tsx';
import { UrlTabs } from '../../ui/url-tabs.tsx';
import { ArticlesTable } from './articles/articles-table.tsx';
import { ChatView } from './chat/chat-view.tsx';
import { ChatsTable } from './chats/chats-table.tsx';
import { TrainingView } from './training/training-view.tsx';

/** The AI Customer Support tab (seeds/000 2): the chat, all chats, and what the assistant knows. */
export function AssistantPage() {
  // Kept here, so that what was typed is still there after a look at another part.
  const drafts = useRef(new Map<string, string>());
  return (
    <Page
      title={titleOf('ai')}
      description="Answers to customers from their account, the network and the knowledge base."
    >
      <UrlTabs
        label="Parts of the assistant"
        tabs={[
          { id: 'chat', title: 'Chat', panel: <ChatView drafts={drafts.current} /> },
          { id: 'chats', title: 'All chats', panel: <ChatsTable /> },
          { id: 'articles', title: 'Knowledge base', panel: <ArticlesTable /> },
          { id: 'training', title: 'Training', panel: <TrainingView /> },
        ]}
      />
    </Page>
  );
}
