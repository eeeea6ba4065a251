import { UndoIcon } from '@blueprintjs/icons';
import {
  type ExpenseDetail,
  type ExpensePayment,
  reverseExpensePayment,
} from '@nimule/core/expenses/schema';
import { formatSsp, formatUsd } from '@nimule/core/kernel/money';
import { CashReturnField } from '../../../parts/cash-place.tsx';
import { RecordForm } from '../../../parts/record-form.tsx';
import { ActionButton } from '../../../ui/action-button.tsx';
import { useMay } from '../../../ui/allowed.tsx';
import { TextAreaField } from '../../../ui/form/fields.tsx';
import { TwoLines } from '../../../ui/layout.tsx';
import { useDialogs } from '../../../ui/overlay/dialogs.ts';
import { toast } from '../../../ui/overlay/toaster.tsx';
import { Panel } from '../../../ui/page.tsx';
import { type SmallColumn, SmallTable } from '../../../ui/table/small-table.tsx';
import { StatusTag } from '../../../ui/tags.tsx';
import { DateText } from '../../../ui/values.tsx';
import { accountName, amountText, openText } from '../expense-words.ts';

const columns: readonly SmallColumn<ExpensePayment>[] = [
  {
    header: 'Paid',
    cell: ({ paymentDate, account, reference, createdBy }) => (
      <TwoLines quiet={[accountName(account), reference, createdBy].filter(Boolean).join(' · ')}>
        <DateText date={paymentDate} />
      </TwoLines>
    ),
  },
  {
    header: 'Amount',
    align: 'right',
    cell: ({ amountUsd, amountSsp }) => (
      <TwoLines align="right" quiet={amountSsp === null ? undefined : formatSsp(amountSsp)}>
        <span className="numeric">{formatUsd(amountUsd)}</span>
      </TwoLines>
    ),
  },
];

/** The payments of an expense on account, and what is left of it. */
export function PaymentsPanel({ expense }: { expense: ExpenseDetail }) {
  const may = useMay();
  const { transactionId, payments, openUsd } = expense;
  const { open, dialog } = useDialogs({
    reverse: (payment: ExpensePayment, close) => (
      <ReversePaymentForm expense={expense} payment={payment} onClose={close} />
    ),
  });
  const last: SmallColumn<ExpensePayment> = {
    header: 'State',
    align: 'right',
    cell: (payment) =>
      payment.reversedOn !== null ? (
        <TwoLines align="right" quiet={`${payment.reversedBy}: ${payment.reversalReason}`}>
          <StatusTag status="reversed" />
        </TwoLines>
      ) : may('expense.write') ? (
        <ActionButton
          size="small"
          icon={<UndoIcon />}
          aria-label={`Reverse the payment of ${payment.paymentDate}`}
          onClick={() => open('reverse', payment)}
        >
          Reverse
        </ActionButton>
      ) : (
        <StatusTag status="posted" />
      ),
  };
  return (
    <Panel
      title="Payments"
      description={openUsd > 0 ? `${openText(expense)} is not paid yet.` : 'Paid in full.'}
    >
      {payments.length === 0 ? (
        <p className="quiet">Nothing has been paid yet.</p>
      ) : (
        <SmallTable
          label={`Payments of ${transactionId}`}
          columns={[...columns, last]}
          rows={payments}
          rowKey={({ id }) => id}
        />
      )}
      {dialog}
    </Panel>
  );
}

interface ReversePaymentFormProps {
  expense: ExpenseDetail;
  payment: ExpensePayment;
  onClose: () => void;
}

/** Reverses a payment of an expense. */
function ReversePaymentForm({ expense, payment, onClose }: ReversePaymentFormProps) {
  const { id, transactionId, location } = expense;
  return (
    <RecordForm
      operation="reverseExpensePayment"
      failure="Failed to reverse the payment."
      title="Reverse payment?"
      description={`The payment of ${amountText(payment)} to ${location} for ${transactionId} is taken back in the books, and the amount is owed again. The payment stays in the list, marked as reversed.`}
      schema={reverseExpensePayment}
      initial={{ reason: '' }}
      submitLabel="Reverse payment"
      busyLabel="Reversing…"
      destructive
      send={(body) => ({ params: { id, paymentId: payment.id }, body })}
      done={() => toast('Payment reversed', `${amountText(payment)} for ${transactionId}`)}
      onClose={onClose}
    >
      <TextAreaField name="reason" label="Reason" rows={2} help="It is kept with the payment." />
      <CashReturnField of={payment} direction="in" />
    </RecordForm>
  );
}
