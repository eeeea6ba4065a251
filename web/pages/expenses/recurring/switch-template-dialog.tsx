import type { ExpenseTemplate } from '@nimule/core/expenses/schema';
import { OperationDialog } from '../../../parts/operation-dialog.tsx';
import { toast } from '../../../ui/overlay/toaster.tsx';
import { valuesOfTemplate } from './template-values.ts';

interface SwitchTemplateDialogProps {
  template: ExpenseTemplate;
  onClose: () => void;
}

/** Stops a recurring expense, or lets it go on. */
export function SwitchTemplateDialog({ template, onClose }: SwitchTemplateDialogProps) {
  const { id, description, isActive, version } = template;
  return (
    <OperationDialog
      operation="updateExpenseTemplate"
      input={{
        params: { id },
        body: { ...valuesOfTemplate(template), isActive: !isActive, version },
      }}
      failure="Failed to update the recurring expense."
      title={isActive ? `Stop ${description}?` : `Resume ${description}?`}
      confirmLabel={isActive ? 'Stop' : 'Resume'}
      destructive={isActive}
      done={() =>
        toast(isActive ? 'Recurring expense stopped' : 'Recurring expense resumed', description)
      }
      onClose={onClose}
    >
      {isActive
        ? 'No more expenses are made of it. Those that were made stay. It can be resumed.'
        : 'Expenses are made of it again, also for the months since it was stopped. To leave those out, change its first month before.'}
    </OperationDialog>
  );
}
