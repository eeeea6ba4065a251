import { Button, Dialog, DialogBody, DialogFooter, Intent } from '@blueprintjs/core';
import { type ReactNode, useState } from 'react';

interface DiscardQuestion {
  /** Opens the dialog; `onDiscard` is called if the user confirms. */
  ask: (onDiscard: () => void) => void;
  question: ReactNode;
}

/** Confirmation before unsaved input of a form is discarded; render `question` in the form. */
export function useDiscardQuestion(title: string): DiscardQuestion {
  const [asked, setAsked] = useState<{ onDiscard: () => void }>();
  const keep = () => setAsked(undefined);
  const question = (
    <Dialog
      isOpen={asked !== undefined}
      title="Discard what you typed?"
      onClose={keep}
      canOutsideClickClose={false}
      role="alertdialog"
    >
      <DialogBody>The changes in “{title}” have not been saved.</DialogBody>
      <DialogFooter
        actions={
          <>
            <Button onClick={keep} autoFocus>
              Keep editing
            </Button>
            <Button
              intent={Intent.DANGER}
              onClick={() => {
                keep();
                asked?.onDiscard();
              }}
            >
              Discard
            </Button>
          </>
        }
      />
    </Dialog>
  );
  return { ask: (onDiscard) => setAsked({ onDiscard }), question };
}
