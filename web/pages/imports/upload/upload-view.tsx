import { Callout, Intent } from '@blueprintjs/core';
import { Link } from 'react-router-dom';
import { paths } from '../../../app/paths.ts';
import { useRead } from '../../../client/use-read.ts';
import { useMay, useRefusal } from '../../../ui/allowed.tsx';
import { Stack } from '../../../ui/layout.tsx';
import { ProgressPanel } from '../../../ui/progress-panel.tsx';
import {
  categories,
  categoryOf,
  type ImportType,
  isBuilt,
  permissionFor,
  typeTitle,
} from '../import-words.ts';
import { useImportsUrl } from '../imports-url.ts';
import { useMayImport } from '../may-import.ts';
import { isActive } from '../run/run-state.ts';
import { CategoryCard } from './category-card.tsx';
import { MovingIn } from './moving-in.tsx';
import styles from './upload.module.css';
import { useUpload } from './use-upload.ts';

const ABOUT =
  'Nothing is written before you have seen a preview. The same file twice changes nothing: a row is recognised by its key, such as the customer ID or the invoice number. The guide “Move a company in” goes through the steps with minutes: docs/guide/move-in.md in the folder of the program.';

/** Why this user cannot upload a file of the category. */
function useUploadRefusal(): (type: ImportType) => string | undefined {
  const refusal = useRefusal();
  const mayImport = useMayImport();
  const may = useMay();
  return (type) => {
    if (isBuilt(type)) return may(permissionFor(type)) ? undefined : refusal(permissionFor(type));
    return mayImport ? undefined : 'Your role may not import files.';
  };
}

/** The five upload cards (seeds/002 2). */
export function UploadView() {
  const upload = useUpload();
  const { type: chosen } = useImportsUrl();
  const refusal = useUploadRefusal();
  const mayImport = useMayImport();
  return (
    <Stack>
      {mayImport && <ActiveRuns />}
      {mayImport && <MovingIn />}
      <div className={styles.cards}>
        {categories.map((category) => (
          <CategoryCard
            key={category.type}
            category={category}
            isChosen={chosen !== undefined && category.type === categoryOf(chosen)}
            upload={mayImport ? upload : undefined}
            refusal={refusal(category.type)}
          />
        ))}
      </div>
      <Callout compact {...(!mayImport && { intent: Intent.WARNING })}>
        {mayImport ? ABOUT : 'Your role may not import files.'}
      </Callout>
    </Stack>
  );
}

const POLL_MS = 3_000;
const LATEST = 5;

/** Imports and undos that run now, so that they are found again. */
function ActiveRuns() {
  const { data } = useRead(
    'listImportRuns',
    { query: { pageSize: LATEST, page: 1, sort: '-startedAt' } },
    { pollMs: POLL_MS },
  );
  const active = data?.rows.filter(isActive) ?? [];
  return active.map((run) => (
    <ProgressPanel
      key={run.id}
      title={`${typeTitle(run.type)}: ${run.filename}`}
      state="running"
      {...(run.totalRows !== null && !run.undo
        ? { done: run.recordsProcessed, total: run.totalRows }
        : {})}
      detail={`${run.undo ? 'Being undone' : 'Started'} by ${run.undo?.by || run.actorName}`}
      actions={<Link to={paths.importRun(run.id)}>Show this import</Link>}
    />
  ));
}
