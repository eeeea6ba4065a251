import { DownloadIcon } from '@blueprintjs/icons';
import { paymentAccountLabels } from '@nimule/core/billing/payments/schema';
import type { Refund } from '@nimule/core/billing/refunds/schema';
import type { RowAction } from '../../ui/table/row-actions.tsx';
import { saveRefundPdf } from '../documents.tsx';

/** 'Cash', 'Cash, in SSP'. */
export function refundedThrough({ account, currency }: Refund): string {
  const label = paymentAccountLabels[account];
  return currency === 'SSP' ? `${label}, in SSP` : label;
}

export function refundReceiptAction({ id, refundNumber }: Refund): RowAction {
  return {
    label: 'Download receipt',
    icon: <DownloadIcon />,
    onClick: () => saveRefundPdf({ refundId: id, refundNumber }),
  };
}
