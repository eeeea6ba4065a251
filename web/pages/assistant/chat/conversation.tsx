import { StarEmptyIcon, StarIcon } from '@blueprintjs/icons';
import type { ChatSession, ChatSessionDetail } from '@nimule/core/assistant/schema';
import { useId } from 'react';
import { useCurrentUser } from '../../../client/session.ts';
import { useMutation } from '../../../client/use-mutation.ts';
import { useRead } from '../../../client/use-read.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { counted } from '../../../ui/counted.ts';
import { Loaded } from '../../../ui/states.tsx';
import { ChatHeader } from './chat-header.tsx';
import { Composer } from './composer.tsx';
import styles from './conversation.module.css';
import { shownFailure } from './failure.ts';
import { Messages } from './messages.tsx';
import { START_FAILED } from './new-chat.tsx';
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
  const user = useCurrentUser();
  const isMine = chat.takenAt !== null && chat.takenById === user.id;
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
            isMine={isMine}
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

const STARS = [1, 2, 3, 4, 5] as const;

/** One to five stars, asked of the customer by the one who chats; the same star again takes the rating back. */
function RatingButtons({ chat }: { chat: ChatSession }) {
  const labelId = useId();
  const { run, busy } = useMutation('rateChat', {
    failure: 'Failed to save the rating. Please try again.',
  });
  const { rating, sessionId } = chat;
  const rate = (stars: number) => {
    if (busy) return;
    run({
      params: { sessionId },
      body: { rating: stars === rating ? null : stars },
    }).catch(shownFailure);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out in one line in all browsers
    <div className={styles.rating} role="group" aria-labelledby={labelId}>
      <span id={labelId} className="quiet">
        Ask the customer: how good was this help?
      </span>
      <span className={styles.stars}>
        {STARS.map((stars) => (
          <button
            key={stars}
            type="button"
            className={styles.star}
            aria-label={counted(stars, 'star')}
            aria-pressed={rating === stars}
            onClick={() => rate(stars)}
          >
            {rating !== null && stars <= rating ? <StarIcon /> : <StarEmptyIcon />}
          </button>
        ))}
      </span>
    </div>
  );
}
