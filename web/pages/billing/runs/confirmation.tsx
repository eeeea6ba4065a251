import { type ReactNode, useState } from 'react';
import { ClientError } from '../../../client/errors.ts';
import { ConfirmDialog } from '../../../ui/overlay/confirm-dialog.tsx';

interface Question {
  title: string;
  text: ReactNode;
  /** The deed as a verb and its object. */
  confirmLabel: string;
}

interface Confirmation {
  /** Resolves once it is confirmed. @throws ClientError when it is not, which leaves a form open and silent. */
  ask: (question: Question) => Promise<void>;
  /** To be rendered beside the form. */
  dialog: ReactNode;
}

/** Asks, between the pressing of a form's button and its sending, about something that destroys. */
export function useConfirmation(): Confirmation {
  const [asked, setAsked] = useState<Question & { answer: (confirmed: boolean) => void }>();
  const ask = async (question: Question) => {
    const confirmed = await new Promise<boolean>((answer) => setAsked({ ...question, answer }));
    if (!confirmed) throw new ClientError(0, 'Not confirmed.', { code: 'not.confirmed' });
  };
  return {
    ask,
    dialog: asked && (
      <ConfirmDialog
        title={asked.title}
        confirmLabel={asked.confirmLabel}
        destructive
        onConfirm={async () => asked.answer(true)}
        onClose={() => {
          // After a confirmation this answer comes too late to count.
          asked.answer(false);
          setAsked(undefined);
        }}
      >
        {asked.text}
      </ConfirmDialog>
    ),
  };
}
