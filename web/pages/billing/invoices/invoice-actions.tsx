import {
  DollarIcon,
  DownloadIcon,
  EditIcon,
  EndorsedIcon,
  EnvelopeIcon,
  EyeOpenIcon,
} from '@blueprintjs/icons';
import type { Invoice } from '@nimule/core/billing/invoices/schema';
import type { EmailDraft } from '@nimule/core/billing/invoices/schema-emails';
import { type ReactNode, useState } from 'react';
import { call } from '../../../client/call.ts';
import { ClientError } from '../../../client/errors.ts';
import { useMay } from '../../../ui/allowed.tsx';
import { toastFailure } from '../../../ui/overlay/toaster.tsx';
import type { RowAction } from '../../../ui/table/row-actions.tsx';
import { saveInvoicePdf } from '../documents.ts';
import { PaymentStatusForm } from '../payments/payment-status-form.tsx';
import { RecordPaymentForm } from '../payments/record-payment-form.tsx';
import { EditInvoiceForm } from './edit-invoice-form.tsx';
import { EmailInvoiceForm } from './email-invoice-form.tsx';

type OpenDialog =
  | { dialog: 'status' | 'edit' | 'payment'; invoice: Invoice }
  | { dialog: 'email'; invoice: Invoice; draft: EmailDraft };

interface InvoiceActions {
  /** What the signed-in user may do with an invoice, the most frequent first. */
  of: (invoice: Invoice) => RowAction[];
  /** The dialog that is open, to be rendered once. */
  dialog: ReactNode;
}

/**
 * What can be done with an invoice, in the table and beside its detail (seeds/000 6): PDF, e-mail and view
 * for everyone; payment controls and editing only for those who hold them.
 */
export function useInvoiceActions(onView?: (invoice: Invoice) => void): InvoiceActions {
  const may = useMay();
  const [open, setOpen] = useState<OpenDialog>();
  const close = () => setOpen(undefined);

  const openEmail = async (invoice: Invoice) => {
    try {
      const draft = await call('invoiceEmailDraft', { params: { id: invoice.id } });
      setOpen({ dialog: 'email', invoice, draft });
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
    actions.push({
      label: 'Download PDF',
      icon: <DownloadIcon />,
      onClick: () => saveInvoicePdf(invoice),
      prominent: true,
    });
    if (may('payment.record')) {
      actions.push(
        {
          label: 'Record payment',
          icon: <DollarIcon />,
          onClick: () => setOpen({ dialog: 'payment', invoice }),
          disabledReason: invoice.openUsd > 0 ? undefined : 'Nothing is open.',
          prominent: true,
        },
        {
          label: 'Update Payment Status',
          icon: <EndorsedIcon />,
          onClick: () => setOpen({ dialog: 'status', invoice }),
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
    if (may('invoice.edit')) {
      actions.push({
        label: 'Edit',
        icon: <EditIcon />,
        onClick: () => setOpen({ dialog: 'edit', invoice }),
        disabledReason: cancelled ? 'A cancelled invoice can no longer be changed.' : undefined,
      });
    }
    return actions;
  };

  return {
    of,
    dialog: open && (
      <>
        {open.dialog === 'status' && <PaymentStatusForm invoice={open.invoice} onClose={close} />}
        {open.dialog === 'email' && (
          <EmailInvoiceForm invoice={open.invoice} draft={open.draft} onClose={close} />
        )}
        {open.dialog === 'edit' && <EditInvoiceForm invoice={open.invoice} onClose={close} />}
        {open.dialog === 'payment' && <RecordPaymentForm invoice={open.invoice} onClose={close} />}
      </>
    ),
  };
}
