import { DisableIcon, EditIcon, EndorsedIcon } from '@blueprintjs/icons';
import { bundleFilter, type VoucherBundle } from '@nimule/core/vouchers/schema';
import type { ReactNode } from 'react';
import { ClientError } from '../../../client/errors.ts';
import { useList } from '../../../client/use-list.ts';
import { useMutation } from '../../../client/use-mutation.ts';
import { useRefusal } from '../../../ui/allowed.tsx';
import { TwoLines } from '../../../ui/layout.tsx';
import { useDialogs } from '../../../ui/overlay/dialogs.ts';
import { toast, toastFailure } from '../../../ui/overlay/toaster.tsx';
import { moneyColumn } from '../../../ui/table/columns.tsx';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { defineFilters } from '../../../ui/table/filters.ts';
import { useListState } from '../../../ui/table/list-state.ts';
import { BundleData, BundleStatus } from '../voucher-cells.tsx';
import { bundleTypeLabels } from '../voucher-words.tsx';
import { EditBundleForm } from './edit-bundle-form.tsx';

const columns: readonly Column<VoucherBundle>[] = [
  {
    id: 'name',
    header: 'Name',
    priority: 1,
    sortable: true,
    cell: ({ name, speedMbps }) => (
      <TwoLines quiet={speedMbps !== null && `up to ${speedMbps} Mbps`}>
        <bdi>{name}</bdi>
      </TwoLines>
    ),
  },
  {
    id: 'dataAllowanceMB',
    header: 'Data (MB)',
    kind: 'count',
    sortable: true,
    cell: (bundle) => <BundleData {...bundle} />,
  },
  {
    id: 'validityDays',
    header: 'Validity (days)',
    kind: 'count',
    sortable: true,
    cell: ({ validityDays }) => validityDays,
  },
  moneyColumn('priceUsd', 'Price (USD)', { ssp: 'priceSsp', sortable: true }),
  {
    id: 'bundleType',
    header: 'Type',
    lesser: true,
    cell: ({ bundleType }) => bundleTypeLabels[bundleType],
  },
  {
    id: 'status',
    header: 'Status',
    kind: 'tag',
    priority: 1,
    cell: (bundle) => <BundleStatus {...bundle} />,
  },
];

const filters = defineFilters(bundleFilter, {
  isActive: {
    label: 'Status',
    all: 'Active and inactive',
    options: ['all', 'true', 'false'],
    labels: { true: 'Active', false: 'Inactive' },
  },
});

/** Takes a bundle off sale, or puts it back, at one press. */
function useToggle() {
  const { run, busy } = useMutation('updateVoucherBundle', {
    failure: 'Failed to update voucher bundle',
  });
  return ({ id, name, isActive, version }: VoucherBundle) => {
    if (busy) return;
    run({ params: { id }, body: { isActive: !isActive, version } }).then(
      () =>
        toast(
          isActive ? 'Voucher bundle deactivated' : 'Voucher bundle activated',
          isActive ? `${name} is not sold any more.` : `${name} can be sold.`,
        ),
      (error) => (error instanceof ClientError ? toastFailure(error) : reportError(error)),
    );
  };
}

/** All bundles, by name. */
export function BundlesTable({ tools }: { tools: ReactNode }) {
  const list = useListState({
    filters,
    sorts: ['name', 'dataAllowanceMB', 'validityDays', 'priceUsd'],
    sort: 'name',
    prefix: 'bundles-',
  });
  const read = useList('listVoucherBundles', list);
  const refusal = useRefusal()('voucher.bundle');
  const toggle = useToggle();
  const { open, dialog } = useDialogs({
    edit: (bundle: VoucherBundle, close) => <EditBundleForm bundle={bundle} onClose={close} />,
  });
  return (
    <>
      <DataTable
        label="Voucher bundles"
        columns={columns}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        read={read}
        list={list}
        search="Search by name"
        tools={tools}
        actions={(bundle) => [
          {
            label: 'Edit',
            icon: <EditIcon />,
            disabledReason: refusal,
            onClick: () => open('edit', bundle),
          },
          {
            label: bundle.isActive ? 'Deactivate' : 'Activate',
            icon: bundle.isActive ? <DisableIcon /> : <EndorsedIcon />,
            disabledReason: refusal,
            onClick: () => toggle(bundle),
          },
        ]}
        empty={{
          title: 'No bundles yet',
          description: 'A bundle says what a voucher gives, for how long and at which price.',
        }}
        noMatch={{
          title: 'No bundles found',
          description: 'No bundles match your current search and filter.',
        }}
      />
      {dialog}
    </>
  );
}
