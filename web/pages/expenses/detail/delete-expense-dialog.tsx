import type { Expense } from '@nimule/core/expenses/schema';
import { DeleteDialog } from '../../../parts/operation-dialog.tsx';
import { toast } from '../../../ui/overlay/toaster.tsx';
import { amountText } from '../expense-words.ts';

interface DeleteExpenseDialogProps {
  expense: Expense;
  onClose: () => void;
}

/** Confirms the deletion with the text of the specification (seeds/001 2). */
export function DeleteExpenseDialog({ expense, onClose }: DeleteExpenseDialogProps) {
  const { id, transactionId, description } = expense;
  return (
    <DeleteDialog
      operation="deleteExpense"
      id={id}
      failure="Failed to delete expense."
      title={`Delete ${transactionId}?`}
      confirmLabel="Delete expense"
      done={() => toast('Expense Deleted', `${transactionId} ${description}`)}
      onClose={onClose}
    >
      <p>
        Are you sure you want to delete this expense? This action cannot be undone and will affect
        your financial reports.
      </p>
      <p className="quiet">
        {description}, {amountText(expense)}
      </p>
    </DeleteDialog>
  );
}
