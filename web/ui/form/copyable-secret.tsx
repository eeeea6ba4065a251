import { Button, ControlGroup, InputGroup } from '@blueprintjs/core';
import { DuplicateIcon, TickIcon } from '@blueprintjs/icons';
import { useRef, useState } from 'react';
import styles from './copyable-secret.module.css';

interface CopyableSecretProps {
  /** Accessible name: 'Temporary password'. */
  label: string;
  value: string;
}

/** Without TLS there is no clipboard API: falls back to `execCommand`, which copies the selected text. */
async function copySelected(value: string): Promise<boolean> {
  try {
    if (navigator.clipboard) {
      await navigator.clipboard.writeText(value);
      return true;
    }
  } catch {
    // Refused by the browser; try execCommand.
  }
  return document.execCommand?.('copy') ?? false;
}

/** A secret that is shown once, with a copy button. */
export function CopyableSecret({ label, value }: CopyableSecretProps) {
  const box = useRef<HTMLInputElement>(null);
  const [result, setResult] = useState('');
  const copy = async () => {
    box.current?.select();
    setResult((await copySelected(value)) ? 'Copied' : 'Press Ctrl+C to copy it');
  };
  const isCopied = result === 'Copied';
  return (
    <div className={styles.row}>
      <ControlGroup fill>
        <InputGroup
          fill
          readOnly
          value={value}
          aria-label={label}
          inputRef={box}
          className={styles.secret ?? ''}
          onFocus={(event) => event.target.select()}
        />
        <Button
          icon={isCopied ? <TickIcon /> : <DuplicateIcon />}
          onClick={() => void copy().catch(reportError)}
        >
          Copy
        </Button>
      </ControlGroup>
      <p role="status" className={styles.result}>
        {result}
      </p>
    </div>
  );
}
