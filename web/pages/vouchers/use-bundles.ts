import { MAX_PAGE_SIZE } from '@nimule/core/kernel/paging';
import { useRead } from '../../client/use-read.ts';

/** All bundles by name; `isActive`: those that can be sold. */
export function useBundles({ isActive }: { isActive?: true } = {}) {
  return useRead('listVoucherBundles', {
    query: { sort: 'name', pageSize: MAX_PAGE_SIZE, ...(isActive ? { isActive: 'true' } : {}) },
  });
}
