import type { FormEvent } from 'react';
import { Actions, Button } from '../../light/controls.tsx';
import { Details } from '../../light/details.tsx';
import { useStarted } from '../../light/use-started.ts';
import { dayText, sspText, usdText } from '../../light/values.ts';
import type { OwnBill } from '../types.ts';
import type { BillOfVisitor } from './use-bill.ts';

const MAX_NUMBER = 60;
const MAX_PHONE = 40;

function BillForm({ customerNumber, phone, problem, isBusy, ...bill }: BillOfVisitor) {
  const isStarted = useStarted();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    bill.find();
  };
  return (
    <form className="panel bill" noValidate aria-labelledby="bill-title" onSubmit={submit}>
      <h2 id="bill-title">Pay your internet bill</h2>
      <div className="field">
        <label htmlFor="customer-number">Customer number</label>
        <input
          id="customer-number"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={MAX_NUMBER}
          placeholder="It is on your invoice"
          aria-describedby="bill-error"
          value={customerNumber}
          onChange={({ target }) => bill.typeNumber(target.value)}
        />
      </div>
      <div className="field">
        <label htmlFor="customer-phone">Telephone of the customer</label>
        <input
          id="customer-phone"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          maxLength={MAX_PHONE}
          placeholder="0921 234 567"
          aria-describedby="bill-error"
          value={phone}
          onChange={({ target }) => bill.typePhone(target.value)}
        />
      </div>
      <p className="error" id="bill-error" role="alert">
        {problem}
      </p>
      <Actions>
        <Button look="quiet" type="submit" disabled={isBusy || !isStarted}>
          Show what is owed
        </Button>
      </Actions>
    </form>
  );
}

/** Why the connection is as it is, and what ends it. */
function stateWords({ status, endsByPaying, priceUSD }: OwnBill): string {
  if (status === 'Active')
    return priceUSD > 0
      ? 'This connection is active.'
      : 'This connection is active, and nothing is owed.';
  if (endsByPaying)
    return 'This connection is suspended because invoices are overdue. It comes back within a minute of the payment.';
  const name = status === 'Suspended' ? 'suspended' : 'closed';
  return `This connection is ${name} by our staff. ${priceUSD > 0 ? 'A payment alone does not open it: please call us.' : 'Please call us.'}`;
}

function More({ count }: { count: number }) {
  if (count <= 0) return null;
  return (
    <p className="quiet">{count === 1 ? 'And one more invoice.' : `And ${count} more invoices.`}</p>
  );
}

interface BillPanelProps extends BillOfVisitor {
  /** False with payments switched off. */
  takesPayments: boolean;
  onPay: (bill: OwnBill) => void;
}

/** What a customer owes, with the way to pay it; a form where it is not known whose bill it is. */
export function BillPanel({ takesPayments, onPay, ...of }: BillPanelProps) {
  const { bill, forget } = of;
  if (!bill) return <BillForm {...of} />;
  const { customerNumber, priceUSD, priceSSP, invoices, invoiceCount } = bill;
  return (
    <section className="panel bill" aria-labelledby="bill-title">
      <h2 id="bill-title">{`Internet bill of ${customerNumber}`}</h2>
      <p>{stateWords(bill)}</p>
      {priceUSD > 0 && (
        <>
          <p className="chosen">
            <strong>{sspText(priceSSP)}</strong>
            {` (${usdText(priceUSD)})`}
          </p>
          <Details
            rows={invoices.map(
              ({ invoiceNumber, dueDate, openUsd }) =>
                [`${invoiceNumber}, due ${dayText(dueDate)}`, usdText(openUsd)] as const,
            )}
          />
          <More count={invoiceCount - invoices.length} />
        </>
      )}
      <Actions>
        {priceUSD > 0 && takesPayments && (
          <Button look="main" onClick={() => onPay(bill)}>
            Pay this bill
          </Button>
        )}
        <Button look="quiet" onClick={forget}>
          Another customer
        </Button>
      </Actions>
      {priceUSD > 0 && !takesPayments && (
        <p className="quiet">Bills cannot be paid here at the moment. Please come to our office.</p>
      )}
    </section>
  );
}
