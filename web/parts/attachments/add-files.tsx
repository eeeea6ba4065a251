import { CameraIcon, PaperclipIcon } from '@blueprintjs/icons';
import { attachmentTypes, MAX_ATTACHMENT } from '@nimule/core/attachments/schema';
import { type DragEvent, useRef, useState } from 'react';
import { ActionButton } from '../../ui/action-button.tsx';
import styles from './attachments.module.css';
import { sizeText } from './size-text.ts';
import { unfitAsChosen } from './unfit.ts';

/** Any image, because the browser converts those that the server does not take. */
const ACCEPTED = [...attachmentTypes, 'image/*'].join(',');

interface AddFilesProps {
  /** Name of the record for labels: 'TKT-001'. */
  name: string;
  /** Why no file can be added now. */
  reason: string | undefined;
  onAdd: (files: Iterable<File>) => void;
}

/** Takes files by button, by the camera of a phone, or dropped; says which cannot be attached. */
export function AddFiles({ name, reason, onAdd }: AddFilesProps) {
  const [isOver, setOver] = useState(false);
  const files = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const [unfit, setUnfit] = useState<readonly string[]>([]);
  const add = (chosen: Iterable<File>) => {
    const all = [...chosen].map((file) => ({ file, why: unfitAsChosen(file) }));
    setUnfit(all.flatMap(({ file, why }) => (why ? [`${file.name}: ${why}`] : [])));
    const fit = all.flatMap(({ file, why }) => (why ? [] : [file]));
    if (fit.length > 0) onAdd(fit);
  };
  const take = (input: HTMLInputElement) => {
    add(input.files ?? []);
    // The same file can be chosen again.
    input.value = '';
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!reason) add(event.dataTransfer.files);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is for the pointer, the buttons for the keyboard
    <div
      className={`${styles.zone} ${isOver && !reason ? styles.over : ''}`}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <ActionButton
        icon={<PaperclipIcon />}
        disabledReason={reason}
        onClick={() => files.current?.click()}
      >
        Attach files
      </ActionButton>
      <span className={styles.touchOnly}>
        <ActionButton
          icon={<CameraIcon />}
          disabledReason={reason}
          onClick={() => camera.current?.click()}
        >
          Take photo
        </ActionButton>
      </span>
      <span className={`quiet ${styles.hint}`}>
        <span className={styles.pointerOnly}>or drop them here · </span>
        PDF or photo, {sizeText(MAX_ATTACHMENT)} at most
      </span>
      {unfit.length > 0 && (
        <ul role="alert" className={styles.failed}>
          {unfit.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      <input
        ref={files}
        type="file"
        multiple
        accept={ACCEPTED}
        className="visually-hidden"
        tabIndex={-1}
        aria-label={`Files for ${name}`}
        onChange={(event) => take(event.target)}
      />
      <input
        ref={camera}
        type="file"
        accept="image/*"
        capture="environment"
        className="visually-hidden"
        tabIndex={-1}
        aria-label={`Photo for ${name}`}
        onChange={(event) => take(event.target)}
      />
    </div>
  );
}
