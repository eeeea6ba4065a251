import { Button, Dialog, DialogBody, DialogFooter, Intent } from '@blueprintjs/core';
import { DownloadIcon, DuplicateIcon, PrintIcon } from '@blueprintjs/icons';
import { useState } from 'react';
import { save } from '../../client/download.ts';
import { copyText } from '../../ui/copy-text.ts';
import { PrintedSheet } from '../../ui/overlay/printed-sheet.tsx';
import { useReturnFocus } from '../../ui/overlay/return-focus.ts';
import styles from './factors.module.css';

interface RecoveryCodesDialogProps {
  codes: readonly string[];
  onClose: () => void;
}

const TITLE = 'Recovery codes';

/** Shows recovery codes, which are shown only now, to be copied, printed or saved. */
export function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
  useReturnFocus();
  const [said, setSaid] = useState('');
  const [isPrinting, setPrinting] = useState(false);
  const text = codes.join('\n');
  const copy = async () => setSaid((await copyText(text)) ? 'Copied.' : 'They were not copied.');
  return (
    <Dialog
      isOpen
      title={TITLE}
      onClose={onClose}
      canOutsideClickClose={false}
      canEscapeKeyClose={false}
      isCloseButtonShown={false}
      className={styles.dialog ?? ''}
    >
      <DialogBody>
        <p>
          Each of them replaces your second factor once, when your phone or passkey is not at hand.
          They are shown only now: keep them where you keep your keys, not on the same phone.
        </p>
        <ol className={styles.codes} aria-label={TITLE}>
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ol>
        <div className={styles.ways}>
          <Button icon={<DuplicateIcon />} onClick={() => void copy().catch(reportError)}>
            Copy
          </Button>
          <Button icon={<PrintIcon />} onClick={() => setPrinting(true)}>
            Print
          </Button>
          <Button
            icon={<DownloadIcon />}
            onClick={() => {
              save(
                new Blob([`${TITLE}\n\n${text}\n`], { type: 'text/plain' }),
                'recovery-codes.txt',
              );
              setSaid('Saved as recovery-codes.txt.');
            }}
          >
            Download
          </Button>
        </div>
        <p role="status" className={styles.said}>
          {said}
        </p>
        {isPrinting && (
          <PrintedSheet
            title={TITLE}
            subtitle={`${window.location.host}. Each is of use once.`}
            columns={['Code', 'Used']}
            rightFrom={2}
            rows={codes.map((code) => [code, ''])}
            onDone={() => setPrinting(false)}
          />
        )}
      </DialogBody>
      <DialogFooter
        actions={
          <Button intent={Intent.PRIMARY} onClick={onClose} autoFocus>
            I have kept them
          </Button>
        }
      />
    </Dialog>
  );
}
