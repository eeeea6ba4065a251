import { DownloadIcon } from '@blueprintjs/icons';
import { paymentAccountLabels } from '@nimule/core/billing/payments/schema';
import type { Refund, Refundable } from '@nimule/core/billing/refunds/schema';
import { type Cents, formatSsp, formatUsd } from '@nimule/core/kernel/money';
import type { RowAction } from '../../ui/table/row-actions.tsx';
import { saveRefundPdf } from '../documents.tsx';

/** 'Cash', 'Cash, in SSP'. */
export function refundedThrough({ account, currency }: Refund): string {
  const label = paymentAccountLabels[account];
  return currency === 'SSP' ? `${label}, in SSP` : label;
}

/** Dollars of a refund: those that were paid, or the credit that pounds use up. */
export function refundUsd({ currency, amountUsd, moneyUsd }: Refund): Cents {
  return currency === 'SSP' ? amountUsd : moneyUsd;
}

/** '$20.00', 'SSP 8,000', '$20.00 and SSP 8,000'; 'nothing' where nothing can be paid out. */
export function refundableText({ usd, ssp }: Refundable): string {
  const amounts = [usd > 0 && formatUsd(usd), ssp > 0 && formatSsp(ssp)].filter(Boolean);
  return amounts.join(' and ') || 'nothing';
}

export function refundReceiptAction({ id, refundNumber }: Refund): RowAction {
  return {
    label: 'Download receipt',
    icon: <DownloadIcon />,
    onClick: () => saveRefundPdf({ refundId: id, refundNumber }),
  };
}
