import type { Category, Expense } from '@nimule/core/expenses/schema';
import { humanize, StatusTag } from '../../ui/tags.tsx';
import { paidLabels } from './expense-words.ts';
import styles from './expenses.module.css';

/** A category with its colour. */
export function CategoryBadge({ category }: { category: Category }) {
  return (
    <span className={styles.badge} data-category={category}>
      {humanize(category)}
    </span>
  );
}

const statuses = { paid: 'paid', part: 'partial', unpaid: 'open' } as const;

export function PaidTag({ expense: { paid } }: { expense: Pick<Expense, 'paid'> }) {
  return <StatusTag status={statuses[paid]} label={paidLabels[paid]} />;
}
