import { Intent } from '@blueprintjs/core';
import { ImportIcon, PlusIcon } from '@blueprintjs/icons';
import { titleOf } from '../../app/modules.ts';
import { useAdding, useShownNumber } from '../../parts/shown-record.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { AllowedOrDisabled, useMay } from '../../ui/allowed.tsx';
import { Stack } from '../../ui/layout.tsx';
import { Page } from '../../ui/page.tsx';
import { UrlTabs } from '../../ui/url-tabs.tsx';
import { ExpenseDrawer } from './detail/expense-drawer.tsx';
import { AddExpenseForm } from './form/add-expense-form.tsx';
import { ImportDialog } from './import/import-dialog.tsx';
import { ExpenseFigures } from './list/expense-figures.tsx';
import { ExpenseTable } from './list/expense-table.tsx';
import { RecurringView } from './recurring/recurring-view.tsx';

/** Expense Management (seeds/001 2). */
export function ExpensesPage() {
  const may = useMay();
  const expense = useShownNumber('expense');
  const adding = useAdding('expense');
  const importing = useAdding('expense-lines');
  return (
    <Page
      title={titleOf('expenses')}
      description="What the company spends, by whom it was supplied and from which account it was paid."
      actions={
        <>
          <AllowedOrDisabled to="expense.write">
            <ActionButton icon={<ImportIcon />} onClick={importing.open}>
              Import Data
            </ActionButton>
          </AllowedOrDisabled>
          <AllowedOrDisabled to="expense.write">
            <ActionButton icon={<PlusIcon />} intent={Intent.PRIMARY} onClick={adding.open}>
              Add Expense
            </ActionButton>
          </AllowedOrDisabled>
        </>
      }
    >
      <UrlTabs
        label="Parts of expense management"
        tabs={[
          {
            id: 'transactions',
            title: 'Transactions',
            panel: (
              <Stack>
                <ExpenseFigures />
                <ExpenseTable onView={expense.show} onAdd={adding.open} />
              </Stack>
            ),
          },
          { id: 'recurring', title: 'Recurring', panel: <RecurringView /> },
        ]}
      />
      {expense.number !== undefined && (
        <ExpenseDrawer key={expense.number} transactionId={expense.number} onClose={expense.hide} />
      )}
      {adding.isOpen && may('expense.write') && (
        <AddExpenseForm onShow={expense.show} onAgain={adding.open} onClose={adding.close} />
      )}
      {importing.isOpen && may('expense.write') && <ImportDialog onClose={importing.close} />}
    </Page>
  );
}
