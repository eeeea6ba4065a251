/** An entry of the ledger on a customer's account, with its document's own words. */
export interface Movement {
  source: string;
  /** How often the document was posted: 1 at first, more after corrections. */
  revision: number;
  /** The entry's description, which names the customer for the journal. */
  description: string;
  /** What the invoice charges, where the entry is an invoice's. */
  invoiceDescription: string | null;
  /** What was received, where the entry is a payment's. */
  paymentKind: 'payment' | 'credit' | null;
}

/** What a statement says of a movement: the customer knows who they are, and the reference stands beside it. */
export function movementInWords(movement: Movement): string {
  const { source, revision, description, invoiceDescription, paymentKind } = movement;
  const received = paymentKind === 'credit' ? 'Credit granted' : 'Payment received';
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
    default:
      return description;
  }
}
