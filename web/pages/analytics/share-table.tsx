import { type Cents, cents, formatUsd } from '@nimule/core/kernel/money';
import { Link } from 'react-router-dom';
import { numberText } from '../../ui/counted.ts';
import { Meter } from '../../ui/meter.tsx';
import { Panel } from '../../ui/page.tsx';
import { Empty } from '../../ui/states.tsx';
import { SmallTable } from '../../ui/table/small-table.tsx';
import styles from './analytics.module.css';
import { shareText } from './analytics-words.ts';

export interface ShareRow {
  name: string;
  /** The list behind the row. */
  to: string;
  customers: number;
  billedUsd: Cents;
  paidUsd: Cents;
  share: number | null;
}

interface ShareTableProps {
  title: string;
  description: string;
  /** Header of the names. */
  of: string;
  rows: readonly ShareRow[];
  /** Revenue of the period that is on no invoice of these rows. */
  restUsd: Cents;
  /** Revenue of the period: of the rows and the rest. */
  revenueUsd: Cents;
}

/** Below the rows: what is missing to the revenue above them, and why. */
function Rest({ restUsd, revenueUsd }: Pick<ShareTableProps, 'restUsd' | 'revenueUsd'>) {
  if (restUsd === 0) return null;
  return (
    <p className={`quiet ${styles.rest}`}>
      {restUsd > 0
        ? `And ${formatUsd(restUsd)} of revenue on no invoice, such as vouchers, WiFi and exchange gains.`
        : `Less ${formatUsd(cents(-restUsd))} that was billed and is no revenue of these days, such as credits and opening balances.`}{' '}
      Together {formatUsd(revenueUsd)}, the revenue of the period.
    </p>
  );
}

/** What was billed by region or package, each with its share (seeds/000 2). */
export function ShareTable({ title, description, of, rows, ...rest }: ShareTableProps) {
  return (
    <Panel title={title} description={description}>
      {rows.length === 0 ? (
        <Empty
          title="Nothing was billed in this period"
          description="Choose a longer period, or bill the month under Billing & Accounts."
        />
      ) : (
        <SmallTable
          label={title}
          rows={rows}
          rowKey={({ name }) => name}
          columns={[
            { header: of, cell: ({ name, to }) => <Link to={to}>{name}</Link> },
            {
              header: 'Customers',
              align: 'right',
              minor: true,
              cell: ({ customers }) => numberText(customers),
            },
            { header: 'Billed', align: 'right', cell: ({ billedUsd }) => formatUsd(billedUsd) },
            {
              header: 'Paid of it',
              align: 'right',
              minor: true,
              cell: ({ paidUsd }) => formatUsd(paidUsd),
            },
            { header: 'Share', align: 'right', cell: ({ share }) => <Share share={share} /> },
          ]}
        />
      )}
      <Rest {...rest} />
    </Panel>
  );
}

function Share({ share }: { share: number | null }) {
  return (
    <span className={styles.share}>
      <span className={styles.shareBar}>
        <Meter percent={share ?? 0} />
      </span>
      <span>{shareText(share)}</span>
    </span>
  );
}
