import type { ChatMessage, ChatSessionDetail } from '@nimule/core/assistant/schema';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { recordPath } from '../../../app/paths.ts';
import { useMutation } from '../../../client/use-mutation.ts';
import { toastWithActions } from '../../../ui/overlay/toaster.tsx';
import { shownFailure } from './failure.ts';

/** A message that is being sent. */
export interface Pending {
  text: string;
  asPerson: boolean;
}

/** Sends messages of a chat and holds what is not in the last read of it yet. */
export function useReplies(chat: ChatSessionDetail, drafts: Map<string, string>) {
  const { sessionId, customerId } = chat;
  const navigate = useNavigate();
  const { run } = useMutation('chat', {
    failure: 'Failed to get AI response. Please try again.',
  });
  const inPerson = useMutation('answerInPerson', {
    failure: 'Failed to send the answer. Please try again.',
  });
  const [draft, setText] = useState(drafts.get(sessionId) ?? '');
  const [pending, setPending] = useState<Pending>();
  const [added, setAdded] = useState<readonly ChatMessage[]>([]);
  const setDraft = (text: string) => {
    drafts.set(sessionId, text);
    setText(text);
  };

  const ask = async (message: string) => {
    const answer = await run({ body: { customerId, message, sessionId } });
    setAdded((before) => [...before, answer.message, ...(answer.reply ? [answer.reply] : [])]);
    if (answer.needsEscalation) {
      const { ticketNumber } = answer.session;
      toastWithActions(
        'Escalation Required',
        'This issue requires human intervention.',
        ticketNumber === ''
          ? []
          : [
              {
                label: `Open ${ticketNumber}`,
                onClick: () => {
                  void navigate(recordPath('ticket', ticketNumber));
                },
              },
            ],
      );
    }
  };

  /** `asPerson`: the user's own words to the customer, instead of the customer's to the assistant. */
  const send = async (asPerson: boolean) => {
    const message = draft.trim();
    if (message === '' || pending !== undefined) return;
    setPending({ text: message, asPerson });
    setDraft('');
    try {
      if (!asPerson) await ask(message);
      else {
        const own = await inPerson.run({ params: { sessionId }, body: { message } });
        setAdded((before) => [...before, own]);
      }
    } catch (error) {
      // Typed again in the meantime: both are kept.
      const typed = drafts.get(sessionId) ?? '';
      setDraft(typed === '' ? message : `${message}\n${typed}`);
      shownFailure(error);
    } finally {
      setPending(undefined);
    }
  };

  const known = new Set(chat.messages.map(({ id }) => id));
  const messages = [...chat.messages, ...added.filter(({ id }) => !known.has(id))];
  /** The last message that came while the chat was open. */
  const latest = added.at(-1);
  return { draft, setDraft, pending, messages, latest, send };
}
