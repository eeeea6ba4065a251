import { formatMonth } from '@nimule/core/kernel/dates';
import { formatUsd } from '@nimule/core/kernel/money';
import { useRead } from '../../../client/use-read.ts';
import { counted } from '../../../ui/counted.ts';
import { Figures } from '../../../ui/stat-card.tsx';

/** The cards (seeds/001 2), in dollars of all currencies, and what is not paid yet; below them what the books say. */
export function ExpenseFigures() {
  return (
    <>
      <ExpenseCards />
      <FinancialLine />
    </>
  );
}

/** The financial summary, which is read again after each change of an expense (seeds/001 7). */
function FinancialLine() {
  const { data } = useRead('financialSummary');
  if (!data) return null;
  const { expenses, books, month } = data;
  const parts = books
    ? [
        `revenue ${formatUsd(books.revenue.month)}`,
        `expenses ${formatUsd(books.expenses.month)}`,
        `net profit ${formatUsd(books.netProfit.month)}`,
      ]
    : [`recorded expenses ${formatUsd(expenses.month)}`, `of the year ${formatUsd(expenses.year)}`];
  return (
    <p role="status" aria-label="Financial summary" className="quiet">
      {books ? `Books of ${formatMonth(month)}` : formatMonth(month)}: {parts.join(', ')}
      {books?.note ? ` (${books.note})` : ''}
    </p>
  );
}

function ExpenseCards() {
  return (
    <Figures
      title="Expense figures"
      read={useRead('expenseStats')}
      figures={[
        {
          title: 'Total Expenses',
          value: ({ totalUsd }) => formatUsd(totalUsd),
          subtitle: ({ count }) => counted(count, 'transaction'),
        },
        {
          title: 'This Month',
          value: ({ thisMonthUsd }) => formatUsd(thisMonthUsd),
          subtitle: 'by the date of the expense',
        },
        {
          title: 'Bandwidth Costs',
          value: ({ bandwidthUsd }) => formatUsd(bandwidthUsd),
          subtitle: 'of all months',
        },
        {
          title: 'Unpaid',
          value: ({ unpaidUsd }) => formatUsd(unpaidUsd),
          subtitle: ({ unpaidCount }) => `${counted(unpaidCount, 'expense')} on account`,
        },
      ]}
    />
  );
}
