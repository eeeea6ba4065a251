import { Button, Dialog, DialogBody, DialogFooter, Intent } from '@blueprintjs/core';
import { type ReactNode, useState } from 'react';
import { useReturnFocus } from '../overlay/return-focus.ts';

interface DiscardQuestion {
  /** Opens the dialog; `onDiscard` is called if the user confirms. */
  ask: (onDiscard: () => void) => void;
  question: ReactNode;
}

/** Confirmation before unsaved input of a form is discarded; render `question` in the form. */
export function useDiscardQuestion(title: string): DiscardQuestion {
  const [asked, setAsked] = useState<{ onDiscard: () => void }>();
  const keep = () => setAsked(undefined);
  const question = asked && (
    <Question
      title={title}
      onKeep={keep}
      onDiscard={() => {
        keep();
        asked.onDiscard();
      }}
    />
  );
  return { ask: (onDiscard) => setAsked({ onDiscard }), question };
}

interface QuestionProps {
  title: string;
  onKeep: () => void;
  onDiscard: () => void;
}

/** Mounted to open it: when it closes, the focus is at once where it was. */
function Question({ title, onKeep, onDiscard }: QuestionProps) {
  useReturnFocus();
  return (
    <Dialog
      isOpen
      title="Discard what you typed?"
      onClose={onKeep}
      canOutsideClickClose={false}
      role="alertdialog"
    >
      <DialogBody>The changes in “{title}” have not been saved.</DialogBody>
      <DialogFooter
        actions={
          <>
            <Button onClick={onKeep} autoFocus>
              Keep editing
            </Button>
            <Button intent={Intent.DANGER} onClick={onDiscard}>
              Discard
            </Button>
          </>
        }
      />
    </Dialog>
  );
}
