import type { Customer } from '@nimule/core/customers/schema';
import { loanInput } from '@nimule/core/sales/schema';
import type { Equipment } from '@nimule/core/stock/schema';
import { useState } from 'react';
import { z } from 'zod';
import { useRead } from '../../client/use-read.ts';
import {
  CheckField,
  FieldRow,
  NumberField,
  TextAreaField,
  TextField,
} from '../../ui/form/fields.tsx';
import { useSetFields } from '../../ui/form/form.tsx';
import { PickField, type PickOption } from '../../ui/form/pick-field.tsx';
import { toast } from '../../ui/overlay/toaster.tsx';
import { CustomerField, pickedCustomer } from '../customer-field.tsx';
import { EquipmentField } from '../equipment-field.tsx';
import { RecordForm } from '../record-form.tsx';
import { deviceText } from './loan-words.tsx';

const issueForm = loanInput.extend({
  customerId: pickedCustomer,
  equipmentId: z.string().min(1, 'Choose the equipment.'),
});

interface IssueFormProps {
  /** Without it, the form has a customer field. */
  customer?: Customer;
  onClose: () => void;
}

/** Issues equipment to a customer on loan. */
export function IssueForm({ customer, onClose }: IssueFormProps) {
  return (
    <RecordForm
      operation="createLoan"
      failure="Please try again."
      failureTitle="Failed to issue equipment"
      title="Issue Equipment"
      description={
        customer
          ? `To ${customer.name} (${customer.customerId}). It stays the property of the company.`
          : 'It stays the property of the company and is taken back when the service ends.'
      }
      schema={issueForm}
      initial={{
        customerId: customer ? String(customer.id) : '',
        equipmentId: '',
        serial: '',
        macAddress: '',
        quantity: '',
        updateCustomer: true,
        notes: '',
      }}
      send={({ serial, macAddress, quantity, notes, customerId, equipmentId, updateCustomer }) => ({
        body: {
          customerId,
          equipmentId,
          ...(serial ? { serial } : {}),
          ...(macAddress ? { macAddress } : {}),
          ...(quantity ? { quantity } : {}),
          ...(notes ? { notes } : {}),
          updateCustomer,
        },
      })}
      done={(loan) =>
        toast('Equipment Issued', `${loan.loanNumber}: ${deviceText(loan)} to ${loan.customerName}`)
      }
      submitLabel="Issue equipment"
      busyLabel="Issuing…"
      onClose={onClose}
    >
      <IssueFields picksCustomer={customer === undefined} />
    </RecordForm>
  );
}

function IssueFields({ picksCustomer }: { picksCustomer: boolean }) {
  const [item, setItem] = useState<Equipment>();
  const fill = useSetFields();
  return (
    <>
      {picksCustomer && <CustomerField />}
      <EquipmentField
        name="equipmentId"
        label="Equipment"
        isForSale
        onPicked={(picked) => {
          setItem(picked);
          fill({ serial: '', macAddress: '', quantity: '' });
        }}
      />
      {item?.isSerialised && (
        <FieldRow>
          <SerialField key={item.id} equipmentId={item.id} />
          <TextField name="macAddress" label="MAC address" placeholder="AA:BB:CC:DD:EE:FF" />
        </FieldRow>
      )}
      {item && !item.isSerialised && (
        <FieldRow>
          <NumberField name="quantity" label="Quantity" placeholder="1" />
          <TextField
            name="macAddress"
            label="MAC address"
            placeholder="AA:BB:CC:DD:EE:FF"
            help="If it has one."
          />
        </FieldRow>
      )}
      <CheckField
        name="updateCustomer"
        label="Write serial number and MAC address into the customer's record"
      />
      <TextAreaField name="notes" label="Notes" rows={2} />
    </>
  );
}

const SHOWN = 20;

/** Field for the serial number of a unit in stock; choosing it fills the MAC address that is known of it. */
function SerialField({ equipmentId }: { equipmentId: number }) {
  const read = useRead('getEquipment', { params: { id: equipmentId } });
  const fill = useSetFields();
  const [search, setSearch] = useState<string>();
  const units = (read.data?.units ?? []).filter(({ place }) => place === 'stock');
  const wanted = (search ?? '').toLowerCase();
  const matches = units.filter(({ serial, macAddress }) =>
    `${serial} ${macAddress}`.toLowerCase().includes(wanted),
  );
  const options: PickOption[] = matches
    .slice(0, SHOWN)
    .map(({ serial, macAddress }) => ({ value: serial, label: serial, detail: macAddress }));
  // The server names at most 500 units: a number that is not among them can be typed.
  if (search && matches.length === 0) {
    options.push({ value: search, label: search, detail: 'not in the list of this stock' });
  }
  return (
    <PickField
      name="serial"
      label="Serial number"
      many="serial numbers"
      placeholder="Type or choose one in stock"
      help={
        read.data && units.length === 0
          ? 'No serial number of this item is in stock.'
          : `${units.length} in stock`
      }
      options={options}
      searched={search}
      isLoading={read.isLoading}
      failure={read.error?.message}
      delayMs={0}
      onSearch={setSearch}
      onRetry={read.refresh}
      onPicked={({ value }) => {
        const unit = units.find(({ serial }) => serial === value);
        fill({ macAddress: unit?.macAddress ?? '' });
      }}
    />
  );
}
