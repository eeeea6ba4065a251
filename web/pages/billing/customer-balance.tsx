import { formatUsd } from '@nimule/core/kernel/money';
import { useRead } from '../../client/use-read.ts';

/** What the picked customer owes and has in advance, beneath the box. */
export function CustomerBalance({ customerId }: { customerId: number }) {
  const { data } = useRead('customerAccount', { params: { id: customerId } });
  if (!data) return null;
  const { balanceUsd, creditUsd, overdueUsd, openInvoices } = data;
  const invoices = `${openInvoices} open ${openInvoices === 1 ? 'invoice' : 'invoices'}`;
  return (
    <p className="quiet" role="status">
      {balanceUsd > 0 ? `Owes ${formatUsd(balanceUsd)} on ${invoices}` : 'Owes nothing'}
      {overdueUsd > 0 && `, ${formatUsd(overdueUsd)} of it overdue`}
      {creditUsd > 0 && `, has ${formatUsd(creditUsd)} in advance`}.
    </p>
  );
}
