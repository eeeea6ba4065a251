import { paymentAccountLabels } from '@nimule/core/billing/payments/schema';
import {
  type Cents,
  type Currency,
  formatUsd,
  parseAmount,
  toDecimal,
  ZERO,
} from '@nimule/core/kernel/money';
import type { CounterSale } from '@nimule/core/sales/schema';
import { useEffect } from 'react';
import { useFormContext } from 'react-hook-form';
import { useRead } from '../../../client/use-read.ts';
import { CashPlaceField } from '../../../parts/cash-place.tsx';
import { CustomerField } from '../../../parts/customer-field.tsx';
import { useRateOn } from '../../../parts/rates.ts';
import { RecordForm } from '../../../parts/record-form.tsx';
import { sameReferenceQuestion } from '../../../parts/same-reference.ts';
import { useMay } from '../../../ui/allowed.tsx';
import {
  FieldRow,
  MoneyField,
  SelectField,
  TextAreaField,
  TextField,
} from '../../../ui/form/fields.tsx';
import { useFieldValue } from '../../../ui/form/form.tsx';
import { useProposedValue } from '../../../ui/form/proposed-value.ts';
import {
  changeAfter,
  changeOf,
  counterBody,
  counterForm,
  dueOf,
  LATER,
  moneyText,
  newCounterSale,
  waysToPay,
} from './counter-form.ts';
import { SaleLinesFields, useSaleLines } from './sale-lines-fields.tsx';
import styles from './sales.module.css';

/** A sale that was made, with what is given back of the money. */
export interface Sold {
  sale: CounterSale;
  change: Cents;
  currency: Currency;
}

interface CounterSaleFormProps {
  onSold: (sold: Sold) => void;
  onClose: () => void;
}

/** A sale at the counter: order, invoice, goods and money at once. */
export function CounterSaleForm({ onSold, onClose }: CounterSaleFormProps) {
  const mayTakePayments = useMay()('payment.record');
  const rate = useRateOn('');
  return (
    <RecordForm
      operation="sellAtCounter"
      failure="Failed to create sales order"
      saysReason
      title="Counter Sale"
      description="The goods are handed over now: the invoice is issued, the stock is booked out and the money is recorded at once."
      schema={counterForm}
      initial={newCounterSale(mayTakePayments)}
      send={(typed) => ({ body: counterBody(typed) })}
      done={(sale, typed) =>
        onSold({ sale, change: changeAfter(typed, sale), currency: typed.currency })
      }
      submitLabel="Complete sale"
      question={{
        ...sameReferenceQuestion('Sell and record it'),
        confirmed: ({ body }) => ({
          body: { ...body, payment: body.payment && { ...body.payment, sameReference: true } },
        }),
      }}
      busyLabel="Selling…"
      onClose={onClose}
      width={860}
    >
      <CustomerField help="Goods are sold to a customer on record." />
      <SaleLinesFields rate={rate} takesSerials />
      {mayTakePayments ? (
        <PaymentFields rate={rate} />
      ) : (
        <p className="quiet">
          Your role may not record payments: the amount stays open on the invoice.
        </p>
      )}
      <FieldRow>
        <TextField
          name="receivedBy"
          label="Taken by"
          maxLength={200}
          help="Who took the goods, if not the customer."
        />
        <TextAreaField name="notes" label="Notes" rows={1} />
      </FieldRow>
    </RecordForm>
  );
}

/** Credit of the customer, which the invoice uses first. */
function useCredit(): Cents {
  const id = Number(useFieldValue('customerId'));
  const read = useRead('customerAccount', { params: { id } }, { when: id > 0 });
  return read.data?.creditUsd ?? ZERO;
}

function PaymentFields({ rate }: { rate: Cents | undefined }) {
  const { setValue } = useFormContext();
  const items = [...useSaleLines()];
  const account = useFieldValue('account');
  const currency: Currency = useFieldValue('currency') === 'SSP' ? 'SSP' : 'USD';
  const credit = useCredit();
  const due = dueOf({ items, currency }, credit, rate);
  const isLater = account === LATER;
  useEffect(() => {
    setValue('due', due === undefined ? '' : String(due));
  }, [due, setValue]);
  useProposedValue('given', due === undefined || due === 0 ? '' : toDecimal(due));
  return (
    <>
      <FieldRow>
        <SelectField
          name="account"
          label="Paid by"
          options={waysToPay.map((value) => ({
            value,
            label: value === LATER ? 'Not paid now' : paymentAccountLabels[value],
          }))}
        />
        {!isLater && (
          <SelectField
            name="currency"
            label="Currency"
            options={[
              { value: 'USD', label: 'US dollars (USD)' },
              { value: 'SSP', label: 'South Sudanese pounds (SSP)' },
            ]}
          />
        )}
        {!isLater && (
          <MoneyField
            name="given"
            label={account === 'cash' ? 'Cash given' : 'Amount paid'}
            currency={currency}
          />
        )}
        {!isLater && account !== 'cash' && (
          <TextField name="reference" label="Reference" maxLength={200} />
        )}
      </FieldRow>
      <CashPlaceField direction="in" />
      <Due due={due} currency={currency} credit={credit} isLater={isLater} />
    </>
  );
}

interface DueProps {
  due: Cents | undefined;
  currency: Currency;
  credit: Cents;
  isLater: boolean;
}

/** What is to be paid, and what is given back or stays open. */
function Due({ due, currency, credit, isLater }: DueProps) {
  const typed = useFieldValue('given');
  const given = isLater || typed.trim() === '' ? ZERO : parseAmount(typed, currency);
  const split = changeOf(given, due);
  return (
    <div className={styles.due} role="status" aria-label="Payment">
      <span>
        To pay <strong>{due === undefined ? '–' : moneyText(due, currency)}</strong>
      </span>
      {split && split.change > 0 && (
        <span>
          Change due <strong>{moneyText(split.change, currency)}</strong>
        </span>
      )}
      {split && split.open > 0 && (
        <span>
          Stays open on the invoice <strong>{moneyText(split.open, currency)}</strong>
        </span>
      )}
      {credit > 0 && (
        <span className="quiet">Credit of the customer is used first: {formatUsd(credit)}</span>
      )}
    </div>
  );
}
