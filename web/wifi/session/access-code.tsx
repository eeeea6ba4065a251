import { useEffect, useState } from 'react';
import { Button } from '../../light/controls.tsx';
import { copyText } from '../../ui/copy-text.ts';
import './session.css';

const COPIED_MS = 2000;

/** The access code, with a button that copies it. */
export function AccessCode({ code }: { code: string }) {
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
      <span className="copied" role="status">
        {said}
      </span>
    </div>
  );
}
