import { type ComponentType, useEffect, useRef, useState } from 'react';
import { onConfirmationNeeded } from '../../client/confirmation.ts';

interface Asked {
  Dialog: ComponentType<{ onAnswer: (isConfirmed: boolean) => void }>;
  answer: (isConfirmed: boolean) => void;
}

/** Asks for the password or a second factor where the server wants it again, above whatever is open. */
export function ConfirmAgain() {
  const [asked, setAsked] = useState<Asked>();
  const latest = useRef(asked);
  latest.current = asked;
  useEffect(() => {
    const end = onConfirmationNeeded(async () => {
      const { ConfirmAgainDialog: Dialog } = await import('./confirm-again-dialog.tsx');
      return new Promise((answer) => setAsked({ Dialog, answer }));
    });
    return () => {
      end();
      latest.current?.answer(false);
    };
  }, []);
  if (!asked) return null;
  return (
    <asked.Dialog
      onAnswer={(isConfirmed) => {
        setAsked(undefined);
        asked.answer(isConfirmed);
      }}
    />
  );
}
