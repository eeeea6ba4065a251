import { Button, Dialog, DialogBody, DialogFooter, Intent } from '@blueprintjs/core';
import { type ReactNode, useState } from 'react';

interface DiscardQuestion {
  /** Asks, and calls this once what was typed may be lost. */
  ask: (goOn: () => void) => void;
  question: ReactNode;
}

/** The question whether what was typed into this form may be lost; `question` has its place in the form. */
export function useDiscardQuestion(title: string): DiscardQuestion {
  const [asked, setAsked] = useState<{ goOn: () => void }>();
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
                asked?.goOn();
              }}
            >
              Discard
            </Button>
          </>
        }
      />
    </Dialog>
  );
  return { ask: (goOn) => setAsked({ goOn }), question };
}
