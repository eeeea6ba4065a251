import { deleteExpenseQuery, type Expense } from '@nimule/core/expenses/schema';
import { CashReturnField } from '../../../parts/cash-place.tsx';
import { DeleteDialog } from '../../../parts/operation-dialog.tsx';
import { RecordForm } from '../../../parts/record-form.tsx';
import { toast } from '../../../ui/overlay/toaster.tsx';
import { amountText } from '../expense-words.ts';

interface DeleteExpenseDialogProps {
  expense: Expense;
  onClose: () => void;
}

/** The text of the specification (seeds/001 2). */
const WARNING =
  'Are you sure you want to delete this expense? This action cannot be undone and will affect your financial reports.';

/** Confirms the deletion; of cash with the place to which it goes back. */
export function DeleteExpenseDialog({ expense, onClose }: DeleteExpenseDialogProps) {
  const { id, transactionId, description, account } = expense;
  const about = (
    <>
      <p>{WARNING}</p>
      <p className="quiet">
        {description}, {amountText(expense)}
      </p>
    </>
  );
  const shared = {
    operation: 'deleteExpense' as const,
    failure: 'Failed to delete expense.',
    title: `Delete ${transactionId}?`,
    done: () => toast('Expense Deleted', `${transactionId} ${description}`),
    onClose,
  };
  if (account !== 'cash') {
    return (
      <DeleteDialog {...shared} id={id} confirmLabel="Delete expense">
        {about}
      </DeleteDialog>
    );
  }
  return (
    <RecordForm
      {...shared}
      schema={deleteExpenseQuery}
      initial={{}}
      send={(query) => ({ params: { id }, query })}
      submitLabel="Delete expense"
      busyLabel="Deleting…"
      destructive
    >
      {about}
      <CashReturnField of={expense} direction="in" />
    </RecordForm>
  );
}
