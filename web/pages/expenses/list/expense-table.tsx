import { Button, Intent } from '@blueprintjs/core';
import { PaperclipIcon } from '@blueprintjs/icons';
import {
  type Expense,
  expenseFilter,
  expenseSorts,
  type ExpenseType,
} from '@nimule/core/expenses/schema';
import { formatSsp, formatUsd } from '@nimule/core/kernel/money';
import { RecordList } from '../../../parts/record-list.tsx';
import { Allowed } from '../../../ui/allowed.tsx';
import { counted } from '../../../ui/counted.ts';
import { TwoLines } from '../../../ui/layout.tsx';
import { dateColumn, textColumn } from '../../../ui/table/columns.tsx';
import type { Column } from '../../../ui/table/data-table.tsx';
import { defineFilters } from '../../../ui/table/filters.ts';
import { CategoryBadge, PaidTag } from '../expense-tags.tsx';
import { accountName, typeLabels } from '../expense-words.ts';
import styles from '../expenses.module.css';
import { useExpenseActions } from './expense-actions.tsx';

const columns: readonly Column<Expense>[] = [
  {
    id: 'description',
    header: 'Description',
    priority: 1,
    sortable: true,
    cell: ({ description, transactionId, attachments }) => (
      <TwoLines quiet={<span className="mono">{transactionId}</span>}>
        <strong dir="auto">{description}</strong>
        {attachments > 0 && (
          <span className={styles.clip}>
            <PaperclipIcon size={14} title={counted(attachments, 'receipt')} />
          </span>
        )}
      </TwoLines>
    ),
  },
  {
    id: 'category',
    header: 'Category',
    kind: 'tag',
    sortable: true,
    cell: ({ category }) => <CategoryBadge category={category} />,
  },
  textColumn('location', 'Location', { sortable: true, lesser: true }),
  dateColumn('date', 'Date', { sortable: true }),
  {
    id: 'account',
    header: 'Account',
    lesser: true,
    cell: ({ account }) => accountName(account),
  },
  {
    id: 'amountUsd',
    header: 'Amount',
    kind: 'money',
    sortable: true,
    cell: ({ amountUsd, amountSsp, currency }) => (
      <TwoLines align="right" quiet={amountSsp === null ? currency : formatSsp(amountSsp)}>
        <span className="numeric">{formatUsd(amountUsd)}</span>
      </TwoLines>
    ),
  },
  {
    id: 'paid',
    header: 'Paid',
    kind: 'tag',
    priority: 1,
    cell: (expense) => <PaidTag expense={expense} />,
  },
];

const typeLabel = (value: string) => typeLabels[value as ExpenseType];

const filters = defineFilters(expenseFilter, {
  expenseType: { label: 'Type', all: 'All types', labels: typeLabel },
  category: { label: 'Category', all: 'All categories' },
  account: {
    label: 'Account',
    all: 'All accounts',
    labels: { accounts_payable: 'On account' },
  },
  currency: {
    label: 'Currency',
    all: 'All currencies',
    labels: (value) => value,
  },
  paid: {
    label: 'Paid',
    all: 'Paid or not',
    labels: { open: 'Not paid in full', part: 'Paid in part', unpaid: 'Nothing paid' },
  },
  from: { label: 'From day' },
  to: { label: 'To day' },
});

interface ExpenseTableProps {
  onView: (transactionId: string) => void;
  onAdd: () => void;
}

/** The list of transactions, newest first (seeds/001 2). */
export function ExpenseTable({ onView, onAdd }: ExpenseTableProps) {
  const actions = useExpenseActions(onView);
  return (
    <RecordList
      operation="listExpenses"
      label="Expenses"
      many="expenses"
      columns={columns}
      rowName="transactionId"
      list={{ filters, sorts: expenseSorts, sort: '-date' }}
      search="Search by description, vendor, number or reference"
      exports="exportExpenses"
      actions={actions}
      onOpen={({ transactionId }) => onView(transactionId)}
      empty={{
        title: 'No expenses recorded',
        description: 'What the company spends is listed here, with its papers and its entries.',
        action: (
          <Allowed to="expense.write">
            <Button intent={Intent.PRIMARY} onClick={onAdd}>
              Add First Expense
            </Button>
          </Allowed>
        ),
      }}
    />
  );
}
