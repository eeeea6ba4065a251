import { disputeDecision } from '@nimule/core/billing/disputes/schema';
import { type Invoice, MIN_DAYS_TO_PAY } from '@nimule/core/billing/invoices/schema';
import { z } from 'zod';
import { call } from '../../client/call.ts';
import { ChoiceField } from '../../ui/form/choice-field.tsx';
import { MoneyField, TextAreaField } from '../../ui/form/fields.tsx';
import { useFieldValue } from '../../ui/form/form.tsx';
import { toast } from '../../ui/overlay/toaster.tsx';
import { RecordForm } from '../record-form.tsx';
import { outcomeLabel } from './dispute-words.ts';

const MAX_NOTE = 500;

/** 'correct' and 'cancel' are upheld disputes with what happens to the invoice, 'keep' is one whose amount stays. */
const choices = ['correct', 'cancel', 'keep', 'rejected', 'withdrawn'] as const;
type Choice = (typeof choices)[number];

const form = disputeDecision
  .pick({ note: true, amountUsd: true, version: true })
  .extend({ choice: z.enum(choices) })
  .refine(({ choice, amountUsd }) => choice !== 'correct' || amountUsd !== undefined, {
    path: ['amountUsd'],
    message: 'The corrected amount is required.',
  });

interface DecideFormProps {
  invoice: Invoice;
  onClose: () => void;
}

function decisionOf(choice: Choice) {
  const isUpheld = choice === 'correct' || choice === 'cancel' || choice === 'keep';
  return {
    outcome: isUpheld ? ('upheld' as const) : choice,
    ...(choice === 'cancel' ? { cancel: true } : {}),
  };
}

/** Decides the open dispute of an invoice, and corrects or cancels the invoice with it (decision 120). */
export function DecideDisputeForm({ invoice: opened, onClose }: DecideFormProps) {
  const { id } = opened;
  return (
    <RecordForm
      title="Decide Dispute"
      description={({ invoiceId, customerName }) => (
        <>
          <strong>{invoiceId}</strong> of {customerName}. What stays open counts as due today at the
          earliest: the customer has {MIN_DAYS_TO_PAY} days to pay before the disconnection.
        </>
      )}
      operation="decideDispute"
      failure="Failed to decide the dispute."
      schema={form}
      record={opened}
      read={() => call('getInvoice', { params: { id } })}
      initial={({ kind, version }) => ({
        choice: kind === 'equipment' ? 'keep' : 'correct',
        amountUsd: '',
        note: '',
        version,
      })}
      send={({ choice, amountUsd, ...rest }) => ({
        params: { id },
        body: {
          ...rest,
          ...decisionOf(choice),
          ...(choice === 'correct' ? { amountUsd } : {}),
        },
      })}
      done={({ invoiceNumber, outcome }) =>
        toast('Dispute Decided', `${invoiceNumber}: ${outcomeLabel(outcome).toLowerCase()}`)
      }
      submitLabel="Decide"
      onClose={onClose}
      width={560}
    >
      {(invoice) => <DecisionFields invoice={invoice} />}
    </RecordForm>
  );
}

const OF_SALE = 'The invoice of a sale is changed through its order.';

function DecisionFields({ invoice }: { invoice: Invoice }) {
  const choice = useFieldValue('choice') as Choice;
  const ofSale = invoice.kind === 'equipment' ? { disabledReason: OF_SALE } : {};
  return (
    <>
      <ChoiceField
        name="choice"
        label="Decision"
        options={[
          {
            value: 'correct',
            label: 'The customer is right: lower the amount',
            detail: 'The entry in the books is reversed and posted anew.',
            ...ofSale,
          },
          {
            value: 'cancel',
            label: 'The customer is right: cancel the invoice',
            detail: 'What was paid on it becomes credit.',
            ...ofSale,
          },
          {
            value: 'keep',
            label: 'The customer is right: the amount stays',
            detail: 'It was corrected or credited before, or the note says why.',
          },
          { value: 'rejected', label: 'Rejected', detail: 'The invoice is right and stays owed.' },
          { value: 'withdrawn', label: 'Withdrawn', detail: 'The customer took it back.' },
        ]}
      />
      {choice === 'correct' && (
        <MoneyField name="amountUsd" label="Corrected amount (USD)" rate={invoice.exchangeRate} />
      )}
      <TextAreaField name="note" label="Note" rows={2} maxLength={MAX_NOTE} />
    </>
  );
}
