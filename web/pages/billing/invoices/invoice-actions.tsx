import {
  DollarIcon,
  EditIcon,
  EndorsedIcon,
  EnvelopeIcon,
  EyeOpenIcon,
  FlagIcon,
  TakeActionIcon,
} from '@blueprintjs/icons';
import type { Invoice } from '@nimule/core/billing/invoices/schema';
import type { EmailDraft } from '@nimule/core/billing/invoices/schema-emails';
import { call } from '../../../client/call.ts';
import { ClientError } from '../../../client/errors.ts';
import { DecideDisputeForm } from '../../../parts/disputes/decide-form.tsx';
import { DisputeForm } from '../../../parts/disputes/dispute-form.tsx';
import { invoicePdfAction } from '../../../parts/documents.tsx';
import { useMay } from '../../../ui/allowed.tsx';
import { type RecordActions, useDialogs } from '../../../ui/overlay/dialogs.ts';
import { toastFailure } from '../../../ui/overlay/toaster.tsx';
import type { RowAction } from '../../../ui/table/row-actions.tsx';
import { PaymentStatusForm } from '../payments/payment-status-form.tsx';
import { RecordPaymentForm } from '../payments/record-payment-form.tsx';
import { EditInvoiceForm } from './edit-invoice-form.tsx';
import { EmailInvoiceForm } from './email-invoice-form.tsx';

/**
 * Actions of an invoice in the table and its drawer (seeds/000 6): PDF, e-mail and view for everyone; payment controls
 * and editing by permission.
 */
export function useInvoiceActions(onView?: (invoice: Invoice) => void): RecordActions<Invoice> {
  const may = useMay();
  const { open, dialog } = useDialogs({
    status: (invoice: Invoice, close) => <PaymentStatusForm invoice={invoice} onClose={close} />,
    edit: (invoice: Invoice, close) => <EditInvoiceForm invoice={invoice} onClose={close} />,
    payment: (invoice: Invoice, close) => <RecordPaymentForm invoice={invoice} onClose={close} />,
    dispute: (invoice: Invoice, close) => <DisputeForm of={{ invoice }} onClose={close} />,
    decide: (invoice: Invoice, close) => <DecideDisputeForm invoice={invoice} onClose={close} />,
    email: (email: { invoice: Invoice; draft: EmailDraft }, close) => (
      <EmailInvoiceForm {...email} onClose={close} />
    ),
  });

  const openEmail = async (invoice: Invoice) => {
    try {
      const draft = await call('invoiceEmailDraft', { params: { id: invoice.id } });
      open('email', { invoice, draft });
    } catch (error) {
      if (!(error instanceof ClientError)) throw error;
      toastFailure(error);
    }
  };

  const of = (invoice: Invoice): RowAction[] => {
    const cancelled = invoice.status === 'cancelled';
    const actions: RowAction[] = [];
    if (onView) {
      actions.push({
        label: 'View',
        icon: <EyeOpenIcon />,
        onClick: () => onView(invoice),
        prominent: true,
      });
    }
    actions.push(invoicePdfAction(invoice));
    if (may('payment.record')) {
      actions.push(
        {
          label: 'Record payment',
          icon: <DollarIcon />,
          onClick: () => open('payment', invoice),
          disabledReason: invoice.openUsd > 0 ? undefined : 'Nothing is open.',
          prominent: true,
        },
        {
          label: 'Update Payment Status',
          icon: <EndorsedIcon />,
          onClick: () => open('status', invoice),
          disabledReason: cancelled ? 'A cancelled invoice takes no payments.' : undefined,
        },
      );
    }
    actions.push({
      label: 'Email',
      icon: <EnvelopeIcon />,
      onClick: () => openEmail(invoice).catch(reportError),
      disabledReason: cancelled ? 'A cancelled invoice is not sent.' : undefined,
    });
    if (may('customer.write') && !invoice.disputedSince) {
      actions.push({
        label: 'Dispute',
        icon: <FlagIcon />,
        onClick: () => open('dispute', invoice),
        disabledReason: invoice.openUsd > 0 ? undefined : 'Nothing is open.',
      });
    }
    if (may('invoice.edit') && invoice.disputedSince) {
      actions.push({
        label: 'Decide dispute',
        icon: <TakeActionIcon />,
        onClick: () => open('decide', invoice),
        prominent: true,
      });
    }
    if (may('invoice.edit')) {
      actions.push({
        label: 'Edit',
        icon: <EditIcon />,
        onClick: () => open('edit', invoice),
        disabledReason: cancelled ? 'A cancelled invoice can no longer be changed.' : undefined,
      });
    }
    return actions;
  };

  return { of, dialog };
}
