import { Button } from '@blueprintjs/core';
import { DownloadIcon } from '@blueprintjs/icons';
import type { invoiceAllocation } from '@nimule/core/billing/invoices/schema';
import { paymentAccountLabel } from '@nimule/core/billing/payments/schema';
import type { SalesOrderDetail } from '@nimule/core/sales/schema';
import { Link } from 'react-router-dom';
import type { z } from 'zod';
import { recordPath } from '../../../app/paths.ts';
import { useRead } from '../../../client/use-read.ts';
import { openFact } from '../../../parts/billing-tags.tsx';
import { saveReceiptPdf } from '../../../parts/documents.tsx';
import { Stack, TwoLines } from '../../../ui/layout.tsx';
import { Panel } from '../../../ui/page.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { type SmallColumn, SmallTable } from '../../../ui/table/small-table.tsx';
import { DateText, KeyValues, Money, moneyFact } from '../../../ui/values.tsx';
import { PaymentTag } from './sale-words.tsx';

type Allocation = z.output<typeof invoiceAllocation>;

const columns: readonly SmallColumn<Allocation>[] = [
  {
    header: 'Document',
    cell: ({ paymentId, receiptId, paymentDate }) => (
      <TwoLines quiet={<DateText date={paymentDate} />}>
        <Link to={recordPath('payment', paymentId)} className="mono">
          {receiptId}
        </Link>
      </TwoLines>
    ),
  },
  { header: 'Account', cell: paymentAccountLabel },
  {
    header: 'Amount',
    align: 'right',
    cell: ({ amountUsd, amountSsp }) => <Money usd={amountUsd} ssp={amountSsp} />,
  },
  {
    header: 'PDF',
    align: 'right',
    cell: ({ kind, paymentId, receiptId }) =>
      kind !== 'credit_note' && (
        <Button
          variant="minimal"
          size="small"
          icon={<DownloadIcon />}
          aria-label={`Download receipt ${receiptId}`}
          onClick={() => saveReceiptPdf({ id: paymentId, receiptId })}
        />
      ),
  },
];

interface SalePaymentsProps {
  sale: SalesOrderDetail;
  invoiceId: number;
}

/** The invoice of an order, what was paid of it and what is open. */
export function SalePayments({ sale, invoiceId }: SalePaymentsProps) {
  const { invoiceNumber, paymentStatus } = sale;
  const read = useRead('getInvoice', { params: { id: invoiceId } });
  return (
    <Panel title="Invoice and payments">
      <Loaded read={read} loading="Loading the invoice…" lines={3}>
        {(invoice) => (
          <Stack>
            <KeyValues
              items={[
                {
                  label: 'Invoice',
                  value: (
                    <Link to={recordPath('invoice', invoiceId)} className="mono">
                      {invoiceNumber}
                    </Link>
                  ),
                },
                { label: 'Payment', value: <PaymentTag status={paymentStatus} /> },
                { label: 'Due date', value: <DateText date={invoice.dueDate} /> },
                moneyFact('Paid', invoice.paidUsd, invoice.paidSsp),
                openFact(invoice),
              ]}
            />
            {invoice.allocations.length > 0 && (
              <SmallTable
                label={`Payments of ${invoiceNumber}`}
                columns={columns}
                rows={invoice.allocations}
                rowKey={({ paymentId }) => paymentId}
              />
            )}
          </Stack>
        )}
      </Loaded>
    </Panel>
  );
}
