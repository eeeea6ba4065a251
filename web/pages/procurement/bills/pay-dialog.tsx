import { Checkbox } from '@blueprintjs/core';
import {
  addCents,
  type Cents,
  type Currency,
  sspToUsd,
  toDecimal,
  usdToSsp,
  ZERO,
} from '@nimule/core/kernel/money';
import type { SupplierBill } from '@nimule/core/procurement/bills/schema';
import { payingAccounts, supplierPaymentInput } from '@nimule/core/procurement/payments/schema';
import type { Supplier } from '@nimule/core/procurement/suppliers/schema';
import { useController } from 'react-hook-form';
import { z } from 'zod';
import { useRead } from '../../../client/use-read.ts';
import { AmountInCurrency, useChosenCurrency } from '../../../parts/amount-in-currency.tsx';
import { CashPlaceField } from '../../../parts/cash-place.tsx';
import { amountText } from '../../../parts/procurement/line-words.ts';
import { useRateOn } from '../../../parts/rates.ts';
import { RecordForm } from '../../../parts/record-form.tsx';
import { sameReferenceQuestion } from '../../../parts/same-reference.ts';
import { DateField } from '../../../ui/form/date-field.tsx';
import { FieldGroup } from '../../../ui/form/field-group.tsx';
import { FieldRow, SelectField, TextField } from '../../../ui/form/fields.tsx';
import { useFieldValue } from '../../../ui/form/form.tsx';
import { useProposedValue } from '../../../ui/form/proposed-value.ts';
import { LoadingDialog } from '../../../ui/overlay/loading-dialog.tsx';
import { toast } from '../../../ui/overlay/toaster.tsx';
import { today } from '../../../ui/today.ts';
import { DateText } from '../../../ui/values.tsx';
import { payingLabels } from '../procurement-words.ts';
import { openText } from './bill-words.tsx';

const form = supplierPaymentInput
  .omit({ supplierId: true, billIds: true, notes: true, sameReference: true })
  .required({ currency: true, paymentDate: true })
  .extend({ billIds: z.array(z.number()) });

interface PayDialogProps {
  supplier: Pick<Supplier, 'id' | 'name'>;
  /** The bill to pay; by default all open ones. */
  billId?: number;
  onClose: () => void;
}

/** The open bills of a supplier that one payment can settle. */
const BILLS = 500;

/** Pays open bills of a supplier, in part or in whole; what is above them is an advance. */
export function PayDialog(props: PayDialogProps) {
  const read = useRead('listBills', {
    query: { supplierId: props.supplier.id, state: 'open', sort: 'dueDate', pageSize: BILLS },
  });
  return (
    <LoadingDialog
      title={`Pay ${props.supplier.name}`}
      noun="open bills"
      read={read}
      onClose={props.onClose}
    >
      {({ rows }) => <PayForm {...props} bills={rows} />}
    </LoadingDialog>
  );
}

function PayForm({
  supplier,
  billId,
  bills,
  onClose,
}: PayDialogProps & { bills: readonly SupplierBill[] }) {
  const chosen = bills.filter(({ id }) => billId === undefined || id === billId);
  const currency = chosen[0]?.currency ?? 'USD';
  return (
    <RecordForm
      operation="createSupplierPayment"
      failure="Failed to record the payment."
      title={`Pay ${supplier.name}`}
      description="The oldest of the chosen bills is settled first. What is left over, or all of it without a bill, is an advance."
      schema={form}
      initial={{
        billIds: chosen.map(({ id }) => id),
        amount: '',
        currency,
        account: 'checking',
        paymentDate: today(),
        reference: '',
      }}
      send={(typed) => ({ body: { ...typed, supplierId: supplier.id } })}
      done={({ paymentId, amount, advanceUsd, ...paid }) =>
        toast(
          'Payment Recorded',
          `${paymentId}: ${amountText(amount, paid.currency)}${
            advanceUsd > 0 ? `, of which ${amountText(advanceUsd, 'USD')} in advance` : ''
          }`,
        )
      }
      submitLabel="Record payment"
      question={sameReferenceQuestion('Record it as well')}
      busyLabel="Recording…"
      onClose={onClose}
      width={640}
    >
      <PayFields bills={bills} />
    </RecordForm>
  );
}

/** What is open of bills, in a currency at a day's rate; undefined without a rate that is needed. */
function dueIn(
  bills: readonly SupplierBill[],
  currency: Currency,
  rate: Cents | undefined,
): Cents | undefined {
  let due: Cents = ZERO;
  for (const bill of bills) {
    if (bill.currency === currency) due = addCents(due, bill.openAmount);
    else if (rate === undefined) return undefined;
    else
      due = addCents(
        due,
        currency === 'SSP' ? usdToSsp(bill.openAmount, rate) : sspToUsd(bill.openAmount, rate),
      );
  }
  return due;
}

function PayFields({ bills }: { bills: readonly SupplierBill[] }) {
  const { field } = useController({ name: 'billIds' });
  const chosen: readonly number[] = field.value;
  const rate = useRateOn(useFieldValue('paymentDate'));
  const currency = useChosenCurrency();
  const due = dueIn(
    bills.filter(({ id }) => chosen.includes(id)),
    currency,
    rate,
  );
  useProposedValue('amount', due === undefined ? undefined : due === ZERO ? '' : toDecimal(due));
  const choose = (id: number, isChosen: boolean) =>
    field.onChange(isChosen ? [...chosen, id] : chosen.filter((one) => one !== id));
  return (
    <>
      {bills.length > 0 && (
        <FieldGroup legend="Open bills">
          <div>
            {bills.map((bill) => (
              <Checkbox
                key={bill.id}
                checked={chosen.includes(bill.id)}
                onChange={(event) => choose(bill.id, event.currentTarget.checked)}
              >
                <span className="mono">{bill.billId}</span> {bill.supplierNumber},{' '}
                <span className="numeric">{openText(bill)}</span>{' '}
                <span className="quiet">
                  due <DateText date={bill.dueDate} />
                </span>
              </Checkbox>
            ))}
          </div>
        </FieldGroup>
      )}
      <AmountInCurrency rate={rate} />
      <FieldRow>
        <SelectField
          name="account"
          label="Paid from"
          options={payingAccounts.map((value) => ({ value, label: payingLabels[value] }))}
        />
        <DateField name="paymentDate" label="Payment date" help="Today or earlier" />
      </FieldRow>
      <CashPlaceField />
      <TextField name="reference" label="Reference" placeholder="Transfer or transaction number" />
    </>
  );
}
