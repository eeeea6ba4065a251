import { Callout, Intent } from '@blueprintjs/core';
import { ArrowLeftIcon, UndoIcon } from '@blueprintjs/icons';
import type { ImportRunDetail } from '@nimule/core/imports/schema-centre';
import { useSearchParams } from 'react-router-dom';
import { paths } from '../../../app/paths.ts';
import { ExportMenu } from '../../../parts/export-menu.tsx';
import { ActionButton } from '../../../ui/action-button.tsx';
import { useRefusal } from '../../../ui/allowed.tsx';
import { Inline, Stack } from '../../../ui/layout.tsx';
import { LinkButton } from '../../../ui/link-button.tsx';
import { useDialogs } from '../../../ui/overlay/dialogs.ts';
import { FigureStrip, StatCard } from '../../../ui/stat-card.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { Label, StatusTag } from '../../../ui/tags.tsx';
import { UrlTabs } from '../../../ui/url-tabs.tsx';
import { InstantText } from '../../../ui/values.tsx';
import {
  countOf,
  formatCount,
  isImportType,
  messageText,
  permissionFor,
  typeTitle,
} from '../import-words.ts';
import { previewAddress } from '../imports-url.ts';
import { Reconciliation } from './reconciliation.tsx';
import styles from './run.module.css';
import { RunProgress } from './run-progress.tsx';
import { RunReasons } from './run-reasons.tsx';
import { isActive, statusOf } from './run-state.ts';
import { ChangesTable, DifferencesTable, KeptTable } from './run-tables.tsx';
import { UndoDialog } from './undo-dialog.tsx';
import { useRun } from './use-run.ts';

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
          {countOf(run.recordsProcessed, 'row')}. What was written stays. The same file again goes
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
          : {formatCount(undo.removed)} removed, {formatCount(undo.reversed)} reversed,{' '}
          {formatCount(undo.kept)} kept.
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
        <StatCard key={title} title={title} value={formatCount(value)} subtitle={subtitle} />
      ))}
    </FigureStrip>
  );
}

function ofRows({ totalRows }: ImportRunDetail): string {
  return totalRows === null ? 'processed' : `of ${formatCount(totalRows)} in the file`;
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
  const counted = (title: string, count: number) => `${title} (${formatCount(count)})`;
  const tabs = [
    { id: 'result', title: 'Result', panel: result },
    ...(changes > 0
      ? [
          {
            id: 'changes',
            title: counted('Changed records', changes),
            panel: <ChangesTable runId={id} />,
          },
        ]
      : []),
    ...(differences > 0
      ? [
          {
            id: 'differences',
            title: counted('Differences', differences),
            panel: <DifferencesTable runId={id} />,
          },
        ]
      : []),
    ...(undo && undo.kept > 0
      ? [{ id: 'kept', title: counted('Kept', undo.kept), panel: <KeptTable runId={id} /> }]
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
