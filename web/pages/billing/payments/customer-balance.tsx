import { type Cents, formatSspSum, formatUsd, sumToSsp } from '@nimule/core/kernel/money';
import { useRead } from '../../../client/use-read.ts';

interface CustomerBalanceProps {
  customerId: number;
  /** SSP for one dollar on the day of the payment. */
  rate: Cents | undefined;
}

/** Balance and credit of the selected customer. */
export function CustomerBalance({ customerId, rate }: CustomerBalanceProps) {
  const { data } = useRead('customerAccount', { params: { id: customerId } });
  if (!data) return null;
  const { balanceUsd, creditUsd, overdueUsd, openInvoices } = data;
  const invoices = `${openInvoices} open ${openInvoices === 1 ? 'invoice' : 'invoices'}`;
  const inPounds = rate === undefined ? '' : ` (${formatSspSum(sumToSsp(balanceUsd, rate))})`;
  return (
    <p className="quiet" role="status">
      {balanceUsd > 0 ? `Owes ${formatUsd(balanceUsd)}${inPounds} on ${invoices}` : 'Owes nothing'}
      {overdueUsd > 0 && `, ${formatUsd(overdueUsd)} of it overdue`}
      {creditUsd > 0 && `, has ${formatUsd(creditUsd)} in advance`}.
    </p>
  );
}
