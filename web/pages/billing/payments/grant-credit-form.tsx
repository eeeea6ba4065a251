import { creditInput } from '@nimule/core/billing/payments/schema';
import type { Customer } from '@nimule/core/customers/schema';
import { formatUsd, parseAmount } from '@nimule/core/kernel/money';
import { useRead } from '../../../client/use-read.ts';
import { MoneyOnDateField } from '../../../parts/amount-in-currency.tsx';
import { CustomerField, pickedCustomer } from '../../../parts/customer-field.tsx';
import { useRateOn } from '../../../parts/rates.ts';
import { RecordForm } from '../../../parts/record-form.tsx';
import { DateField } from '../../../ui/form/date-field.tsx';
import { FieldRow, TextAreaField } from '../../../ui/form/fields.tsx';
import { useFieldValue } from '../../../ui/form/form.tsx';
import { LoadingDialog } from '../../../ui/overlay/loading-dialog.tsx';
import { toast } from '../../../ui/overlay/toaster.tsx';
import { today } from '../../../ui/today.ts';
import { CustomerBalance } from './customer-balance.tsx';
import { InvoiceChoice, useClearChosenInvoices } from './invoice-choice.tsx';

const creditForm = creditInput.required({ date: true }).extend({ customerId: pickedCustomer });

interface GrantCreditFormProps {
  /** Without it, the form has a customer field to fill. */
  customer?: Customer;
  onClose: () => void;
}

/** Grants a credit, which settles invoices like a payment. */
function GrantCreditForm({ customer, onClose }: GrantCreditFormProps) {
  return (
    <RecordForm
      operation="grantCredit"
      failure="Failed to grant credit"
      title="Grant Credit"
      description="Credit lowers what the customer owes without money coming in, such as for an outage."
      schema={creditForm}
      initial={{
        customerId: customer ? String(customer.id) : '',
        amountUsd: '',
        reason: '',
        date: today(),
        invoiceIds: [],
      }}
      submitLabel="Grant credit"
      busyLabel="Granting…"
      send={(body) => ({ body })}
      done={({ receiptId, amountUsd, customerName }) =>
        toast('Credit granted', `${receiptId}: ${formatUsd(amountUsd)} to ${customerName}`)
      }
      onClose={onClose}
      width={640}
    >
      <CreditFields customerName={customer?.name} />
    </RecordForm>
  );
}

function CreditFields({ customerName }: { customerName: string | undefined }) {
  const customerId = Number(useFieldValue('customerId'));
  const rate = useRateOn(useFieldValue('date'));
  const amount = parseAmount(useFieldValue('amountUsd'));
  return (
    <>
      <CustomerField
        onPicked={useClearChosenInvoices()}
        {...(customerName === undefined ? {} : { initialLabel: customerName })}
      />
      {customerId > 0 && <CustomerBalance rate={rate} customerId={customerId} />}
      <FieldRow>
        <MoneyOnDateField name="amountUsd" label="Amount (USD)" date="date" />
        <DateField name="date" label="Date" help="Today or earlier" />
      </FieldRow>
      <TextAreaField name="reason" label="Reason" rows={2} />
      {customerId > 0 && <InvoiceChoice customerId={customerId} amount={amount} />}
    </>
  );
}

interface GrantCreditProps {
  /** Customer ID from the URL, SC003; '' to pick one. */
  customer: string;
  onClose: () => void;
}

/** The Grant Credit dialog opened by the URL. */
export function GrantCredit({ customer: customerId, onClose }: GrantCreditProps) {
  const read = useRead('lookupCustomer', { query: { customerId } }, { when: customerId !== '' });
  if (customerId === '') return <GrantCreditForm onClose={onClose} />;
  return (
    <LoadingDialog title="Grant Credit" noun="customer" read={read} onClose={onClose}>
      {(customer) => <GrantCreditForm customer={customer} onClose={onClose} />}
    </LoadingDialog>
  );
}
