import {
  CREDIT_GRANTED,
  CREDIT_NOTE,
  OPENING_BALANCE,
  type PaymentKind,
} from '../payments/schema.ts';

/** A ledger entry on a customer's account, with fields of its document. */
export interface Movement {
  source: string;
  /** 1 for the first posting of the document, higher after corrections. */
  revision: number;
  /** The entry's description, which contains the customer name. */
  description: string;
  /** The description of the invoice, for entries of invoices. */
  invoiceDescription: string | null;
  /** The kind of payment, for entries of payments. */
  paymentKind: PaymentKind | null;
}

/** The statement text of a movement, without customer name and reference, which the statement already shows. */
export function movementInWords(movement: Movement): string {
  const { source, revision, description, invoiceDescription, paymentKind } = movement;
  const received = receivedInWords(paymentKind);
  switch (source) {
    case 'invoice':
      return revision > 1
        ? `Corrected: ${invoiceDescription ?? description}`
        : (invoiceDescription ?? description);
    case 'invoice.reversal':
      return 'Taken back for correction or cancellation';
    case 'payment':
      return received;
    case 'payment.reversal':
      return `${received}: reversed`;
    case 'refund':
      return 'Credit paid out';
    default:
      return description;
  }
}

function receivedInWords(kind: PaymentKind | null): string {
  if (kind === 'opening') return OPENING_BALANCE;
  if (kind === 'credit_note') return CREDIT_NOTE;
  return kind === 'credit' ? CREDIT_GRANTED : 'Payment received';
}
