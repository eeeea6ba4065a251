import { Intent } from '@blueprintjs/core';
import { ImportIcon } from '@blueprintjs/icons';
import type { ImportPreview } from '@nimule/core/imports/schema-centre';
import type { ClientError } from '../../../client/errors.ts';
import { useMutation } from '../../../client/use-mutation.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { useRefusal } from '../../../ui/allowed.tsx';
import { counted } from '../../../ui/counted.ts';
import { toastFailure } from '../../../ui/overlay/toaster.tsx';
import { fieldLabel, messageText, permissionFor } from '../import-words.ts';
import { useImportsNavigation } from '../imports-url.ts';
import { startedHere } from '../run/run-state.ts';
import type { Preview } from './use-preview.ts';

/** Rows that an import would write; further lines of a record are written with it. */
function writtenRows({ counts }: ImportPreview): number {
  return counts.new + counts.changed;
}

/** Why the file cannot be imported as it is read now. */
function obstacle(preview: ImportPreview): string | undefined {
  const { missing, problem, counts } = preview;
  if (missing.length > 0) return `Choose a column for ${missing.map(fieldLabel).join(', ')}.`;
  if (problem !== null) return messageText(problem);
  if (counts.rows === counts.leftOut) return 'The file has no rows.';
  if (writtenRows(preview) > 0) return undefined;
  return counts.refused > 0
    ? 'No row would be written: they are refused for the reasons below.'
    : 'No row would be written: the books have all of them already.';
}

interface ImportButtonProps {
  fileId: number;
  preview: Preview;
  data: ImportPreview;
}

/** Starts the import with the settings of the preview that is shown. */
export function ImportButton({ fileId, preview, data }: ImportButtonProps) {
  const { run, busy } = useMutation('startImportRun', {
    failure: 'The import could not be started.',
  });
  const { toRun } = useImportsNavigation();
  const refusal = useRefusal()(permissionFor(data.type));
  const waiting = preview.isStale ? 'The preview is being updated.' : undefined;
  const failed = preview.error ? 'The preview could not be updated.' : undefined;
  const rows = writtenRows(data);
  return (
    <ActionButton
      intent={Intent.PRIMARY}
      icon={<ImportIcon />}
      loading={busy}
      disabledReason={refusal ?? waiting ?? failed ?? obstacle(data)}
      onClick={() => {
        run({ body: { fileId, type: data.type, settings: data.settings } }).then(
          ({ id }) => {
            startedHere.add(id);
            void toRun(id);
          },
          (error: ClientError) => toastFailure(error, 'Import Failed'),
        );
      }}
    >
      {`Import ${counted(rows, 'row')}`}
    </ActionButton>
  );
}
