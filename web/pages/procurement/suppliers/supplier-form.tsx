import {
  paymentTerms,
  type Supplier,
  supplierInput,
  supplierStatuses,
} from '@nimule/core/procurement/suppliers/schema';
import { call } from '../../../client/call.ts';
import { RecordForm } from '../../../parts/record-form.tsx';
import { FieldRow, SelectField, TextAreaField, TextField } from '../../../ui/form/fields.tsx';
import { formValuesOf } from '../../../ui/form/form.tsx';
import { toast, toastError } from '../../../ui/overlay/toaster.tsx';
import { humanize } from '../../../ui/tags.tsx';
import { termsLabels } from '../procurement-words.ts';

/** seeds/002 9. */
const NEW_SUPPLIER = {
  name: '',
  contactPerson: '',
  email: '',
  phone: '',
  address: '',
  city: '',
  country: 'South Sudan',
  taxNumber: '',
  paymentTerms: 'NET 30',
  status: 'active',
  notes: '',
} as const;

/** The message of the specification (seeds/002 5). */
function tellMissing({ name = '' }: { name?: string | number }): void {
  if (String(name).trim() === '')
    toastError('Please fill in all required fields.', 'Validation Error');
}

interface AddSupplierFormProps {
  onAdded?: (supplier: Supplier) => void;
  onClose: () => void;
}

export function AddSupplierForm({ onAdded, onClose }: AddSupplierFormProps) {
  return (
    <RecordForm
      operation="createSupplier"
      failure="Failed to create supplier. Please try again."
      title="Add Supplier"
      schema={supplierInput}
      initial={{ ...NEW_SUPPLIER }}
      onInvalid={tellMissing}
      send={(body) => ({ body })}
      done={(supplier) => {
        toast('Supplier Added', `${supplier.supplierCode} ${supplier.name}`);
        onAdded?.(supplier);
      }}
      submitLabel="Add supplier"
      onClose={onClose}
      width={640}
    >
      <SupplierFields />
    </RecordForm>
  );
}

interface EditSupplierFormProps {
  supplier: Supplier;
  onClose: () => void;
}

export function EditSupplierForm({ supplier, onClose }: EditSupplierFormProps) {
  const { id, supplierCode } = supplier;
  return (
    <RecordForm
      operation="updateSupplier"
      failure="Failed to update supplier."
      title={`Edit ${supplierCode}`}
      schema={supplierInput}
      record={supplier}
      read={(): Promise<Supplier> => call('getSupplier', { params: { id } })}
      initial={(current) => formValuesOf(supplierInput, current)}
      onInvalid={tellMissing}
      send={(typed, { version }) => ({ params: { id }, body: { ...typed, version } })}
      done={({ name }) => toast('Supplier Updated', `${supplierCode} ${name}`)}
      submitLabel="Save supplier"
      onClose={onClose}
      width={640}
    >
      <SupplierFields />
    </RecordForm>
  );
}

const termsOptions = paymentTerms.map((value) => ({ value, label: termsLabels[value] }));
const statusOptions = supplierStatuses.map((value) => ({ value, label: humanize(value) }));

function SupplierFields() {
  return (
    <>
      <TextField name="name" label="Company name" maxLength={200} />
      <FieldRow>
        <TextField name="contactPerson" label="Contact person" maxLength={200} />
        <TextField name="email" label="Email" type="email" />
        <TextField name="phone" label="Telephone" type="tel" maxLength={40} />
      </FieldRow>
      <TextField name="address" label="Address" maxLength={500} />
      <FieldRow>
        <TextField name="city" label="City" maxLength={100} />
        <TextField name="country" label="Country" maxLength={100} />
        <TextField name="taxNumber" label="Tax number" maxLength={60} />
      </FieldRow>
      <FieldRow>
        <SelectField name="paymentTerms" label="Payment terms" options={termsOptions} />
        <SelectField name="status" label="Status" options={statusOptions} />
      </FieldRow>
      <TextAreaField name="notes" label="Notes" rows={2} />
    </>
  );
}
