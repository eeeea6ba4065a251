import { Button, HTMLSelect, Intent, ProgressBar } from '@blueprintjs/core';
import { CloudUploadIcon } from '@blueprintjs/icons';
import type { BuiltImportType } from '@nimule/core/imports/schema-types';
import { type DragEvent, useEffect, useRef, useState } from 'react';
import { download } from '../../../client/download.ts';
import { ClientError } from '../../../client/errors.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { toastFailure } from '../../../ui/overlay/toaster.tsx';
import { type Category, templateTypes, typeTitle } from '../import-words.ts';
import styles from './upload.module.css';
import { ACCEPTED, type Upload } from './use-upload.ts';

interface CategoryCardProps {
  category: Category;
  isChosen: boolean;
  /** Omitted for a user who may import nothing. */
  upload: Upload | undefined;
  /** Why this user cannot upload it. */
  refusal: string | undefined;
}

/** One of the five cards (seeds/002 2): what the file holds, its template, and the place to drop it. */
export function CategoryCard({ category, isChosen, upload, refusal }: CategoryCardProps) {
  const { title, holds, needs } = category;
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!isChosen) return;
    card.current?.scrollIntoView({ block: 'nearest' });
    card.current?.querySelector('button')?.focus({ preventScroll: true });
  }, [isChosen]);
  return (
    <section
      ref={card}
      aria-label={title}
      className={`${styles.card} ${isChosen ? styles.chosen : ''}`}
    >
      <header className={styles.head}>
        <h2 className={styles.title}>{title}</h2>
      </header>
      <p>{holds}</p>
      <p className={styles.needs}>
        <span>Needs</span> {needs}
      </p>
      {upload && <DropZone category={category} upload={upload} refusal={refusal} />}
      {upload && <Templates types={templateTypes(category.type)} />}
    </section>
  );
}

interface DropZoneProps {
  category: Category;
  upload: Upload;
  refusal: string | undefined;
}

function DropZone({ category: { type, title }, upload, refusal }: DropZoneProps) {
  const [isOver, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const { sending } = upload;
  if (sending?.type === type) {
    return (
      <div className={styles.zone} role="status">
        <span className={styles.filename}>{sending.filename}</span>
        <ProgressBar
          value={sending.percent / 100}
          intent={Intent.PRIMARY}
          aria-label={`Upload of ${sending.filename}`}
        />
        <span className="quiet numeric">{sending.percent}% sent</span>
      </div>
    );
  }
  const reason = refusal ?? (sending ? 'Another file is being sent.' : undefined);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!reason) upload.send(type, event.dataTransfer.files);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is the pointer's way; the button is the keyboard's
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
        icon={<CloudUploadIcon />}
        aria-label={`Choose a file: ${title}`}
        disabledReason={reason}
        onClick={() => input.current?.click()}
      >
        Choose a file
      </ActionButton>
      <span className={styles.hint}>
        <span className={styles.pointerOnly}>or drop it here · </span>.xlsx, .xls or .csv
      </span>
      <input
        ref={input}
        type="file"
        accept={ACCEPTED}
        className="visually-hidden"
        tabIndex={-1}
        aria-label={`File: ${title}`}
        onChange={(event) => {
          upload.send(type, event.target.files);
          // The same file can be chosen again.
          event.target.value = '';
        }}
      />
    </div>
  );
}

const templateFormats = ['xlsx', 'csv'] as const;

function saveTemplate(type: BuiltImportType, format: (typeof templateFormats)[number]) {
  return download(
    'importTemplate',
    { params: { type }, query: { format } },
    `${type}.${format}`,
  ).catch((error) => {
    if (error instanceof ClientError) toastFailure(error, 'Download Failed');
    else reportError(error);
  });
}

/** The template of a card's type; of several, the chosen one. */
function Templates({ types }: { types: readonly BuiltImportType[] }) {
  const [chosen, setChosen] = useState(types[0]);
  if (chosen === undefined) return null;
  return (
    <div className={styles.templates}>
      {types.length === 1 ? (
        <span>Download template</span>
      ) : (
        <HTMLSelect
          aria-label="Template"
          className={styles.templateType ?? ''}
          value={chosen}
          onChange={({ currentTarget }) => setChosen(currentTarget.value as BuiltImportType)}
          options={types.map((type) => ({ value: type, label: `Template: ${typeTitle(type)}` }))}
        />
      )}
      {templateFormats.map((format) => (
        <Button
          key={format}
          variant="minimal"
          size="small"
          aria-label={`Download template ${typeTitle(chosen)} .${format}`}
          onClick={() => saveTemplate(chosen, format)}
        >
          .{format}
        </Button>
      ))}
    </div>
  );
}
