import { type Cents, formatUsd } from '@nimule/core/kernel/money';
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
}

/** What was billed by region or package, each with its share (seeds/000 2). */
export function ShareTable({ title, description, of, rows }: ShareTableProps) {
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
