import type { SupplierPayment } from '@nimule/core/procurement/payments/schema';
import { useRead } from '../../../client/use-read.ts';
import { amountText } from '../../../parts/procurement/line-words.ts';
import { TwoLines } from '../../../ui/layout.tsx';
import { Panel } from '../../../ui/page.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { RowActions } from '../../../ui/table/row-actions.tsx';
import { type SmallColumn, SmallTable } from '../../../ui/table/small-table.tsx';
import { StatusTag } from '../../../ui/tags.tsx';
import { DateText } from '../../../ui/values.tsx';
import { payingLabels } from '../procurement-words.ts';
import { usePaymentActions } from './payment-actions.tsx';

const SHOWN = 5;

const columns: readonly SmallColumn<SupplierPayment>[] = [
  {
    header: 'Payment',
    cell: ({ paymentId, paymentDate }) => (
      <TwoLines quiet={<DateText date={paymentDate} />}>
        <span className="mono">{paymentId}</span>
      </TwoLines>
    ),
  },
  {
    header: 'From',
    minor: true,
    cell: ({ account, reference }) => (
      <TwoLines quiet={reference}>{payingLabels[account]}</TwoLines>
    ),
  },
  {
    header: 'Amount',
    align: 'right',
    cell: ({ amount, currency, advanceUsd }) => (
      <TwoLines
        align="right"
        quiet={advanceUsd > 0 && `${amountText(advanceUsd, 'USD')} in advance`}
      >
        <span className="numeric">{amountText(amount, currency)}</span>
      </TwoLines>
    ),
  },
];

/** The latest payments to a supplier. */
export function PaymentsPanel({ supplierId, name }: { supplierId: number; name: string }) {
  const actions = usePaymentActions();
  const read = useRead('listSupplierPayments', {
    query: { supplierId, sort: '-paymentDate', pageSize: SHOWN },
  });
  const state: SmallColumn<SupplierPayment> = {
    header: 'State',
    align: 'right',
    cell: (payment) =>
      payment.reversedOn === null ? (
        <RowActions subject={payment.paymentId} actions={actions.of(payment)} />
      ) : (
        <StatusTag status="reversed" />
      ),
  };
  return (
    <Panel title="Latest payments">
      <Loaded read={read} loading="Loading the payments…" lines={3}>
        {({ rows }) =>
          rows.length === 0 ? (
            <p className="quiet">Nothing has been paid yet.</p>
          ) : (
            <SmallTable
              label={`Latest payments to ${name}`}
              columns={[...columns, state]}
              rows={rows}
              rowKey={({ id }) => id}
            />
          )
        }
      </Loaded>
      {actions.dialog}
    </Panel>
  );
}
