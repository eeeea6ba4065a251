import type { ChatMessage, ChatSessionDetail } from '@nimule/core/assistant/schema';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { recordPath } from '../../../app/paths.ts';
import { useMutation } from '../../../client/use-mutation.ts';
import { toastWithActions } from '../../../ui/overlay/toaster.tsx';
import { shownFailure } from './failure.ts';

/** Sends messages of a chat and holds what is not in the last read of it yet. */
export function useReplies(chat: ChatSessionDetail, drafts: Map<string, string>) {
  const { sessionId, customerId } = chat;
  const navigate = useNavigate();
  const { run } = useMutation('chat', {
    failure: 'Failed to get AI response. Please try again.',
  });
  const [draft, setText] = useState(drafts.get(sessionId) ?? '');
  const [pending, setPending] = useState<string>();
  const [added, setAdded] = useState<readonly ChatMessage[]>([]);
  const setDraft = (text: string) => {
    drafts.set(sessionId, text);
    setText(text);
  };

  const send = async () => {
    const message = draft.trim();
    if (message === '' || pending !== undefined) return;
    setPending(message);
    setDraft('');
    try {
      const answer = await run({ body: { customerId, message, sessionId } });
      setAdded((before) => [...before, answer.message, answer.reply]);
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
  /** The last reply that came while the chat was open. */
  const latest = added.at(-1);
  return { draft, setDraft, pending, messages, latest, send };
}
