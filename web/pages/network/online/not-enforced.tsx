import type { notEnforced } from '@nimule/core/access/schema';
import type { z } from 'zod';
import { paths } from '../../../app/paths.ts';
import { customerColumn } from '../../../parts/record-links.tsx';
import { RecordList } from '../../../parts/record-list.tsx';
import { LinkButton } from '../../../ui/link-button.tsx';
import { idColumn } from '../../../ui/table/columns.tsx';
import type { Column } from '../../../ui/table/data-table.tsx';

type NotEnforced = z.output<typeof notEnforced>;

const columns: readonly Column<NotEnforced>[] = [
  customerColumn({ priority: 1, sortable: true }),
  idColumn('ipAddress', 'Static address', { priority: 2 }),
  {
    id: 'account',
    header: 'Account',
    cell: ({ customerNumber }) => (
      <LinkButton to={paths.addAccess(customerNumber)}>Add access account</LinkButton>
    ),
    kind: 'tag',
  },
];

/** Customers whom the network lets pass, suspended or not. */
export function NotEnforcedList() {
  return (
    <RecordList
      operation="listNotEnforced"
      label="Customers that are not enforced"
      many="customers"
      columns={columns}
      rowName="customerName"
      rowKey={({ customerId }) => customerId}
      list={{ sort: 'customerName', prefix: 'not-enforced-' }}
      search="Search by customer or address"
      empty={{
        title: 'Everybody signs in',
        description:
          'Customers with a static address and no access account would show here: no router asks about them.',
      }}
    />
  );
}
