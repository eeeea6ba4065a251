import { Button } from '@blueprintjs/core';
import type { Invoice } from '@nimule/core/billing/invoices/schema';
import {
  paymentAccountLabels,
  paymentAccounts,
  paymentInput,
} from '@nimule/core/billing/payments/schema';
import type { Customer } from '@nimule/core/customers/schema';
import {
  type Cents,
  formatSsp,
  formatUsd,
  parseAmount,
  sspToUsd,
  toDecimal,
  usdToSsp,
} from '@nimule/core/kernel/money';
import { useEffect, useRef } from 'react';
import { openPaymentDialog } from '../../../app/payment-dialog-url.ts';
import { useRead } from '../../../client/use-read.ts';
import { CustomerField, pickedCustomer } from '../../../parts/customer-field.tsx';
import { printReceipt, saveReceiptPdf } from '../../../parts/documents.tsx';
import { formatRate, useRateOn } from '../../../parts/rates.ts';
import { RecordForm } from '../../../parts/record-form.tsx';
import { DateField } from '../../../ui/form/date-field.tsx';
import {
  FieldRow,
  MoneyField,
  SelectField,
  TextAreaField,
  TextField,
} from '../../../ui/form/fields.tsx';
import { useFieldValue, useSetDefaults, useSetFields } from '../../../ui/form/form.tsx';
import { toastWithActions } from '../../../ui/overlay/toaster.tsx';
import { today } from '../../../ui/today.ts';
import { CustomerBalance } from './customer-balance.tsx';
import { InvoiceChoice, useChosenOpenAmount, useClearChosenInvoices } from './invoice-choice.tsx';

interface RecordPaymentFormProps {
  /** The invoice to pay. */
  invoice?: Invoice;
  /** Without invoice and customer, the form has a customer field. */
  customer?: Customer;
  onClose: () => void;
}

const paymentForm = paymentInput
  .required({ paymentDate: true })
  .extend({ customerId: pickedCustomer });

/** Records a payment (decision 5): partial, for several invoices, in advance, in SSP, or for an earlier day. */
export function RecordPaymentForm({ invoice, customer, onClose }: RecordPaymentFormProps) {
  const payerId = invoice?.customerId ?? customer?.id;
  return (
    <RecordForm
      operation="recordPayment"
      failure="Failed to record payment"
      title="Record Payment"
      description={purposeOf({ invoice, customer })}
      schema={paymentForm}
      initial={{
        customerId: payerId === undefined ? '' : String(payerId),
        amount: invoice ? toDecimal(invoice.openUsd) : '',
        currency: 'USD',
        account: 'cash',
        paymentDate: today(),
        reference: '',
        notes: '',
        invoiceIds: invoice ? [invoice.id] : [],
      }}
      submitLabel="Record payment"
      busyLabel="Recording…"
      send={(body) => ({ body })}
      done={(payment) =>
        toastWithActions(
          'Payment recorded',
          `${payment.receiptId}: ${formatUsd(payment.amountUsd)} from ${payment.customerName}`,
          [
            { label: 'Receipt', onClick: () => saveReceiptPdf(payment) },
            { label: 'Print', onClick: () => printReceipt(payment) },
            { label: 'Next payment', onClick: openPaymentDialog },
          ],
        )
      }
      onClose={onClose}
      width={640}
    >
      <PaymentFields picksCustomer={payerId === undefined} invoice={invoice} />
    </RecordForm>
  );
}

function purposeOf({ invoice, customer }: Pick<RecordPaymentFormProps, 'invoice' | 'customer'>) {
  if (invoice) return `For ${invoice.invoiceId} of ${invoice.customerName}.`;
  return customer && `From ${customer.name} (${customer.customerId}).`;
}

/** The amount in dollars, computed as on the server. */
function usdOf(amount: Cents | undefined, currency: string, rate: Cents | undefined) {
  if (amount === undefined || currency !== 'SSP') return amount;
  return rate && sspToUsd(amount, rate);
}

/** Sets the amount to the open amount in the selected currency, until the user types another one. */
function useDefaultAmount(
  open: Cents | undefined,
  currency: 'USD' | 'SSP',
  rate: Cents | undefined,
) {
  const setDefaults = useSetDefaults();
  const amount = useFieldValue('amount');
  const inDollars = open && toDecimal(open);
  const proposed = useRef(amount);
  useEffect(() => {
    if (open === undefined || amount !== proposed.current) return;
    const inPounds = rate ? toDecimal(usdToSsp(open, rate)) : '';
    const next = (currency === 'USD' ? inDollars : inPounds) || '';
    if (next === amount) return;
    proposed.current = next;
    setDefaults({ amount: next });
  }, [open, currency, rate, amount, inDollars, setDefaults]);
}

interface PaymentFieldsProps {
  picksCustomer: boolean;
  invoice: Invoice | undefined;
}

/** Open amount of all invoices of the customer. */
function useOwed(customerId: number): Cents | undefined {
  const { data } = useRead(
    'customerAccount',
    { params: { id: customerId } },
    { when: customerId > 0 },
  );
  return data?.balanceUsd;
}

function PaymentFields({ picksCustomer, invoice }: PaymentFieldsProps) {
  const clearChosen = useClearChosenInvoices();
  const fill = useSetFields();
  const customerId = Number(useFieldValue('customerId'));
  const owed = useOwed(customerId);
  const chosen = useChosenOpenAmount(customerId, invoice);
  const open = chosen ?? owed;
  const currency = useFieldValue('currency') === 'SSP' ? 'SSP' : 'USD';
  const typed = parseAmount(useFieldValue('amount'), currency);
  const rate = useRateOn(useFieldValue('paymentDate'));
  useDefaultAmount(open, currency, rate);
  const amountUsd = usdOf(typed, currency, rate);
  const worth =
    typed !== undefined && amountUsd !== undefined && rate !== undefined
      ? `= ${currency === 'SSP' ? formatUsd(amountUsd) : formatSsp(usdToSsp(amountUsd, rate))} (${formatRate(rate)})`
      : undefined;
  return (
    <>
      {picksCustomer && <CustomerField onPicked={clearChosen} />}
      {customerId > 0 && (
        <CustomerBalance customerId={customerId} rate={rate}>
          {owed !== undefined && owed > 0 && rate !== undefined && (
            <Button
              size="small"
              onClick={() =>
                fill({
                  invoiceIds: [],
                  amount: toDecimal(currency === 'SSP' ? usdToSsp(owed, rate) : owed),
                })
              }
            >
              Pay all
            </Button>
          )}
        </CustomerBalance>
      )}
      <FieldRow>
        <MoneyField
          name="amount"
          label="Amount"
          currency={currency}
          {...(worth === undefined ? {} : { help: worth })}
        />
        <SelectField
          name="currency"
          label="Currency"
          options={[
            { value: 'USD', label: 'US dollars (USD)' },
            { value: 'SSP', label: 'South Sudanese pounds (SSP)' },
          ]}
        />
      </FieldRow>
      <FieldRow>
        <SelectField
          name="account"
          label="Payment account"
          options={paymentAccounts.map((value) => ({ value, label: paymentAccountLabels[value] }))}
        />
        <DateField name="paymentDate" label="Payment date" help="Today or earlier" />
      </FieldRow>
      <TextField
        name="reference"
        label="Payment reference"
        placeholder="Transfer or transaction number"
      />
      {customerId > 0 && <InvoiceChoice customerId={customerId} amount={amountUsd} />}
      <TextAreaField name="notes" label="Notes" rows={2} />
    </>
  );
}
