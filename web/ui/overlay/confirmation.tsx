import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from './confirm-dialog.tsx';

/** To a form the same as a call that failed: it stays open with what was typed. */
class NotConfirmed extends Error {
  readonly status = 0;
}

interface Question {
  title: string;
  text: ReactNode;
  /** The deed as a verb and its object. */
  confirmLabel: string;
}

interface Confirmation {
  /** Resolves once it is confirmed. @throws when it is not, which leaves a form open and silent. */
  ask: (question: Question) => Promise<void>;
  /** To be rendered beside the form. */
  dialog: ReactNode;
}

/** Asks, between the pressing of a form's button and its sending, about something that destroys. */
export function useConfirmation(): Confirmation {
  const [asked, setAsked] = useState<Question & { answer: (confirmed: boolean) => void }>();
  const ask = async (question: Question) => {
    const confirmed = await new Promise<boolean>((answer) => setAsked({ ...question, answer }));
    if (!confirmed) throw new NotConfirmed('Not confirmed.');
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
