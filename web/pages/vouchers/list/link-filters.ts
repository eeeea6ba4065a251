import type { VoucherBundle } from '@nimule/core/vouchers/schema';
import { useSearchParams } from 'react-router-dom';
import { useRead } from '../../../client/use-read.ts';
import type { FilterDefinition } from '../../../ui/table/filters.ts';
import { linkFilter } from '../../../ui/table/link-filter.ts';
import { useBundles } from '../use-bundles.ts';

/** Filter by bundle; the bundles are read from the server. */
export function useBundleFilter(): FilterDefinition {
  const bundles: readonly VoucherBundle[] = useBundles().data?.rows ?? [];
  return {
    label: 'Bundle',
    all: 'All bundles',
    options: bundles.map(({ id }) => String(id)),
    labels: Object.fromEntries(bundles.map(({ id, name }) => [String(id), name])),
    takesAny: true,
  };
}

interface LinkFilters {
  batchId?: FilterDefinition;
  soldById?: FilterDefinition;
}

/** Filters by sale and by seller, offered where a link has set them. */
export function useLinkFilters(prefix: string): LinkFilters {
  const [params] = useSearchParams();
  const idIn = (name: string) => {
    const id = params.get(prefix + name) ?? '';
    return /^\d{1,15}$/.test(id) ? id : null;
  };
  const batchId = idIn('batchId');
  const soldById = idIn('soldById');
  const batch = useRead(
    'getVoucherBatch',
    { params: { id: batchId ?? '' } },
    { when: batchId !== null },
  ).data;
  const seller = useRead('listVoucherSellers', {}, { when: soldById !== null }).data?.find(
    ({ sellerId }) => String(sellerId) === soldById,
  );
  return {
    ...(batchId === null ? {} : { batchId: linkFilter('Sale', batchId, batch?.batchNumber) }),
    ...(soldById === null ? {} : { soldById: linkFilter('Seller', soldById, seller?.seller) }),
  };
}
