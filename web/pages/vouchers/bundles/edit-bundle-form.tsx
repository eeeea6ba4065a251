import { MAX_PAGE_SIZE } from '@nimule/core/kernel/paging';
import type { VoucherBundle } from '@nimule/core/vouchers/schema';
import { call } from '../../../client/call.ts';
import { RecordForm } from '../../../parts/record-form.tsx';
import { formValuesOf } from '../../../ui/form/form.tsx';
import { toast } from '../../../ui/overlay/toaster.tsx';
import { BundleFields, bundleForm } from './bundle-fields.tsx';

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
export function EditBundleForm({ bundle, onClose }: EditBundleFormProps) {
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
