import { DollarIcon } from '@blueprintjs/icons';
import type { ExpenseDetail } from '@nimule/core/expenses/schema';
import { formatDate, formatMonth } from '@nimule/core/kernel/dates';
import { useRead } from '../../../client/use-read.ts';
import { Attachments } from '../../../parts/attachments/attachments.tsx';
import { DocumentEntries } from '../../../parts/books/document-entries.tsx';
import { HistoryPanel } from '../../../parts/history.tsx';
import { formatRate } from '../../../parts/rates.ts';
import { RecordDrawer } from '../../../parts/record-drawer.tsx';
import { ActionButton } from '../../../ui/action-button.tsx';
import { Allowed } from '../../../ui/allowed.tsx';
import { Inline, TwoLines } from '../../../ui/layout.tsx';
import { useDialogs } from '../../../ui/overlay/dialogs.ts';
import { Panel } from '../../../ui/page.tsx';
import { DateText, InstantText, KeyValues, moneyFact, Notes } from '../../../ui/values.tsx';
import { CategoryBadge, PaidTag } from '../expense-tags.tsx';
import { accountLabels, typeLabels } from '../expense-words.ts';
import { useExpenseChanges } from '../list/expense-actions.tsx';
import { PayForm } from './pay-form.tsx';
import { PaymentsPanel } from './payments-panel.tsx';

interface ExpenseDrawerProps {
  /** TXN-2026-000001, from the URL. */
  transactionId: string;
  onClose: () => void;
}

/** Drawer of an expense: what was bought, how it is paid and posted, and its receipts. */
export function ExpenseDrawer({ transactionId, onClose }: ExpenseDrawerProps) {
  const read = useRead('lookupExpense', { query: { transactionId } });
  const actions = useExpenseChanges<ExpenseDetail>();
  const { open, dialog } = useDialogs({
    pay: (expense: ExpenseDetail, close) => <PayForm expense={expense} onClose={close} />,
  });
  return (
    <>
      <RecordDrawer
        noun="expense"
        read={read}
        title={(expense) => `${expense.transactionId} ${expense.description}`}
        provisionalTitle={transactionId}
        subtitle={(expense) => (
          <Inline>
            <PaidTag expense={expense} />
            <CategoryBadge category={expense.category} />
          </Inline>
        )}
        actions={actions}
        buttons={(expense) =>
          expense.openUsd > 0 && (
            <Allowed to="expense.write">
              <ActionButton icon={<DollarIcon />} onClick={() => open('pay', expense)}>
                Pay
              </ActionButton>
            </Allowed>
          )
        }
        onClose={onClose}
      >
        {(expense) => <ExpenseParts expense={expense} />}
      </RecordDrawer>
      {dialog}
    </>
  );
}

function ExpenseParts({ expense }: { expense: ExpenseDetail }) {
  const { id, transactionId, notes } = expense;
  return (
    <>
      <Panel title="Expense">
        <ExpenseFacts expense={expense} />
      </Panel>
      {notes !== '' && (
        <Panel title="Notes">
          <div dir="auto">
            <Notes text={notes} />
          </div>
        </Panel>
      )}
      {expense.account === 'accounts_payable' && <PaymentsPanel expense={expense} />}
      <Panel title="Receipts">
        <Attachments of="expense" id={id} name={transactionId} />
      </Panel>
      <DocumentEntries kind="expense" id={id} name={transactionId} />
      {expense.payments.map((payment) => (
        <DocumentEntries
          key={payment.id}
          kind="expense.payment"
          id={payment.id}
          name={`the payment of ${formatDate(payment.paymentDate)}`}
          title={`Payment of ${formatDate(payment.paymentDate)} in the books`}
        />
      ))}
      <HistoryPanel of="expenseHistory" id={id} name={transactionId} />
    </>
  );
}

function ExpenseFacts({ expense }: { expense: ExpenseDetail }) {
  const { debitAccount, creditAccount, amountSsp, templateMonth } = expense;
  return (
    <KeyValues
      items={[
        { label: 'Location (vendor)', value: <span dir="auto">{expense.location}</span> },
        { label: 'Date', value: <DateText date={expense.date} /> },
        { label: 'Type', value: typeLabels[expense.expenseType] },
        { label: 'Payment account', value: accountLabels[expense.account] },
        moneyFact('Amount', expense.amountUsd, amountSsp ?? undefined),
        { label: 'Currency', value: expense.currency },
        { label: 'Exchange rate', value: formatRate(expense.exchangeRate) },
        { label: 'Reference', value: expense.reference || '–' },
        { label: 'Charged to', value: <LedgerAccount account={debitAccount} /> },
        { label: 'Credited to', value: <LedgerAccount account={creditAccount} /> },
        ...(templateMonth
          ? [{ label: 'Made by a recurring expense for', value: formatMonth(templateMonth) }]
          : []),
        { label: 'Recorded by', value: expense.createdBy },
        { label: 'Recorded at', value: <InstantText at={expense.createdAt} /> },
      ]}
    />
  );
}

function LedgerAccount({ account: { code, name } }: { account: { code: string; name: string } }) {
  return (
    <TwoLines quiet={name}>
      <span className="mono">{code}</span>
    </TwoLines>
  );
}
