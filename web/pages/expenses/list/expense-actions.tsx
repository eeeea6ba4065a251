import { EditIcon, EyeOpenIcon, TrashIcon } from '@blueprintjs/icons';
import type { Expense } from '@nimule/core/expenses/schema';
import { useMay } from '../../../ui/allowed.tsx';
import { type RecordActions, useDialogs } from '../../../ui/overlay/dialogs.ts';
import type { RowAction } from '../../../ui/table/row-actions.tsx';
import { DeleteExpenseDialog } from '../detail/delete-expense-dialog.tsx';
import { EditExpenseForm } from '../form/edit-expense-form.tsx';

/** Edit and delete, with their dialogs; nothing for roles that may only read. */
export function useExpenseChanges<T extends Expense>(): RecordActions<T> {
  const may = useMay();
  const { open, dialog } = useDialogs({
    edit: (expense: Expense, close) => <EditExpenseForm expense={expense} onClose={close} />,
    remove: (expense: Expense, close) => <DeleteExpenseDialog expense={expense} onClose={close} />,
  });
  const of = (expense: T): RowAction[] => {
    if (!may('expense.write')) return [];
    return [
      { label: 'Edit', icon: <EditIcon />, onClick: () => open('edit', expense) },
      {
        label: 'Delete',
        icon: <TrashIcon />,
        onClick: () => open('remove', expense),
        destructive: true,
      },
    ];
  };
  return { of, dialog };
}

/** In the list: view, edit, delete. */
export function useExpenseActions(onView: (transactionId: string) => void): RecordActions<Expense> {
  const changes = useExpenseChanges<Expense>();
  return {
    of: (expense) => [
      { label: 'View', icon: <EyeOpenIcon />, onClick: () => onView(expense.transactionId) },
      ...changes.of(expense),
    ],
    dialog: changes.dialog,
  };
}
