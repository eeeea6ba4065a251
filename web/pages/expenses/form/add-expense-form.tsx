import { Button } from '@blueprintjs/core';
import { CrossIcon } from '@blueprintjs/icons';
import { MAX_ATTACHMENTS } from '@nimule/core/attachments/schema';
import { useState } from 'react';
import { AddFiles } from '../../../parts/attachments/add-files.tsx';
import { sizeText } from '../../../parts/attachments/size-text.ts';
import { FormDraft, useForgetDraft } from '../../../parts/draft/draft.ts';
import { RecordForm } from '../../../parts/record-form.tsx';
import { uploads } from '../../../parts/uploads/uploads.ts';
import { toastWithActions } from '../../../ui/overlay/toaster.tsx';
import { amountText } from '../expense-words.ts';
import { ExpenseFields, expenseForm, newExpense, tellMissing } from './expense-form.tsx';
import styles from './form.module.css';

const DRAFT = 'expense';
const KEPT = Object.keys(newExpense());

interface AddExpenseFormProps {
  onShow: (transactionId: string) => void;
  /** Opens the form for another one. */
  onAgain: () => void;
  onClose: () => void;
}

/** Add Expense (seeds/001 4 and 5). Receipts wait for the expense, and then join the queue of uploads. */
export function AddExpenseForm({ onShow, onAgain, onClose }: AddExpenseFormProps) {
  const forget = useForgetDraft(DRAFT);
  const [files, setFiles] = useState<readonly File[]>([]);
  return (
    <RecordForm
      operation="createExpense"
      failure="Failed to create expense."
      title="Add Expense"
      schema={expenseForm}
      initial={newExpense()}
      onInvalid={tellMissing}
      send={(body) => ({ body })}
      done={(expense) => {
        const { id, transactionId, location } = expense;
        toastWithActions(
          'Expense Created',
          `${transactionId}: ${amountText(expense)}, ${location}`,
          [
            { label: 'Open', onClick: () => onShow(transactionId) },
            { label: 'Add another', onClick: onAgain },
          ],
        );
        const target = { of: 'expense' as const, recordId: id, recordName: transactionId };
        if (files.length > 0) uploads().add(target, files).catch(reportError);
      }}
      submitLabel="Add expense"
      onClose={() => {
        forget();
        onClose();
      }}
      width={640}
    >
      <FormDraft name={DRAFT} fields={KEPT} />
      <ExpenseFields />
      <ChosenReceipts files={files} onChange={setFiles} />
    </RecordForm>
  );
}

interface ChosenReceiptsProps {
  files: readonly File[];
  onChange: (files: readonly File[]) => void;
}

/** Receipts chosen for an expense that is not saved yet. */
function ChosenReceipts({ files, onChange }: ChosenReceiptsProps) {
  const isFull = files.length >= MAX_ATTACHMENTS;
  return (
    <fieldset className={styles.receipts}>
      <legend>Receipts</legend>
      {files.length > 0 && (
        <ul aria-label="Chosen receipts">
          {files.map((file, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same file may be chosen twice
            <li key={at} className={styles.file}>
              <span className={styles.fileName}>{file.name}</span>
              <span className="quiet unbroken">{sizeText(file.size)}</span>
              <Button
                variant="minimal"
                icon={<CrossIcon />}
                aria-label={`Do not attach ${file.name}`}
                onClick={() => onChange(files.toSpliced(at, 1))}
              />
            </li>
          ))}
        </ul>
      )}
      <AddFiles
        name="the new expense"
        reason={isFull ? `At most ${MAX_ATTACHMENTS} files can be attached.` : undefined}
        onAdd={(added) => onChange([...files, ...added].slice(0, MAX_ATTACHMENTS))}
      />
    </fieldset>
  );
}
