import { type ReactNode, useState } from 'react';
import { ConfirmDialog, type ConfirmDialogProps } from './confirm-dialog.tsx';

/** A form treats it like a failed call: it stays open with its input. */
class NotConfirmed extends Error {
  readonly status = 0;
}

interface Question extends Pick<ConfirmDialogProps, 'disabledReason' | 'width'> {
  title: string;
  text: ReactNode;
  /** Verb and object. */
  confirmLabel: string;
  /** Default true. */
  destructive?: boolean;
}

interface Confirmation {
  /** Resolves if confirmed. @throws if not; a form then stays open without a message. */
  ask: (question: Question) => Promise<void>;
  /** Render it next to the form. */
  dialog: ReactNode;
}

/** Confirmation between submit and request of a form. */
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
        destructive={asked.destructive ?? true}
        disabledReason={asked.disabledReason}
        {...(asked.width === undefined ? {} : { width: asked.width })}
        onConfirm={async () => asked.answer(true)}
        onClose={() => {
          // Has no effect after a confirmation.
          asked.answer(false);
          setAsked(undefined);
        }}
      >
        {asked.text}
      </ConfirmDialog>
    ),
  };
}
