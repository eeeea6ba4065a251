import { Button, Checkbox } from '@blueprintjs/core';
import { MobilePhoneIcon } from '@blueprintjs/icons';
import type { Invoice } from '@nimule/core/billing/invoices/schema';
import {
  paymentAccountLabels,
  paymentAccounts,
  paymentInput,
} from '@nimule/core/billing/payments/schema';
import type { Customer } from '@nimule/core/customers/schema';
import { type Cents, formatUsd, toDecimal, usdToSsp } from '@nimule/core/kernel/money';
import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { openPaymentDialog } from '../../../app/payment-dialog-url.ts';
import { useRead } from '../../../client/use-read.ts';
import { useRemembered } from '../../../client/use-remembered.ts';
import {
  AmountInCurrency,
  useAmountInUsd,
  useChosenCurrency,
} from '../../../parts/amount-in-currency.tsx';
import { useCashHelp } from '../../../parts/cash-help.tsx';
import { CashPlaceField } from '../../../parts/cash-place.tsx';
import { CustomerField, pickedCustomer } from '../../../parts/customer-field.tsx';
import { printReceipt, saveReceiptPdf } from '../../../parts/documents.tsx';
import { useRateOn } from '../../../parts/rates.ts';
import { RecordForm } from '../../../parts/record-form.tsx';
import { sameReferenceQuestion } from '../../../parts/same-reference.ts';
import { DateField } from '../../../ui/form/date-field.tsx';
import { FieldRow, SelectField, TextAreaField, TextField } from '../../../ui/form/fields.tsx';
import { useFieldValue, useSetFields } from '../../../ui/form/form.tsx';
import { useProposedValue } from '../../../ui/form/proposed-value.ts';
import { Inline } from '../../../ui/layout.tsx';
import { toastWithActions } from '../../../ui/overlay/toaster.tsx';
import { today } from '../../../ui/today.ts';
import { CustomerBalance } from './customer-balance.tsx';
import { InvoiceChoice, useChosenOpenAmount, useClearChosenInvoices } from './invoice-choice.tsx';
import { proposedAmount } from './proposed-amount.ts';
import { type Asked, RequestPayment, useCollection } from './request-payment.tsx';

interface RecordPaymentFormProps {
  /** The invoice to pay. */
  invoice?: Invoice;
  /** Without invoice and customer, the form has a customer field. */
  customer?: Customer;
  onClose: () => void;
}

const paymentForm = paymentInput
  .omit({ sameReference: true })
  .required({ paymentDate: true })
  .extend({ customerId: pickedCustomer });

/** Records a payment (decision 5): partial, for several invoices, in advance, in SSP, or for an earlier day. */
export function RecordPaymentForm({ invoice, customer, onClose }: RecordPaymentFormProps) {
  const payerId = invoice?.customerId ?? customer?.id;
  const [asked, setAsked] = useState<Asked>();
  const [prints, setPrints] = useRemembered('prints-receipt');
  if (asked) return <RequestPayment asked={asked} onClose={onClose} />;
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
      question={sameReferenceQuestion('Record it as well')}
      busyLabel="Recording…"
      send={(body) => ({ body })}
      done={(payment) => {
        const next = { label: 'Next payment', onClick: openPaymentDialog };
        const receipt = [
          { label: 'Print', onClick: () => printReceipt(payment), keeps: true },
          { label: 'Receipt', onClick: () => saveReceiptPdf(payment) },
        ];
        if (prints) printReceipt(payment);
        toastWithActions(
          'Payment recorded',
          `${payment.receiptId}: ${formatUsd(payment.amountUsd)} from ${payment.customerName}`,
          prints ? [next, ...receipt] : [...receipt, next],
        );
      }}
      onClose={onClose}
      width={640}
    >
      <PaymentFields picksCustomer={payerId === undefined} invoice={invoice} onRequest={setAsked} />
      <Checkbox
        checked={prints}
        label="Print the receipt after saving"
        onChange={({ currentTarget }) => setPrints(currentTarget.checked)}
      />
    </RecordForm>
  );
}

function purposeOf({ invoice, customer }: Pick<RecordPaymentFormProps, 'invoice' | 'customer'>) {
  if (invoice) return `For ${invoice.invoiceId} of ${invoice.customerName}.`;
  return customer && `From ${customer.name} (${customer.customerId}).`;
}

interface PaymentFieldsProps {
  picksCustomer: boolean;
  invoice: Invoice | undefined;
  /** Asks for mobile money instead. */
  onRequest: (asked: Asked) => void;
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

function PaymentFields({ picksCustomer, invoice, onRequest }: PaymentFieldsProps) {
  const clearChosen = useClearChosenInvoices();
  const fill = useSetFields();
  const customerId = Number(useFieldValue('customerId'));
  const owed = useOwed(customerId);
  const chosen = useChosenOpenAmount(customerId, invoice);
  const open = chosen ?? owed;
  const currency = useChosenCurrency();
  const rate = useRateOn(useFieldValue('paymentDate'));
  useProposedValue('amount', proposedAmount(open, currency, rate));
  const amountUsd = useAmountInUsd(rate);
  const cashHelp = useCashHelp('in');
  return (
    <>
      {picksCustomer && <CustomerField onPicked={clearChosen} />}
      {customerId > 0 && <CustomerBalance customerId={customerId} rate={rate} />}
      <AmountInCurrency rate={rate} />
      <FieldRow>
        <SelectField
          name="account"
          label="Payment account"
          options={paymentAccounts.map((value) => ({ value, label: paymentAccountLabels[value] }))}
          help={cashHelp}
        />
        <TextField
          name="reference"
          label="Payment reference"
          help="Transfer or transaction number"
        />
      </FieldRow>
      <CashPlaceField direction="in" />
      <DateField name="paymentDate" label="Payment date" help="Today or earlier" />
      {customerId > 0 && (
        <Inline>
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
          <RequestButton customerId={customerId} onRequest={onRequest} />
        </Inline>
      )}
      {customerId > 0 && <InvoiceChoice customerId={customerId} amount={amountUsd} />}
      <TextAreaField name="notes" label="Notes" rows={2} />
    </>
  );
}

interface RequestButtonProps extends Pick<PaymentFieldsProps, 'onRequest'> {
  customerId: number;
}

/** Asks the customer on the telephone instead, where mobile money can be collected. */
function RequestButton({ customerId, onRequest }: RequestButtonProps) {
  const { getValues } = useFormContext();
  const currency = useChosenCurrency();
  if (!useCollection()) return null;
  const request = () => {
    const { amount, invoiceIds } = getValues();
    onRequest({
      customerId,
      amount: String(amount ?? ''),
      currency,
      invoiceIds: Array.isArray(invoiceIds) ? invoiceIds : [],
    });
  };
  return (
    <Button size="small" icon={<MobilePhoneIcon />} onClick={request}>
      Request mobile money
    </Button>
  );
}
