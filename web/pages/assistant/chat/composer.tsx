import { Button, Intent, SegmentedControl, TextArea } from '@blueprintjs/core';
import { SendMessageIcon } from '@blueprintjs/icons';
import { MAX_MESSAGE } from '@nimule/core/assistant/schema';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import styles from './conversation.module.css';

interface ComposerProps {
  text: string;
  onText: (text: string) => void;
  /** Sends the text as the user's own words, or as the customer's. */
  onSend: (asPerson: boolean) => Promise<void>;
  /** The user answers this chat in person. */
  isMine: boolean;
  isPending: boolean;
  focuses: boolean;
}

type Speaker = 'person' | 'customer';

/** The input: Enter sends, Shift+Enter begins a line. */
export function Composer({ text, onText, onSend, isMine, isPending, focuses }: ComposerProps) {
  const [speaks, setSpeaks] = useState<Speaker>('person');
  const asPerson = isMine && speaks === 'person';
  const box = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (focuses) box.current?.focus();
  }, [focuses]);
  const send = () => {
    onSend(asPerson).catch(reportError);
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
      aria-label={isMine ? 'Message in person' : 'Message to the assistant'}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {isMine && (
        <SegmentedControl
          className={styles.speaker ?? ''}
          size="small"
          aria-label="Who speaks"
          value={speaks}
          options={[
            { value: 'person', label: 'You' },
            { value: 'customer', label: 'Customer' },
          ]}
          onValueChange={(value) => setSpeaks(value as Speaker)}
        />
      )}
      <TextArea
        inputRef={box}
        className={styles.input ?? ''}
        aria-label="Message"
        placeholder={asPerson ? 'Type your answer to the customer' : "Type the customer's message"}
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
