import { Button, Intent } from '@blueprintjs/core';
import { DisableIcon, EditIcon, PlayIcon, PlusIcon } from '@blueprintjs/icons';
import type { ExpenseTemplate } from '@nimule/core/expenses/schema';
import { formatMonth } from '@nimule/core/kernel/dates';
import { formatSsp, formatUsd } from '@nimule/core/kernel/money';
import { useRead } from '../../../client/use-read.ts';
import { OperationDialog } from '../../../parts/operation-dialog.tsx';
import { ActionButton } from '../../../ui/action-button.tsx';
import { AllowedOrDisabled, useMay } from '../../../ui/allowed.tsx';
import { TwoLines } from '../../../ui/layout.tsx';
import { PHONE, useMedia } from '../../../ui/media.ts';
import { useDialogs } from '../../../ui/overlay/dialogs.ts';
import { toast } from '../../../ui/overlay/toaster.tsx';
import { Panel } from '../../../ui/page.tsx';
import { Empty, Loaded } from '../../../ui/states.tsx';
import { RowActions } from '../../../ui/table/row-actions.tsx';
import { type SmallColumn, SmallTable } from '../../../ui/table/small-table.tsx';
import { StatusTag } from '../../../ui/tags.tsx';
import { CategoryBadge } from '../expense-tags.tsx';
import { accountName } from '../expense-words.ts';
import { TemplateForm } from './template-form.tsx';
import { valuesOfTemplate } from './template-values.ts';

const columns: readonly SmallColumn<ExpenseTemplate>[] = [
  {
    header: 'Description',
    cell: ({ description, location }) => (
      <TwoLines quiet={<span dir="auto">{location}</span>}>
        <strong dir="auto">{description}</strong>
      </TwoLines>
    ),
  },
  {
    header: 'Category',
    cell: ({ category }) => <CategoryBadge category={category} />,
    minor: true,
  },
  { header: 'Account', cell: ({ account }) => accountName(account), minor: true },
  {
    header: 'Each month',
    cell: ({ day, firstMonth, lastMonth }) => (
      <TwoLines
        quiet={`${formatMonth(firstMonth)} to ${lastMonth ? formatMonth(lastMonth) : 'further notice'}`}
      >
        on day {day}
      </TwoLines>
    ),
    minor: true,
  },
  {
    header: 'Amount',
    align: 'right',
    cell: ({ amount, currency }) => (
      <span className="numeric unbroken">
        {currency === 'SSP' ? formatSsp(amount) : formatUsd(amount)}
      </span>
    ),
  },
  {
    header: 'Next',
    cell: ({ nextMonth, isActive }) =>
      nextMonth ? formatMonth(nextMonth) : <StatusTag status={isActive ? 'done' : 'stopped'} />,
  },
];

/** Expenses that a job makes once a month. */
export function RecurringView() {
  const read = useRead('listExpenseTemplates');
  const may = useMay();
  const isPhone = useMedia(PHONE);
  const { open, dialog } = useDialogs({
    add: (_: undefined, close) => <TemplateForm onClose={close} />,
    edit: (template: ExpenseTemplate, close) => (
      <TemplateForm template={template} onClose={close} />
    ),
    switch: (template: ExpenseTemplate, close) => (
      <SwitchTemplateDialog template={template} onClose={close} />
    ),
  });
  const actionColumn: SmallColumn<ExpenseTemplate> = {
    header: 'Actions',
    align: 'right',
    cell: (template) => (
      <RowActions
        subject={template.description}
        isNarrow={isPhone}
        actions={[
          { label: 'Edit', icon: <EditIcon />, onClick: () => open('edit', template) },
          template.isActive
            ? {
                label: 'Stop',
                icon: <DisableIcon />,
                destructive: true,
                onClick: () => open('switch', template),
              }
            : { label: 'Resume', icon: <PlayIcon />, onClick: () => open('switch', template) },
        ]}
      />
    ),
  };
  return (
    <Panel
      title="Recurring expenses"
      description="Each is recorded once a month, on its day, by a daily job."
      actions={
        <AllowedOrDisabled to="expense.write">
          <ActionButton icon={<PlusIcon />} onClick={() => open('add', undefined)}>
            Add Recurring Expense
          </ActionButton>
        </AllowedOrDisabled>
      }
    >
      <Loaded read={read} loading="Loading the recurring expenses…" lines={5}>
        {(templates) =>
          templates.length === 0 ? (
            <Empty
              title="No recurring expenses"
              description="Rent, bandwidth and other costs that are the same each month can be recorded by themselves."
              action={
                may('expense.write') && (
                  <Button intent={Intent.PRIMARY} onClick={() => open('add', undefined)}>
                    Add the first
                  </Button>
                )
              }
            />
          ) : (
            <SmallTable
              label="Recurring expenses"
              columns={may('expense.write') ? [...columns, actionColumn] : columns}
              rows={templates}
              rowKey={({ id }) => id}
            />
          )
        }
      </Loaded>
      {dialog}
    </Panel>
  );
}

interface SwitchTemplateDialogProps {
  template: ExpenseTemplate;
  onClose: () => void;
}

/** Stops a recurring expense, or lets it go on. */
function SwitchTemplateDialog({ template, onClose }: SwitchTemplateDialogProps) {
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
