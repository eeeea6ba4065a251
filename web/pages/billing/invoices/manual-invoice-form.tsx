import { Callout, Intent } from '@blueprintjs/core';
import { manualInvoiceInput } from '@nimule/core/billing/invoices/schema';
import { defaultManualDueDate, dueDateAfterManual } from '@nimule/core/billing/rules';
import type { Customer } from '@nimule/core/customers/schema';
import {
  addCents,
  formatSsp,
  formatUsd,
  parseAmount,
  toDecimal,
  usdToSsp,
  ZERO,
} from '@nimule/core/kernel/money';
import { useEffect } from 'react';
import { useFormContext, useFormState } from 'react-hook-form';
import { useSearchParams } from 'react-router-dom';
import { useMutation } from '../../../client/use-mutation.ts';
import { useRead } from '../../../client/use-read.ts';
import { MoneyOnDateField } from '../../../parts/amount-in-currency.tsx';
import { CustomerField, pickedCustomer } from '../../../parts/customer-field.tsx';
import { useRateOn } from '../../../parts/rates.ts';
import { useRefusal } from '../../../ui/allowed.tsx';
import { DateField } from '../../../ui/form/date-field.tsx';
import { FieldRow, SelectField, TextAreaField, TextField } from '../../../ui/form/fields.tsx';
import { FormPanel } from '../../../ui/form/form-dialog.tsx';
import { useFieldValue, useSetFields } from '../../../ui/form/form.tsx';
import { Stack } from '../../../ui/layout.tsx';
import { toast, toastError } from '../../../ui/overlay/toaster.tsx';
import { Panel } from '../../../ui/page.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { today } from '../../../ui/today.ts';
import { invoiceCustomerIn } from '../billing-url.ts';

const invoiceForm = manualInvoiceInput
  .required({ billDate: true, dueDate: true })
  .extend({ customerId: pickedCustomer });

/** A new invoice cannot be paid or cancelled (decision 6). */
const statuses = [
  { value: 'pending', label: 'Pending' },
  { value: 'overdue', label: 'Overdue' },
];

/** Default amount and description for a customer. */
function defaultsFor({ monthlyFeeUsd, packageType }: Customer) {
  return {
    amountUsd: toDecimal(monthlyFeeUsd),
    description: `${packageType} Monthly Internet Service`,
  };
}

function defaultValues(dueDate: string) {
  return {
    customerId: '',
    description: '',
    amountUsd: '',
    billDate: today(),
    dueDate,
    status: 'pending' as const,
    additionalCosts: '',
    notes: '',
  };
}

/** Manual Invoice Generation (seeds/000 5), for the customer of the URL, if any. */
export function ManualInvoicePanel() {
  const [params] = useSearchParams();
  const customerId = invoiceCustomerIn(params) ?? '';
  const read = useRead('lookupCustomer', { query: { customerId } }, { when: customerId !== '' });
  return (
    <Panel
      title="Manual Invoice Generation"
      description="For what the monthly run does not bill: an installation, a visit, a part of a month."
    >
      {customerId === '' ? (
        <ManualInvoiceForm />
      ) : (
        <Loaded
          read={read}
          loading="Loading the customer…"
          failed="The customer could not be loaded"
          lines={6}
        >
          {(customer) => <ManualInvoiceForm key={customer.id} customer={customer} />}
        </Loaded>
      )}
    </Panel>
  );
}

function ManualInvoiceForm({ customer }: { customer?: Customer }) {
  const refusal = useRefusal()('invoice.create');
  const create = useMutation('createManualInvoice', {
    failure: 'Failed to create manual invoice',
  });
  return (
    <Stack>
      {refusal && (
        <Callout compact intent={Intent.WARNING}>
          {refusal}
        </Callout>
      )}
      <FormPanel
        label="Manual invoice"
        disabled={refusal !== undefined}
        schema={invoiceForm}
        initial={{
          ...defaultValues(defaultManualDueDate(today())),
          ...(customer ? { customerId: String(customer.id), ...defaultsFor(customer) } : {}),
        }}
        resetTo={() => defaultValues(dueDateAfterManual(today()))}
        submitLabel="Create invoice"
        busyLabel="Creating…"
        submitError={create.error}
        onSubmit={async (input) => {
          const invoice = await create.run({ body: input });
          toast(
            'Manual invoice created',
            `${invoice.invoiceId}: ${formatUsd(invoice.amountUsd)} to ${invoice.customerName}`,
          );
        }}
      >
        <InvoiceFields customerName={customer?.name} />
        <MissingFields />
      </FormPanel>
    </Stack>
  );
}

function InvoiceFields({ customerName }: { customerName: string | undefined }) {
  const fill = useSetFields();
  return (
    <>
      <FieldRow>
        <CustomerField
          onPicked={(customer) => fill(defaultsFor(customer))}
          {...(customerName === undefined ? {} : { initialLabel: customerName })}
        />
        <TextField name="description" label="Description" maxLength={500} />
      </FieldRow>
      <FieldRow>
        <MoneyOnDateField name="amountUsd" label="Amount (USD)" date="billDate" />
        <MoneyOnDateField name="additionalCosts" label="Additional costs (USD)" date="billDate" />
        <SelectField name="status" label="Status" options={statuses} />
      </FieldRow>
      <FieldRow>
        <DateField name="billDate" label="Bill date" />
        <DateField name="dueDate" label="Due date" />
      </FieldRow>
      <TextAreaField name="notes" label="Notes" rows={2} />
      <Total />
    </>
  );
}

function Total() {
  const rate = useRateOn(useFieldValue('billDate'));
  const amount = parseAmount(useFieldValue('amountUsd'));
  const costs = useFieldValue('additionalCosts');
  const additional = costs.trim() === '' ? ZERO : parseAmount(costs);
  if (amount === undefined || additional === undefined || rate === undefined) return null;
  const total = addCents(amount, additional);
  return (
    <p className="numeric" role="status">
      Total <strong>{formatUsd(total)}</strong>{' '}
      <span className="quiet">{formatSsp(usdToSsp(total, rate))}</span>
    </p>
  );
}

const required = ['customerId', 'amountUsd', 'description'];

/** Shows the toast of the specification in addition to field errors (seeds/000 5 and 8). */
function MissingFields() {
  const { getValues } = useFormContext();
  const { submitCount } = useFormState();
  useEffect(() => {
    if (submitCount === 0) return;
    const isMissing = getValues(required).some((value) => String(value ?? '').trim() === '');
    if (isMissing) toastError('Please fill in all required fields');
  }, [submitCount, getValues]);
  return null;
}
