import { ShopIcon } from '@blueprintjs/icons';
import { formatUsd } from '@nimule/core/kernel/money';
import type { SearchAnswer } from '@nimule/core/reports/schema';
import { StatusTag } from '../../ui/tags.tsx';
import { paths } from '../paths.ts';
import type { Entry } from './entries.tsx';

/** Entries for the sales orders found by the server. */
export function salesIn({ sales }: Pick<SearchAnswer, 'sales'>): Entry[] {
  return (sales ?? []).map((sale) => ({
    id: `sale ${sale.id}`,
    group: 'Sales orders',
    icon: <ShopIcon />,
    label: sale.orderNumber,
    detail: (
      <>
        {sale.customerName} · {formatUsd(sale.totalAmountUsd)} <StatusTag status={sale.status} />
      </>
    ),
    to: paths.sale(sale.id),
  }));
}
