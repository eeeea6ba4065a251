import { Button, Intent, ProgressBar } from '@blueprintjs/core';
import { CameraIcon, CrossIcon, DocumentIcon, PaperclipIcon, TrashIcon } from '@blueprintjs/icons';
import {
  type Attachment,
  type AttachmentEntity,
  attachmentTypes,
  MAX_ATTACHMENT,
  MAX_ATTACHMENTS,
} from '@nimule/core/attachments/schema';
import { type DragEvent, useRef, useState } from 'react';
import { urlOf } from '../../client/call.ts';
import { useRead } from '../../client/use-read.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { useRefusal } from '../../ui/allowed.tsx';
import { useDialogs } from '../../ui/overlay/dialogs.ts';
import { toast } from '../../ui/overlay/toaster.tsx';
import { Loaded } from '../../ui/states.tsx';
import { InstantText } from '../../ui/values.tsx';
import { OperationDialog } from '../operation-dialog.tsx';
import styles from './attachments.module.css';
import { attachmentOperations } from './operations.ts';
import { type PendingFile, type Uploads, useUploads } from './use-uploads.ts';

/** Any image, because the browser converts those that the server does not take. */
const ACCEPTED = [...attachmentTypes, 'image/*'].join(',');

interface AttachmentsProps {
  of: AttachmentEntity;
  id: number;
  /** Name of the record for labels: 'TKT-001'. */
  name: string;
}

/** The files of a record: list with thumbnails, upload by button, camera or drop, deletion. */
export function Attachments({ of, id, name }: AttachmentsProps) {
  const operations = attachmentOperations[of];
  const read = useRead(operations.list, { params: { id } });
  const uploads = useUploads(of, id);
  const refusal = useRefusal()(operations.permission);
  const { open, dialog } = useDialogs({
    remove: (file: Attachment, close) => (
      <OperationDialog
        operation={operations.remove}
        input={{ params: { id, attachmentId: file.id } }}
        failure="The file could not be deleted. Please try again."
        title={`Delete ${file.fileName}?`}
        confirmLabel="Delete file"
        destructive
        done={() => toast('File deleted', `${file.fileName} of ${name}`)}
        onClose={close}
      >
        {file.fileName} is removed from {name}. This cannot be undone.
      </OperationDialog>
    ),
  });
  const count = (read.data?.length ?? 0) + uploads.files.length;
  const reason =
    refusal ??
    (count >= MAX_ATTACHMENTS ? `There are ${MAX_ATTACHMENTS} files already.` : undefined);
  return (
    <div className={styles.attachments}>
      <Loaded read={read} loading="Loading the files…" lines={2}>
        {(files) =>
          files.length === 0 && uploads.files.length === 0 ? (
            <p className="quiet">No files yet.</p>
          ) : (
            <ul className={styles.files} aria-label={`Files of ${name}`}>
              {files.map((file) => (
                <FileItem
                  key={file.id}
                  file={file}
                  address={urlOf(operations.download, {
                    params: { id, attachmentId: file.id },
                    query: { inline: '1' },
                  })}
                  refusal={refusal}
                  onRemove={() => open('remove', file)}
                />
              ))}
              {uploads.files.map((pending) => (
                <PendingItem key={pending.key} pending={pending} uploads={uploads} />
              ))}
            </ul>
          )
        }
      </Loaded>
      <AddFiles name={name} reason={reason} onAdd={uploads.add} />
      {dialog}
    </div>
  );
}

interface FileItemProps {
  file: Attachment;
  address: string;
  refusal: string | undefined;
  onRemove: () => void;
}

function FileItem({ file, address, refusal, onRemove }: FileItemProps) {
  const { fileName, contentType, size, createdAt, createdBy } = file;
  return (
    <li className={styles.file}>
      <a href={address} target="_blank" rel="noreferrer" className={styles.link}>
        {contentType.startsWith('image/') ? (
          <img src={address} alt="" loading="lazy" className={styles.thumbnail} />
        ) : (
          <span className={styles.thumbnail}>
            <DocumentIcon size={24} />
          </span>
        )}
        <span className={styles.name}>{fileName}</span>
      </a>
      <span className={`quiet ${styles.about}`}>
        {sizeText(size)} · {createdBy} · <InstantText at={createdAt} />
      </span>
      <ActionButton
        variant="minimal"
        icon={<TrashIcon />}
        aria-label={`Delete ${fileName}`}
        tooltip="Delete"
        disabledReason={refusal}
        onClick={onRemove}
      />
    </li>
  );
}

function PendingItem({ pending, uploads }: { pending: PendingFile; uploads: Uploads }) {
  const { key, file, state, percent, error } = pending;
  return (
    <li className={styles.file}>
      <span className={styles.link}>
        <span className={styles.thumbnail}>
          <PaperclipIcon size={24} />
        </span>
        <span className={styles.name}>{file.name}</span>
      </span>
      {state === 'failed' ? (
        <>
          <span role="alert" className={styles.failed}>
            {error}
          </span>
          <span className={styles.buttons}>
            <Button size="small" onClick={() => uploads.retry(key)}>
              Try again
            </Button>
            <Button
              variant="minimal"
              icon={<CrossIcon />}
              aria-label={`Do not attach ${file.name}`}
              onClick={() => uploads.dismiss(key)}
            />
          </span>
        </>
      ) : (
        <span className={styles.about} role="status">
          <ProgressBar
            value={percent / 100}
            intent={Intent.PRIMARY}
            aria-label={`Upload of ${file.name}`}
          />
          <span className="quiet numeric">
            {state === 'waiting' ? 'Waits for the others' : `${percent}% sent`}
          </span>
        </span>
      )}
    </li>
  );
}

interface AddFilesProps {
  name: string;
  reason: string | undefined;
  onAdd: (files: Iterable<File>) => void;
}

function AddFiles({ name, reason, onAdd }: AddFilesProps) {
  const [isOver, setOver] = useState(false);
  const files = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const take = (input: HTMLInputElement) => {
    onAdd([...(input.files ?? [])]);
    // The same file can be chosen again.
    input.value = '';
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!reason) onAdd(event.dataTransfer.files);
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

const KILOBYTE = 1024;

/** '820 KB', '1.4 MB'. */
export function sizeText(bytes: number): string {
  if (bytes < KILOBYTE * KILOBYTE) return `${Math.max(1, Math.round(bytes / KILOBYTE))} KB`;
  return `${Number((bytes / KILOBYTE / KILOBYTE).toFixed(1))} MB`;
}
