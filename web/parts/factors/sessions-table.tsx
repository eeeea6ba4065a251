import type { StaffSession } from '@nimule/core/identity/factors/schema';
import type { ReactNode } from 'react';
import { TwoLines } from '../../ui/layout.tsx';
import { type SmallColumn, SmallTable } from '../../ui/table/small-table.tsx';
import { InstantText } from '../../ui/values.tsx';

interface SessionsTableProps {
  /** Accessible name. */
  label: string;
  sessions: readonly StaffSession[];
  /** What stands at the end of a row. */
  action?: (session: StaffSession) => ReactNode;
}

const columns: readonly SmallColumn<StaffSession>[] = [
  {
    header: 'Device',
    cell: ({ device, ip }) => (
      <TwoLines quiet={ip}>
        <strong>{device}</strong>
      </TwoLines>
    ),
  },
  { header: 'Since', minor: true, cell: ({ createdAt }) => <InstantText at={createdAt} /> },
  { header: 'Last used', cell: ({ lastActivityAt }) => <InstantText at={lastActivityAt} /> },
];

/** Where an account is signed in. */
export function SessionsTable({ label, sessions, action }: SessionsTableProps) {
  const shown = action
    ? [...columns, { header: 'Action', align: 'right' as const, cell: action }]
    : columns;
  return <SmallTable label={label} columns={shown} rows={sessions} rowKey={({ id }) => id} />;
}
