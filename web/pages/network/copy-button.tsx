import { Button } from '@blueprintjs/core';
import { DuplicateIcon, TickIcon } from '@blueprintjs/icons';
import { useState } from 'react';
import { copyText } from '../../ui/copy-text.ts';

/** Copies a text that is shown, and says whether it worked. */
export function CopyButton({ text }: { text: string }) {
  const [result, setResult] = useState<'copied' | 'refused'>();
  const copy = () => {
    copyText(text).then((isCopied) => setResult(isCopied ? 'copied' : 'refused'), reportError);
  };
  return (
    <>
      <span role="status" className="quiet">
        {result === 'copied' && 'Copied'}
        {result === 'refused' && 'Your browser does not allow copying. Select the text instead.'}
      </span>
      <Button icon={result === 'copied' ? <TickIcon /> : <DuplicateIcon />} onClick={copy}>
        Copy
      </Button>
    </>
  );
}
