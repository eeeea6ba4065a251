import { Button, ControlGroup, InputGroup } from '@blueprintjs/core';
import { DuplicateIcon, TickIcon } from '@blueprintjs/icons';
import { useRef, useState } from 'react';
import styles from './copyable-secret.module.css';

interface CopyableSecretProps {
  /** Names the box: 'Temporary password'. */
  label: string;
  value: string;
}

/** The clipboard is missing where the portal is served without TLS; there the selected text is copied as of old. */
async function copySelected(value: string): Promise<boolean> {
  try {
    if (navigator.clipboard) {
      await navigator.clipboard.writeText(value);
      return true;
    }
  } catch {
    // Refused by the browser: the older way may still be allowed.
  }
  return document.execCommand?.('copy') ?? false;
}

/** A secret that is shown once, with a button that copies it and says whether that worked. */
export function CopyableSecret({ label, value }: CopyableSecretProps) {
  const box = useRef<HTMLInputElement>(null);
  const [told, setTold] = useState('');
  const copy = async () => {
    box.current?.select();
    setTold((await copySelected(value)) ? 'Copied' : 'Press Ctrl+C to copy it');
  };
  const isCopied = told === 'Copied';
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
      <p role="status" className={styles.told}>
        {told}
      </p>
    </div>
  );
}
