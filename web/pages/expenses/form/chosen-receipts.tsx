import { Button } from '@blueprintjs/core';
import { CrossIcon } from '@blueprintjs/icons';
import { MAX_ATTACHMENTS } from '@nimule/core/attachments/schema';
import { AddFiles } from '../../../parts/attachments/add-files.tsx';
import { sizeText } from '../../../parts/attachments/size-text.ts';
import styles from './form.module.css';

interface ChosenReceiptsProps {
  files: readonly File[];
  onChange: (files: readonly File[]) => void;
}

/** Receipts chosen for an expense that is not saved yet. */
export function ChosenReceipts({ files, onChange }: ChosenReceiptsProps) {
  const isFull = files.length >= MAX_ATTACHMENTS;
  return (
    <fieldset className={styles.receipts}>
      <legend>Receipts</legend>
      {files.length > 0 && (
        <ul aria-label="Chosen receipts">
          {files.map((file, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same file may be chosen twice
            <li key={at} className={styles.file}>
              <span className={styles.fileName}>{file.name}</span>
              <span className="quiet unbroken">{sizeText(file.size)}</span>
              <Button
                variant="minimal"
                icon={<CrossIcon />}
                aria-label={`Do not attach ${file.name}`}
                onClick={() => onChange(files.toSpliced(at, 1))}
              />
            </li>
          ))}
        </ul>
      )}
      <AddFiles
        name="the new expense"
        reason={isFull ? `At most ${MAX_ATTACHMENTS} files can be attached.` : undefined}
        onAdd={(added) => onChange([...files, ...added].slice(0, MAX_ATTACHMENTS))}
      />
    </fieldset>
  );
}
