import { useEffect, useState } from 'react';
import { Button } from '../../light/controls.tsx';
import { copyText } from '../../ui/copy-text.ts';
import './session.css';

const COPIED_MS = 2000;

interface AccessCodeProps {
  code: string;
  /** Signs this device in at its router; undefined where no router of ours has sent the visitor. */
  signIn: string | undefined;
}

/** The access code, with a button that copies it, and one that uses it at the hotspot. */
export function AccessCode({ code, signIn }: AccessCodeProps) {
  const [said, setSaid] = useState('');
  useEffect(() => {
    if (said === '') return;
    const timer = setTimeout(() => setSaid(''), COPIED_MS);
    return () => clearTimeout(timer);
  }, [said]);
  const copy = async () => {
    setSaid((await copyText(code)) ? 'Copied!' : 'Select the code and copy it.');
  };
  return (
    <div className="code">
      <span className="quiet">Access code</span>
      <strong className="code-text">{code}</strong>
      <Button look="quiet" onClick={() => void copy()} aria-label="Copy the access code">
        Copy
      </Button>
      {signIn && (
        <Button look="main" onClick={() => window.location.assign(signIn)}>
          Connect this device
        </Button>
      )}
      <span className="copied" role="status">
        {said}
      </span>
    </div>
  );
}
