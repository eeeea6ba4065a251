import { creditInput } from '@nimule/core/billing/payments/schema';
import type { Customer } from '@nimule/core/customers/schema';
import { formatUsd, parseAmount } from '@nimule/core/kernel/money';
import { useMutation } from '../../../client/use-mutation.ts';
import { DateField } from '../../../ui/form/date-field.tsx';
import { FieldRow, MoneyField, TextAreaField } from '../../../ui/form/fields.tsx';
import { useBox } from '../../../ui/form/form.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { toast } from '../../../ui/overlay/toaster.tsx';
import { CustomerField, pickedCustomer } from '../invoices/customer-field.tsx';
import { InvoiceChoice, useForgetChosenInvoices } from '../invoices/invoice-choice.tsx';
import { useRateOn } from '../rates/rates.ts';
import { today } from '../runs/business-days.ts';
import { CustomerBalance } from './customer-balance.tsx';

const creditForm = creditInput.required({ date: true }).extend({ customerId: pickedCustomer });

interface GrantCreditFormProps {
  /** Whom it is for; left out, one is picked. */
  customer?: Customer;
  onClose: () => void;
}

/** A credit at the company's cost: it settles invoices as a payment does, with its reason on record. */
export function GrantCreditForm({ customer, onClose }: GrantCreditFormProps) {
  const grant = useMutation('grantCredit', { failure: 'Failed to grant credit' });
  return (
    <FormDialog
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
      submitError={grant.error}
      onSubmit={async (input) => {
        const credit = await grant.run({ body: input });
        toast(
          'Credit granted',
          `${credit.receiptId}: ${formatUsd(credit.amountUsd)} to ${credit.customerName}`,
        );
      }}
      onClose={onClose}
      width={640}
    >
      <CreditFields customerName={customer?.name} />
    </FormDialog>
  );
}

function CreditFields({ customerName }: { customerName: string | undefined }) {
  const customerId = Number(useBox('customerId'));
  const rate = useRateOn(useBox('date'));
  const amount = parseAmount(useBox('amountUsd'));
  return (
    <>
      <CustomerField
        onPicked={useForgetChosenInvoices()}
        {...(customerName === undefined ? {} : { initialLabel: customerName })}
      />
      {customerId > 0 && <CustomerBalance rate={rate} customerId={customerId} />}
      <FieldRow>
        <MoneyField name="amountUsd" label="Amount (USD)" rate={rate} />
        <DateField name="date" label="Date" help="Today or earlier" />
      </FieldRow>
      <TextAreaField name="reason" label="Reason" rows={2} />
      {customerId > 0 && <InvoiceChoice customerId={customerId} amount={amount} />}
    </>
  );
}
