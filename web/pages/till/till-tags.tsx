import { ZERO } from '@nimule/core/kernel/money';
import { differenceText } from '@nimule/core/till/rules';
import type { Till } from '@nimule/core/till/schema';
import { humanize, StatusTag } from '../../ui/tags.tsx';
import styles from './till.module.css';

export function TillStatusTag({ status }: Pick<Till, 'status'>) {
  return <StatusTag status={status} />;
}

/** 'Short by $2.00', 'None'; a dash before the count. */
export function TillDifference({ till }: { till: Till }) {
  const { differenceUsd, differenceSsp } = till;
  if (differenceUsd === null) return <span className="quiet">–</span>;
  const text = differenceText({ USD: differenceUsd, SSP: differenceSsp ?? ZERO });
  if (text === '') return <span className="quiet">None</span>;
  return <span className={styles.wrong}>{humanize(text)}</span>;
}
