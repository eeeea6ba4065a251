import { DocumentIcon, TrashIcon } from '@blueprintjs/icons';
import {
  type Attachment,
  type AttachmentEntity,
  MAX_ATTACHMENTS,
} from '@nimule/core/attachments/schema';
import { urlOf } from '../../client/call.ts';
import { useStoredUser } from '../../client/session.ts';
import { useRead } from '../../client/use-read.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { useRefusal } from '../../ui/allowed.tsx';
import { useDialogs } from '../../ui/overlay/dialogs.ts';
import { toast } from '../../ui/overlay/toaster.tsx';
import { Loaded } from '../../ui/states.tsx';
import { InstantText } from '../../ui/values.tsx';
import { OperationDialog } from '../operation-dialog.tsx';
import { isPhoto } from '../uploads/queued-file.ts';
import { useUploads } from '../uploads/use-uploads.ts';
import { AddFiles } from './add-files.tsx';
import styles from './attachments.module.css';
import { attachmentOperations } from './operations.ts';
import { PendingItem } from './pending-item.tsx';
import { sizeText } from './size-text.ts';

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
  const uploads = useUploads(of, id, name);
  const fullName = useStoredUser()?.fullName ?? '';
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
                <PendingItem
                  key={pending.key}
                  file={pending}
                  about={`${isPhoto(pending) ? 'Photo' : 'File'} on its way from ${fullName}`}
                />
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
