import type { ImportRunDetail } from '@nimule/core/imports/schema-centre';
import { OperationDialog } from '../../../parts/operation-dialog.tsx';
import { counted } from '../../../ui/counted.ts';
import { Stack } from '../../../ui/layout.tsx';
import { toast } from '../../../ui/overlay/toaster.tsx';
import { recordsOf } from '../import-words.ts';
import styles from './run.module.css';

interface UndoDialogProps {
  run: ImportRunDetail;
  onClose: () => void;
}

/** '3 new records (customers)', '1 new account'. */
function createdWords({ type, recordsCreated }: ImportRunDetail): string {
  if (type === 'accounts') return counted(recordsCreated, 'new account');
  if (type === 'openings') return counted(recordsCreated, 'new opening balance');
  if (type === 'nodes') return counted(recordsCreated, 'new network node');
  if (type === 'suppliers') return counted(recordsCreated, 'new supplier');
  if (type === 'expenses') return counted(recordsCreated, 'new expense');
  if (type === 'employees') return counted(recordsCreated, 'new employee');
  if (type === 'items')
    return counted(recordsCreated, 'new item of equipment', 'new items of equipment');
  if (type === 'counts') return counted(recordsCreated, 'counted item');
  if (type === 'bundles') return counted(recordsCreated, 'new voucher bundle');
  return `${counted(recordsCreated, 'new record')} (${recordsOf(type)})`;
}

/** Asks before the records of an import are removed or reversed. */
export function UndoDialog({ run, onClose }: UndoDialogProps) {
  const { id, type, filename, recordsCreated, recordsUpdated } = run;
  return (
    <OperationDialog
      title="Undo This Import"
      confirmLabel="Undo this import"
      destructive
      operation="undoImportRun"
      input={{ params: { id } }}
      failure="The undo could not be started."
      failureTitle="Undo Failed"
      done={() => toast('Undo Started', 'It goes on if you leave this page.')}
      onClose={onClose}
    >
      <Stack>
        <p className={styles.breaking}>
          <strong>{filename}</strong>
        </p>
        <ul className={styles.list}>
          {type === 'fees' ? (
            <li>
              The {counted(recordsUpdated, 'customer')} of this import{' '}
              {recordsUpdated === 1 ? 'has' : 'have'} the monthly fee and package from before again.
            </li>
          ) : (
            <li>
              The {createdWords(run)} of this import {recordsCreated === 1 ? 'is' : 'are'} removed,
              or reversed in the books where something was posted.
            </li>
          )}
          {type === 'customers' && (
            <li>Customers whose opening balance was posted stay as Inactive.</li>
          )}
          {type === 'items' && <li>Items whose stock was opened stay as discontinued.</li>}
          <li>Records that have been paid, changed or used since stay, and are listed.</li>
          {type !== 'fees' && recordsUpdated > 0 && (
            <li>
              The {counted(recordsUpdated, 'changed record')} {recordsUpdated === 1 ? 'is' : 'are'}{' '}
              not set back. The values before the import stay listed under Changed records.
            </li>
          )}
          <li>An undo cannot be undone. You can import the corrected file afterwards.</li>
        </ul>
      </Stack>
    </OperationDialog>
  );
}
