import type { Payment } from '@nimule/core/billing/payments/schema';
import type { Customer } from '@nimule/core/customers/schema';
import { formatUsd, ZERO } from '@nimule/core/kernel/money';
import { recordPath } from '../../../app/paths.ts';
import { useList } from '../../../client/use-list.ts';
import { PaymentThrough } from '../../../parts/billing-tags.tsx';
import { receiptAction } from '../../../parts/documents.tsx';
import { Stack, TwoLines } from '../../../ui/layout.tsx';
import { dateColumn, idColumn, statusColumn } from '../../../ui/table/columns.tsx';
import type { Column } from '../../../ui/table/data-table.tsx';
import { useListState } from '../../../ui/table/list-state.ts';
import { Money } from '../../../ui/values.tsx';
import { BillingRecords } from './billing-records.tsx';
import { CustomerRefunds } from './customer-refunds.tsx';
import { OF_DETAIL } from './links.ts';

function inAdvance({ unallocatedUsd, status }: Payment): string {
  const isCached = unallocatedUsd > ZERO && status === 'recorded';
  return isCached ? `${formatUsd(unallocatedUsd)} in advance` : '';
}

const columns: readonly Column<Payment>[] = [
  idColumn('receiptId', 'Receipt', { plain: true }),
  dateColumn('paymentDate', 'Date'),
  {
    id: 'account',
    header: 'Through',
    cell: (payment) => <PaymentThrough payment={payment} />,
    lesser: true,
  },
  statusColumn(),
  {
    id: 'amountUsd',
    header: 'Amount',
    cell: (payment) => (
      <TwoLines align="right" quiet={inAdvance(payment)}>
        <Money usd={payment.amountUsd} ssp={payment.amountSsp} />
      </TwoLines>
    ),
    kind: 'money',
  },
];

/** The customer's payments, credits and refunds. */
export function CustomerPayments({ customer }: { customer: Customer }) {
  const list = useListState({ sort: '-paymentDate', prefix: `${OF_DETAIL}payments-` });
  return (
    <Stack>
      <BillingRecords
        label={`Payments of ${customer.name}`}
        columns={columns}
        rowName={({ receiptId }) => receiptId}
        read={useList('listPayments', list, { customerId: customer.id })}
        list={list}
        pathOf={(id) => recordPath('payment', id)}
        pdfAction={receiptAction}
        empty={{
          title: 'No payments yet',
          description:
            'A payment is recorded in Billing and settles the oldest open invoice first.',
        }}
      />
      <CustomerRefunds customer={customer} />
    </Stack>
  );
}
