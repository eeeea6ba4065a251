import type { ImportRunDetail } from '@nimule/core/imports/schema-centre';
import { OperationDialog } from '../../../parts/operation-dialog.tsx';
import { Stack } from '../../../ui/layout.tsx';
import { toast } from '../../../ui/overlay/toaster.tsx';
import { countOf, recordsOf } from '../import-words.ts';
import styles from './run.module.css';

interface UndoDialogProps {
  run: ImportRunDetail;
  onClose: () => void;
}

/** '3 new records (customers)', '1 new account'. */
function createdWords({ type, recordsCreated }: ImportRunDetail): string {
  if (type === 'accounts') return countOf(recordsCreated, 'new account');
  if (type === 'openings') return countOf(recordsCreated, 'new opening balance');
  if (type === 'nodes') return countOf(recordsCreated, 'new network node');
  if (type === 'suppliers') return countOf(recordsCreated, 'new supplier');
  if (type === 'expenses') return countOf(recordsCreated, 'new expense');
  if (type === 'employees') return countOf(recordsCreated, 'new employee');
  if (type === 'items')
    return countOf(recordsCreated, 'new item of equipment', 'new items of equipment');
  if (type === 'counts') return countOf(recordsCreated, 'counted item');
  if (type === 'bundles') return countOf(recordsCreated, 'new voucher bundle');
  return `${countOf(recordsCreated, 'new record')} (${recordsOf(type)})`;
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
              The {countOf(recordsUpdated, 'customer')} of this import{' '}
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
              The {countOf(recordsUpdated, 'changed record')} {recordsUpdated === 1 ? 'is' : 'are'}{' '}
              not set back. The values before the import stay listed under Changed records.
            </li>
          )}
          <li>An undo cannot be undone. You can import the corrected file afterwards.</li>
        </ul>
      </Stack>
    </OperationDialog>
  );
}
