import { Button, Intent, TextArea } from '@blueprintjs/core';
import { SendMessageIcon } from '@blueprintjs/icons';
import { MAX_MESSAGE } from '@nimule/core/assistant/schema';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import styles from './conversation.module.css';

interface ComposerProps {
  text: string;
  onText: (text: string) => void;
  onSend: () => Promise<void>;
  isPending: boolean;
  focuses: boolean;
}

/** The input: Enter sends, Shift+Enter begins a line. */
export function Composer({ text, onText, onSend, isPending, focuses }: ComposerProps) {
  const box = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (focuses) box.current?.focus();
  }, [focuses]);
  const send = () => {
    onSend().catch(reportError);
    // The button is disabled now.
    box.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter that ends the choice of a letter in an input method sends nothing.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  return (
    <form
      className={styles.composer}
      aria-label="Message to the assistant"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <TextArea
        inputRef={box}
        className={styles.input ?? ''}
        aria-label="Message"
        placeholder="Type the customer's message"
        dir="auto"
        rows={2}
        maxLength={MAX_MESSAGE}
        value={text}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <Button
        type="submit"
        intent={Intent.PRIMARY}
        icon={<SendMessageIcon />}
        aria-label="Send message"
        disabled={isPending || text.trim() === ''}
      />
    </form>
  );
}
