import type { ChatSessionDetail } from '@nimule/core/assistant/schema';
import { useMutation } from '../../../client/use-mutation.ts';
import { useRead } from '../../../client/use-read.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { ChatHeader } from './chat-header.tsx';
import { Composer } from './composer.tsx';
import styles from './conversation.module.css';
import { shownFailure } from './failure.ts';
import { Messages } from './messages.tsx';
import { START_FAILED } from './new-chat.tsx';
import { RatingButtons } from './rating-buttons.tsx';
import { useReplies } from './use-replies.ts';

interface ConversationProps {
  sessionId: string;
  drafts: Map<string, string>;
  /** The input takes the focus. */
  focuses: boolean;
  onOpen: (sessionId: string) => void;
}

/** An open chat: its customer, its messages, what can be done, the input. */
export function Conversation({ sessionId, ...props }: ConversationProps) {
  const read = useRead('getChat', { params: { sessionId } });
  return (
    <Loaded
      read={read}
      loading="Loading the chat..."
      failed="The chat could not be loaded"
      lines={8}
    >
      {(chat) => <OpenChat chat={chat} {...props} />}
    </Loaded>
  );
}

interface OpenChatProps extends Omit<ConversationProps, 'sessionId'> {
  chat: ChatSessionDetail;
}

function OpenChat({ chat, drafts, focuses, onOpen }: OpenChatProps) {
  const { draft, setDraft, pending, messages, latest, send } = useReplies(chat, drafts);
  return (
    <>
      <ChatHeader chat={chat} />
      <Messages chat={chat} messages={messages} pending={pending} latest={latest} />
      <div className={styles.foot}>
        <RatingButtons chat={chat} />
        {chat.status === 'closed' ? (
          <Closed chat={chat} onOpen={onOpen} />
        ) : (
          <Composer
            text={draft}
            onText={setDraft}
            onSend={send}
            isPending={pending !== undefined}
            focuses={focuses}
          />
        )}
      </div>
    </>
  );
}

function Closed({ chat, onOpen }: Pick<OpenChatProps, 'chat' | 'onOpen'>) {
  const { run, busy } = useMutation('startChat', { failure: START_FAILED });
  return (
    <div className={styles.closed}>
      <span className="quiet">This chat is closed.</span>
      <ActionButton
        loading={busy}
        onClick={() => {
          run({ body: { customerId: chat.customerId } })
            .then(({ sessionId }) => onOpen(sessionId))
            .catch(shownFailure);
        }}
      >
        Start a new one
      </ActionButton>
    </div>
  );
}
