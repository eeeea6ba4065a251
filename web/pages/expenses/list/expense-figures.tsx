import { formatUsd } from '@nimule/core/kernel/money';
import { useRead } from '../../../client/use-read.ts';
import { Figures } from '../../../ui/stat-card.tsx';
import { counted } from '../expense-words.ts';

/** The cards (seeds/001 2), in dollars of all currencies, and what is not paid yet. */
export function ExpenseFigures() {
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
