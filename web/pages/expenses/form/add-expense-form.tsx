import { useState } from 'react';
import { FormDraft, useForgetDraft } from '../../../parts/draft/draft.ts';
import { RecordForm } from '../../../parts/record-form.tsx';
import { toastWithActions } from '../../../ui/overlay/toaster.tsx';
import { amountText } from '../expense-words.ts';
import { ChosenReceipts } from './chosen-receipts.tsx';
import { ExpenseFields, expenseForm, newExpense, tellMissing } from './expense-form.tsx';
import type { NewReceipts } from './receipts-dialog.tsx';

const DRAFT = 'expense';
const KEPT = Object.keys(newExpense());

interface AddExpenseFormProps {
  /** Called after saving with the receipts that were chosen. */
  onReceipts: (receipts: NewReceipts) => void;
  onShow: (transactionId: string) => void;
  /** Opens the form for another one. */
  onAgain: () => void;
  onClose: () => void;
}

/** Add Expense (seeds/001 4 and 5). Receipts are sent when the expense is saved. */
export function AddExpenseForm({ onReceipts, onShow, onAgain, onClose }: AddExpenseFormProps) {
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
        if (files.length > 0) onReceipts({ id, transactionId, files });
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
