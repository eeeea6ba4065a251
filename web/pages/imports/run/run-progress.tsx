import { StopIcon } from '@blueprintjs/icons';
import type { ImportRunDetail } from '@nimule/core/imports/schema-centre';
import type { ClientError } from '../../../client/errors.ts';
import { useMutation } from '../../../client/use-mutation.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { counted, numberText } from '../../../ui/counted.ts';
import { toast, toastFailure } from '../../../ui/overlay/toaster.tsx';
import { ProgressPanel } from '../../../ui/progress-panel.tsx';

const STAYS = 'You can leave this page; it goes on.';

/** The progress of an import or of its undo. */
export function RunProgress({ run }: { run: ImportRunDetail }) {
  if (run.undo?.status === 'running') return <UndoProgress run={run} undo={run.undo} />;
  if (run.status === 'queued') return <Waiting run={run} />;
  const { totalRows, recordsProcessed, recordsCreated, recordsUpdated, recordsFailed } = run;
  const soFar = [
    `${numberText(recordsCreated)} new`,
    `${numberText(recordsUpdated)} changed`,
    `${numberText(recordsFailed)} refused`,
  ].join(', ');
  return (
    <ProgressPanel
      title="Importing"
      state="running"
      {...(totalRows === null ? {} : { done: recordsProcessed, total: totalRows })}
      detail={totalRows === null ? `The file is being read. ${STAYS}` : `${soFar}. ${STAYS}`}
      actions={<StopButton id={run.id} />}
    />
  );
}

function Waiting({ run: { id, waitsFor } }: { run: ImportRunDetail }) {
  const line =
    waitsFor === null || waitsFor === 0
      ? 'It starts in a moment.'
      : `It waits for ${counted(waitsFor, 'other import')}.`;
  return (
    <ProgressPanel
      title="Waiting"
      state="running"
      detail={`${line} ${STAYS}`}
      actions={<StopButton id={id} />}
    />
  );
}

interface UndoProgressProps {
  run: ImportRunDetail;
  undo: NonNullable<ImportRunDetail['undo']>;
}

function UndoProgress({ run: { recordsCreated }, undo }: UndoProgressProps) {
  const { removed, reversed, kept, by } = undo;
  return (
    <ProgressPanel
      title="Undoing the import"
      state="running"
      done={Math.min(removed + reversed + kept, recordsCreated)}
      total={recordsCreated}
      detail={`${numberText(removed)} removed, ${numberText(reversed)} reversed, ${numberText(kept)} kept. Started by ${by}. ${STAYS}`}
    />
  );
}

function StopButton({ id }: { id: number }) {
  const { run, busy } = useMutation('stopImportRun', {
    failure: 'The import could not be stopped.',
  });
  return (
    <ActionButton
      icon={<StopIcon />}
      loading={busy}
      onClick={() => {
        run({ params: { id } }).then(
          () => toast('Import Stops', 'It ends after the rows that are being written now.'),
          (error: ClientError) => toastFailure(error, 'Stop Failed'),
        );
      }}
    >
      Stop
    </ActionButton>
  );
}
