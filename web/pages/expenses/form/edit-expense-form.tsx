import type { Expense } from '@nimule/core/expenses/schema';
import { call } from '../../../client/call.ts';
import { RecordForm } from '../../../parts/record-form.tsx';
import { toast } from '../../../ui/overlay/toaster.tsx';
import { amountText, settledCategory } from '../expense-words.ts';
import { ExpenseFields, expenseForm, tellMissing, valuesOf } from './expense-form.tsx';

interface EditExpenseFormProps {
  expense: Expense;
  onClose: () => void;
}

/** Edit an expense: the server reverses its posting and posts it anew. */
export function EditExpenseForm({ expense, onClose }: EditExpenseFormProps) {
  const { id, transactionId } = expense;
  return (
    <RecordForm
      operation="updateExpense"
      failure="Failed to update expense."
      title={`Edit ${transactionId}`}
      description="Changes of the amount, date, category or account are reversed in the books and posted anew."
      schema={expenseForm}
      record={expense}
      read={(): Promise<Expense> => call('getExpense', { params: { id } })}
      initial={valuesOf}
      settle={settledCategory}
      onInvalid={tellMissing}
      send={(typed, { version }) => ({ params: { id }, body: { ...typed, version } })}
      done={(saved) => toast('Expense Updated', `${transactionId}: ${amountText(saved)}`)}
      submitLabel="Save expense"
      onClose={onClose}
      width={640}
    >
      {({ category }) => <ExpenseFields kept={category} />}
    </RecordForm>
  );
}
