import { DisableIcon, EditIcon, EndorsedIcon } from '@blueprintjs/icons';
import { MAX_PAGE_SIZE } from '@nimule/core/kernel/paging';
import { bundleFilter, type VoucherBundle } from '@nimule/core/vouchers/schema';
import type { ReactNode } from 'react';
import { call } from '../../../client/call.ts';
import { ClientError } from '../../../client/errors.ts';
import { useMutation } from '../../../client/use-mutation.ts';
import { RecordForm } from '../../../parts/record-form.tsx';
import { RecordList } from '../../../parts/record-list.tsx';
import { useRefusal } from '../../../ui/allowed.tsx';
import { formValuesOf } from '../../../ui/form/form.tsx';
import { TwoLines } from '../../../ui/layout.tsx';
import { useDialogs } from '../../../ui/overlay/dialogs.ts';
import { toast, toastFailure } from '../../../ui/overlay/toaster.tsx';
import { countColumn, moneyColumn } from '../../../ui/table/columns.tsx';
import type { Column } from '../../../ui/table/data-table.tsx';
import { defineFilters } from '../../../ui/table/filters.ts';
import { BundleData, BundleStatus } from '../voucher-cells.tsx';
import { bundleTypeLabels } from '../voucher-words.tsx';
import { BundleFields, bundleForm } from './bundle-fields.tsx';

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
  countColumn('validityDays', 'Validity (days)', { sortable: true }),
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
  const refusal = useRefusal()('voucher.bundle');
  const toggle = useToggle();
  const { open, dialog } = useDialogs({
    edit: (bundle: VoucherBundle, close) => <EditBundleForm bundle={bundle} onClose={close} />,
  });
  return (
    <RecordList
      operation="listVoucherBundles"
      label="Voucher bundles"
      columns={columns}
      rowName="name"
      list={{
        filters,
        sorts: ['name', 'dataAllowanceMB', 'validityDays', 'priceUsd'],
        sort: 'name',
        prefix: 'bundles-',
      }}
      search="Search by name"
      tools={tools}
      actions={{
        of: (bundle) => [
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
        ],
        dialog,
      }}
      empty={{
        title: 'No bundles yet',
        description: 'A bundle says what a voucher gives, for how long and at which price.',
      }}
      noMatch={{
        title: 'No bundles found',
        description: 'No bundles match your current search and filter.',
      }}
    />
  );
}

interface EditBundleFormProps {
  bundle: VoucherBundle;
  onClose: () => void;
}

/** The bundle as it is now; the contract has no read of one. */
async function readBundle(bundle: VoucherBundle): Promise<VoucherBundle> {
  const { rows } = await call('listVoucherBundles', { query: { pageSize: MAX_PAGE_SIZE } });
  return rows.find(({ id }) => id === bundle.id) ?? bundle;
}

/** Changes a bundle. Vouchers that are sold keep price and rate. */
function EditBundleForm({ bundle, onClose }: EditBundleFormProps) {
  return (
    <RecordForm
      operation="updateVoucherBundle"
      failure="Failed to update voucher bundle"
      title={`Edit ${bundle.name}`}
      description="Vouchers that are sold keep their price, data and days."
      schema={bundleForm}
      record={bundle}
      read={() => readBundle(bundle)}
      initial={(record) => formValuesOf(bundleForm, record)}
      send={(body, { id, version }) => ({ params: { id }, body: { ...body, version } })}
      done={({ name }) => toast('Voucher bundle updated', name)}
      submitLabel="Save bundle"
      onClose={onClose}
    >
      <BundleFields />
    </RecordForm>
  );
}
