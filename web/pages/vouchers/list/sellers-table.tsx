import { ListIcon } from '@blueprintjs/icons';
import { sumOf } from '@nimule/core/kernel/money';
import { sellerFilter, type voucherSeller } from '@nimule/core/vouchers/schema';
import { useNavigate } from 'react-router-dom';
import type { z } from 'zod';
import { paths } from '../../../app/paths.ts';
import { useRead } from '../../../client/use-read.ts';
import { numberText } from '../../../ui/counted.ts';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { defineFilters } from '../../../ui/table/filters.ts';
import { type ListState, pageOf, useListState } from '../../../ui/table/list-state.ts';
import { Revenue } from '../voucher-cells.tsx';

type Seller = z.output<typeof voucherSeller>;
type Count = 'batches' | 'sold' | 'unused' | 'active' | 'expired' | 'void';

const counts: readonly (readonly [Count, string])[] = [
  ['batches', 'Sales'],
  ['sold', 'Vouchers'],
  ['unused', 'Unused'],
  ['active', 'Active'],
  ['expired', 'Expired'],
  ['void', 'Void'],
];
const LESSER: readonly Count[] = ['active', 'expired', 'void'];

const columns: readonly Column<Seller>[] = [
  {
    id: 'seller',
    header: 'Seller',
    priority: 1,
    cell: ({ seller }) => <bdi>{seller || 'Unknown'}</bdi>,
  },
  ...counts.map(
    ([id, header]): Column<Seller> => ({
      id,
      header,
      kind: 'count',
      lesser: LESSER.includes(id),
      cell: (seller) => numberText(seller[id]),
    }),
  ),
  {
    id: 'revenueUsd',
    header: 'Revenue in the books',
    kind: 'money',
    cell: (seller) => <Revenue {...seller} />,
  },
];

const filters = defineFilters(sellerFilter, {
  from: { label: 'Sold from' },
  to: { label: 'Sold to' },
});

/** What each seller sold in a range of days; the server answers all sellers at once. */
export function SellersTable() {
  const navigate = useNavigate();
  const list = useListState({ filters, sort: 'seller', prefix: 'sellers-' });
  const read = useRead('listVoucherSellers', { query: list.filter }, { keepPrevious: true });
  const all = read.data;
  return (
    <DataTable
      label="Sales by seller"
      columns={columns}
      rowKey={({ sellerId }) => sellerId ?? 'none'}
      rowName={({ seller }) => seller}
      read={{ ...read, data: all && pageOf(all, list) }}
      list={list}
      actions={({ sellerId }) =>
        sellerId === null
          ? []
          : [
              {
                label: 'List vouchers of',
                icon: <ListIcon />,
                onClick: () =>
                  navigate(paths.voucherList({ soldById: String(sellerId), ...rangeOf(list) })),
              },
            ]
      }
      sums={
        all && {
          ...Object.fromEntries(
            counts.map(([id]) => [
              id,
              numberText(all.reduce((total, seller) => total + seller[id], 0)),
            ]),
          ),
          revenueUsd: (
            <Revenue
              revenueUsd={sumOf(all, ({ revenueUsd }) => revenueUsd)}
              receivedUsd={sumOf(all, ({ receivedUsd }) => receivedUsd)}
              receivedSsp={sumOf(all, ({ receivedSsp }) => receivedSsp)}
            />
          ),
        }
      }
      empty={{
        title: 'No vouchers sold yet',
        description: 'Who sold how many vouchers, and what they brought, is listed here.',
      }}
      noMatch={{
        title: 'No sales in these days',
        description: 'No vouchers were sold in the chosen days.',
      }}
    />
  );
}

function rangeOf({ filter }: ListState): Record<string, string> {
  const { from, to } = filter;
  return { ...(from ? { from } : {}), ...(to ? { to } : {}) };
}
