import { BarcodeIcon } from '@blueprintjs/icons';
import type { SearchAnswer } from '@nimule/core/reports/schema';
import { paths } from '../paths.ts';
import type { Entry } from './entries.tsx';

/** Entries for the sales of vouchers found by the server. */
export function vouchersIn({ vouchers }: Pick<SearchAnswer, 'vouchers'>): Entry[] {
  return (vouchers ?? []).map((batch) => ({
    id: `vouchers ${batch.id}`,
    group: 'Vouchers',
    icon: <BarcodeIcon />,
    label: batch.batchNumber,
    detail: [`${batch.quantity} × ${batch.bundleName}`, batch.customerName]
      .filter(Boolean)
      .join(' · '),
    to: paths.voucherBatch(batch.id),
  }));
}
