import type { Invoice } from '@nimule/core/billing/invoices/schema';
import { type EmailDraft, emailForm } from '@nimule/core/billing/invoices/schema-emails';
import { MailNotice } from '../../../parts/messages/unsent-notice.tsx';
import { RecordForm } from '../../../parts/record-form.tsx';
import { useMay } from '../../../ui/allowed.tsx';
import { TextAreaField, TextField } from '../../../ui/form/fields.tsx';
import { toast } from '../../../ui/overlay/toaster.tsx';

interface EmailInvoiceFormProps {
  invoice: Invoice;
  /** Default recipient and text. */
  draft: EmailDraft;
  onClose: () => void;
}

/** For users who may choose the address, it is required. */
const chosenForm = emailForm.refine(({ to }) => to, {
  path: ['to'],
  message: 'Enter an e-mail address such as name@example.com.',
});

function helpOf(invoice: Invoice, draft: EmailDraft, mayChoose: boolean): string | undefined {
  if (!draft.to && !mayChoose)
    return `${invoice.customerName} has no e-mail address. Add one to the customer first.`;
  if (!draft.to) return `${invoice.customerName} has no e-mail address.`;
  return mayChoose
    ? undefined
    : 'It goes to the customer. Another address is for those who record payments.';
}

/** Sends an invoice as a PDF by e-mail, with an editable recipient and text. */
export function EmailInvoiceForm({ invoice, draft, onClose }: EmailInvoiceFormProps) {
  const mayChoose = useMay()('payment.record');
  const { id, invoiceId } = invoice;
  return (
    <RecordForm
      operation="emailInvoice"
      failure="Failed to send email"
      title={`Email ${invoiceId}`}
      description={`The invoice is attached as PDF. Subject: ${draft.subject}`}
      schema={mayChoose ? chosenForm : emailForm}
      initial={{ to: draft.to, text: draft.text }}
      submitLabel="Send email"
      busyLabel="Sending…"
      // Without the permission, the server uses the customer's address.
      send={({ to, text }) => ({ params: { id }, body: mayChoose ? { to, text } : { text } })}
      done={({ message, to }) => toast(message, `${invoiceId} to ${to}`)}
      onClose={onClose}
    >
      <MailNotice />
      <TextField
        name="to"
        label="To"
        type="email"
        disabled={!mayChoose}
        help={helpOf(invoice, draft, mayChoose)}
      />
      <TextAreaField
        name="text"
        label="Message"
        rows={12}
        help="Left empty, the usual text is sent."
      />
    </RecordForm>
  );
}
