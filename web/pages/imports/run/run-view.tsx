import { Callout, Intent } from '@blueprintjs/core';
import { ArrowLeftIcon, UndoIcon } from '@blueprintjs/icons';
import type { ImportRunDetail, Reason } from '@nimule/core/imports/schema-centre';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { paths } from '../../../app/paths.ts';
import { operations } from '../../../client/operations.ts';
import { useRevalidate } from '../../../client/use-mutation.ts';
import { type Reading, useRead } from '../../../client/use-read.ts';
import { ExportMenu } from '../../../parts/export-menu.tsx';
import { ActionButton } from '../../../ui/action-button.tsx';
import { useRefusal } from '../../../ui/allowed.tsx';
import { counted, numberText } from '../../../ui/counted.ts';
import { Inline, Stack } from '../../../ui/layout.tsx';
import { LinkButton } from '../../../ui/link-button.tsx';
import { useDialogs } from '../../../ui/overlay/dialogs.ts';
import { toast } from '../../../ui/overlay/toaster.tsx';
import { Panel } from '../../../ui/page.tsx';
import { FigureStrip, StatCard } from '../../../ui/stat-card.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { type SmallColumn, SmallTable } from '../../../ui/table/small-table.tsx';
import { Label, StatusTag } from '../../../ui/tags.tsx';
import { UrlTabs } from '../../../ui/url-tabs.tsx';
import { InstantText } from '../../../ui/values.tsx';
import {
  finishedText,
  isImportType,
  messageText,
  permissionFor,
  typeTitle,
} from '../import-words.ts';
import { previewAddress } from '../imports-url.ts';
import { Reconciliation } from './reconciliation.tsx';
import styles from './run.module.css';
import { RunProgress } from './run-progress.tsx';
import { isActive, startedHere, statusOf } from './run-state.ts';
import { ChangesTable, DifferencesTable, KeptTable } from './run-tables.tsx';
import { UndoDialog } from './undo-dialog.tsx';

const POLL_MS = 1_000;

/**
 * An import, polled each second while it or its undo goes on. When it ends, its success is told and what it changed is
 * read again.
 */
function useRun(id: number): Reading<ImportRunDetail> {
  const [polls, setPolls] = useState(true);
  const read = useRead('getImportRun', { params: { id } }, polls ? { pollMs: POLL_MS } : {});
  const { data: run } = read;
  const revalidate = useRevalidate();
  const active = run ? isActive(run) : true;
  const isOver = !active && run !== undefined;
  const wasActive = useRef(startedHere.has(id));
  useEffect(() => {
    setPolls(active);
    if (active && run) wasActive.current = true;
  }, [active, run]);
  useEffect(() => {
    if (!isOver || !wasActive.current) return;
    wasActive.current = false;
    startedHere.delete(run.id);
    if (run.status === 'done' && !run.undo) toast('Import Finished', finishedText(run));
    if (run.undo?.status === 'done') toast('Import Undone', run.filename);
    revalidate(operations.startImportRun.touches.filter((tag) => tag !== 'imports'));
  }, [isOver, run, revalidate]);
  return read;
}

/** Which part of an import is shown, in the URL. */
const PART = 'part';

/** One import: its progress, then its result. */
export function RunView({ id }: { id: number }) {
  const read = useRun(id);
  return (
    <Stack>
      <div>
        <LinkButton to={`${paths.dataImport}?view=history`} icon={<ArrowLeftIcon />}>
          All imports
        </LinkButton>
      </div>
      {/* The polls do not dim the page. */}
      <Loaded
        read={{ ...read, isRefreshing: false }}
        loading="Loading the import…"
        failed="The import could not be loaded"
        lines={6}
      >
        {(run) => <Run run={run} />}
      </Loaded>
    </Stack>
  );
}

function Run({ run }: { run: ImportRunDetail }) {
  const { filename, type, startedAt, actorName, error, undo, status, warnings } = run;
  const shownStatus = statusOf(run);
  return (
    <>
      <section className={styles.head} aria-label="Import">
        <div className={styles.words}>
          <h2 className={styles.filename}>{filename}</h2>
          <Inline>
            <Label>{typeTitle(type)}</Label>
            <StatusTag {...shownStatus} />
            <span className="quiet">
              <InstantText at={startedAt} /> by {actorName}
            </span>
          </Inline>
        </div>
        <Actions run={run} />
      </section>
      {isActive(run) && <RunProgress run={run} />}
      {error !== '' && (
        <Callout compact intent={Intent.DANGER} role="alert">
          {error}
        </Callout>
      )}
      {(status === 'stopped' || status === 'abandoned') && (
        <Callout compact intent={Intent.WARNING}>
          {status === 'stopped' ? 'It was stopped' : 'It was interrupted'} after{' '}
          {counted(run.recordsProcessed, 'row')}. What was written stays. The same file again goes
          on with the rest.
        </Callout>
      )}
      {undo?.status === 'failed' && (
        <Callout compact intent={Intent.DANGER} role="alert">
          The undo failed: {undo.error}
        </Callout>
      )}
      {undo?.status === 'done' && (
        <Callout compact intent={Intent.SUCCESS}>
          Undone by {undo.by}
          {undo.at && (
            <>
              {' '}
              on <InstantText at={undo.at} />
            </>
          )}
          : {numberText(undo.removed)} removed, {numberText(undo.reversed)} reversed,{' '}
          {numberText(undo.kept)} kept.
        </Callout>
      )}
      {warnings.map((warning) => (
        <Callout compact key={warning} intent={Intent.WARNING}>
          {messageText(warning)}
        </Callout>
      ))}
      <RunFigures run={run} />
      <Parts run={run} />
    </>
  );
}

function Actions({ run }: { run: ImportRunDetail }) {
  const { id, type, fileId, filename, recordsFailed, mayUndo, whyNotUndo, undo } = run;
  const dialogs = useDialogs({
    undo: (one: ImportRunDetail, close) => <UndoDialog run={one} onClose={close} />,
  });
  const refusal = useRefusal()(permissionFor(type));
  if (isActive(run)) return null;
  return (
    <div className={styles.actions}>
      {recordsFailed > 0 && (
        <ExportMenu
          operation="exportRefusedRows"
          params={{ id }}
          what={`The refused rows of ${filename}`}
          label="Download the refused rows"
          text="Refused rows"
        />
      )}
      {fileId !== null && isImportType(type) && (
        <LinkButton to={previewAddress(type, fileId)}>Preview again</LinkButton>
      )}
      {!undo && (
        <ActionButton
          icon={<UndoIcon />}
          disabledReason={refusal ?? (mayUndo ? undefined : (whyNotUndo ?? 'It cannot be undone.'))}
          onClick={() => dialogs.open('undo', run)}
        >
          Undo this import
        </ActionButton>
      )}
      {dialogs.dialog}
    </div>
  );
}

function RunFigures({ run }: { run: ImportRunDetail }) {
  const figures = [
    { title: 'Rows', value: run.recordsProcessed, subtitle: ofRows(run) },
    { title: 'New', value: run.recordsCreated, subtitle: 'records' },
    { title: 'Changed', value: run.recordsUpdated, subtitle: 'records' },
    { title: 'Same', value: run.recordsUnchanged, subtitle: 'in the books already' },
    { title: 'Refused', value: run.recordsFailed, subtitle: 'rows' },
  ];
  return (
    <FigureStrip title="Result">
      {figures.map(({ title, value, subtitle }) => (
        <StatCard key={title} title={title} value={numberText(value)} subtitle={subtitle} />
      ))}
    </FigureStrip>
  );
}

function ofRows({ totalRows }: ImportRunDetail): string {
  return totalRows === null ? 'processed' : `of ${numberText(totalRows)} in the file`;
}

/** The result, and the lists of an import where they have entries. */
function Parts({ run }: { run: ImportRunDetail }) {
  const { id, changes, differences, undo } = run;
  const [, setParams] = useSearchParams();
  const showDifferences = () =>
    setParams((before) => {
      const next = new URLSearchParams(before);
      next.set(PART, 'differences');
      return next;
    });
  const result = (
    <Stack>
      {run.reconciliation && (
        <Reconciliation
          totals={run.reconciliation}
          isRunning={isActive(run) && !undo}
          isUndone={undo?.status === 'done'}
          onDifferences={differences > 0 ? showDifferences : undefined}
        />
      )}
      <RunReasons run={run} />
      <Next run={run} />
    </Stack>
  );
  const withCount = (title: string, count: number) => `${title} (${numberText(count)})`;
  const tabs = [
    { id: 'result', title: 'Result', panel: result },
    ...(changes > 0
      ? [
          {
            id: 'changes',
            title: withCount('Changed records', changes),
            panel: <ChangesTable runId={id} />,
          },
        ]
      : []),
    ...(differences > 0
      ? [
          {
            id: 'differences',
            title: withCount('Differences', differences),
            panel: <DifferencesTable runId={id} />,
          },
        ]
      : []),
    ...(undo && undo.kept > 0
      ? [{ id: 'kept', title: withCount('Kept', undo.kept), panel: <KeptTable runId={id} /> }]
      : []),
  ];
  return tabs.length === 1 ? (
    result
  ) : (
    <UrlTabs label="Parts of the import" param={PART} tabs={tabs} />
  );
}

/** Where the records of a type are shown. */
const places: Partial<Record<string, { address: string; text: string }>> = {
  customers: { address: paths.dashboard('customers'), text: 'Show the customers' },
  billing: { address: paths.dashboard('billing'), text: 'Show the invoices' },
  cash: { address: paths.dashboard('billing', { view: 'payments' }), text: 'Show the payments' },
};

/** Where the imported records are. */
function Next({ run }: { run: ImportRunDetail }) {
  if (isActive(run)) return null;
  const place = places[run.type];
  return (
    <Inline>
      {place && <LinkButton to={place.address}>{place.text}</LinkButton>}
      <LinkButton to={paths.dataImport}>Import another file</LinkButton>
    </Inline>
  );
}

const SHOWN_ROWS = 5;

/** seeds/002 8. */
const SOME_FAILED = 'Some records could not be processed.';

function firstRows({ rows, firstRows: first }: Reason): string {
  const shown = first.slice(0, SHOWN_ROWS).map(numberText).join(', ');
  return rows > Math.min(first.length, SHOWN_ROWS) ? `${shown} …` : shown;
}

const reasonColumns: readonly SmallColumn<Reason>[] = [
  { header: 'Reason', cell: ({ message }) => messageText(message) },
  {
    header: 'Kind',
    cell: ({ isRefusal }) => <Label>{isRefusal ? 'refused' : 'note'}</Label>,
    minor: true,
  },
  { header: 'Rows', align: 'right', cell: ({ rows }) => numberText(rows) },
  { header: 'First rows', minor: true, cell: (reason) => firstRows(reason) },
];

/** The list of errors and notes of an import, grouped by reason (seeds/002 3). */
function RunReasons({ run: { reasons, recordsFailed } }: { run: ImportRunDetail }) {
  if (reasons.length === 0) return null;
  return (
    <Panel
      title="Errors and notes"
      description={
        recordsFailed > 0
          ? `${SOME_FAILED} ${counted(recordsFailed, 'row')} refused: download, correct and import them again.`
          : undefined
      }
    >
      <SmallTable
        label="Reasons"
        columns={reasonColumns}
        rows={reasons}
        rowKey={(_reason, index) => index}
        scrolls
      />
    </Panel>
  );
}
