import type { IsoDate } from '../../kernel/dates.ts';
import type { KeptRecord } from '../../kernel/imported.ts';
import type { InvoiceRecord } from '../invoices/rules-record.ts';
import type { Payment } from '../payments/schema.ts';

/** Invoices and payments of an import, with their versions after its batch. */
export interface CreatedDocuments {
  invoices: ReadonlyMap<number, number>;
  payments: ReadonlyMap<number, number>;
}

/** What other imports have done to a document. */
export interface ByImports {
  /** How many versions they have added and their undos have taken back. */
  undoneSteps: number;
  /** An opening balance that another one has replaced. */
  isReplaced: boolean;
}

/** What the books hold of the documents of an import. */
export interface FoundDocuments {
  invoices: readonly (Pick<InvoiceRecord, 'id' | 'invoiceId' | 'status' | 'version'> & ByImports)[];
  payments: readonly (Pick<Payment, 'id' | 'receiptId' | 'status' | 'version'> & ByImports)[];
  /** Allocations of these payments and those on these invoices. */
  allocations: readonly {
    paymentId: number;
    receiptId: string;
    invoiceId: number;
    invoiceNumber: string;
  }[];
  /** Invoices that were sent by e-mail. */
  emailed: ReadonlySet<number>;
}

export interface UndoPlan {
  cancel: Set<number>;
  reverse: Set<number>;
  /** Replaced opening balances: there is nothing to reverse. */
  replaced: { invoices: Set<number>; payments: Set<number> };
  kept: KeptRecord[];
}

/**
 * Plans the undo of the documents of an import. A document that was changed since stays: its version is higher than
 * the import left it, without what undos of later imports have taken back. An invoice and the payments of the import on it are undone together or not at all.
 */
export function planUndo(created: CreatedDocuments, all: FoundDocuments): UndoPlan {
  const isPresent = ({ isReplaced }: ByImports) => !isReplaced;
  const replacedOf = (documents: readonly ({ id: number } & ByImports)[]) =>
    new Set(documents.filter(({ isReplaced }) => isReplaced).map(({ id }) => id));
  const found = {
    ...all,
    invoices: all.invoices.filter(isPresent),
    payments: all.payments.filter(isPresent),
  };
  const invoiceReasons = new Map<number, string>();
  const paymentReasons = new Map<number, string>();
  for (const { id, status, version, undoneSteps } of found.invoices) {
    if (status === 'cancelled') invoiceReasons.set(id, 'It was cancelled before.');
    else if (version - undoneSteps !== created.invoices.get(id))
      invoiceReasons.set(id, changeOfInvoice(id, created, found));
    else if (found.emailed.has(id)) invoiceReasons.set(id, 'It was sent by e-mail.');
  }
  for (const { id, status, version, undoneSteps } of found.payments) {
    if (status === 'reversed') paymentReasons.set(id, 'It was reversed before.');
    else if (version - undoneSteps !== created.payments.get(id))
      paymentReasons.set(id, changeOfPayment(id, created, found));
  }
  const pairs = found.allocations.filter(
    ({ invoiceId, paymentId }) =>
      created.invoices.has(invoiceId) && created.payments.has(paymentId),
  );
  for (let isDone = false; !isDone; ) {
    isDone = true;
    for (const { invoiceId, invoiceNumber, paymentId, receiptId } of pairs) {
      if (invoiceReasons.has(invoiceId) === paymentReasons.has(paymentId)) continue;
      isDone = false;
      if (invoiceReasons.has(invoiceId))
        paymentReasons.set(paymentId, `It pays invoice ${invoiceNumber}, which stays.`);
      else invoiceReasons.set(invoiceId, `It is paid by ${receiptId}, which stays.`);
    }
  }
  const undone = (ids: readonly { id: number }[], reasons: ReadonlyMap<number, string>) =>
    new Set(ids.map(({ id }) => id).filter((id) => !reasons.has(id)));
  return {
    cancel: undone(found.invoices, invoiceReasons),
    reverse: undone(found.payments, paymentReasons),
    replaced: { invoices: replacedOf(all.invoices), payments: replacedOf(all.payments) },
    kept: [
      ...found.invoices.flatMap(({ id, invoiceId }) =>
        keptOf('invoice', id, invoiceId, invoiceReasons.get(id)),
      ),
      ...found.payments.flatMap(({ id, receiptId }) =>
        keptOf('payment', id, receiptId, paymentReasons.get(id)),
      ),
    ],
  };
}

/** The documents of others that a document of the import settles, or is settled by, which stays. */
export function heldDocuments(
  allocations: FoundDocuments['allocations'],
  created: CreatedDocuments,
  { cancel, reverse }: Pick<UndoPlan, 'cancel' | 'reverse'>,
): Record<'invoices' | 'payments', ReadonlySet<number>> {
  const isLeft = (ids: ReadonlyMap<number, number>, undone: ReadonlySet<number>, id: number) =>
    ids.has(id) && !undone.has(id);
  const byPayments = allocations.filter((a) => isLeft(created.payments, reverse, a.paymentId));
  const byInvoices = allocations.filter((a) => isLeft(created.invoices, cancel, a.invoiceId));
  return {
    invoices: new Set(byPayments.map(({ invoiceId }) => invoiceId)),
    payments: new Set(byInvoices.map(({ paymentId }) => paymentId)),
  };
}

function keptOf(
  entity: string,
  entityId: number,
  label: string,
  reason: string | undefined,
): KeptRecord[] {
  return reason === undefined ? [] : [{ entity, entityId, label, reason }];
}

function changeOfInvoice(id: number, created: CreatedDocuments, found: FoundDocuments): string {
  const other = found.allocations.find(
    ({ invoiceId, paymentId }) => invoiceId === id && !created.payments.has(paymentId),
  );
  return other ? `${other.receiptId} pays it.` : 'It was changed since.';
}

function changeOfPayment(id: number, created: CreatedDocuments, found: FoundDocuments): string {
  const other = found.allocations.find(
    ({ invoiceId, paymentId }) => paymentId === id && !created.invoices.has(invoiceId),
  );
  return other ? `It pays invoice ${other.invoiceNumber}.` : 'It was changed since.';
}

/** The number or receipt that an undone document keeps, so that its own is free for another import. */
export function undoneNumber(number: string, runId: number): string {
  return `${number} (undone ${runId})`;
}

/** The notes of an invoice that the undo of an import has cancelled. */
export function undoneNotes(notes: string, runId: number): string {
  return notes ? `${notes}\nUndone: import ${runId}` : `Undone: import ${runId}`;
}

/**
 * Whether a payment was booked on its own day alone: later entries, by which its credit was taken up, stay on their days,
 * so its reversal must not come before them.
 */
export function isBookedOnOwnDay(
  { kind, paymentDate, version }: Pick<Payment, 'kind' | 'paymentDate' | 'version'>,
  parts: readonly { since: IsoDate }[],
): boolean {
  if (kind === 'opening') return parts.length === 0;
  if (kind === 'payment' && version > 1) return false;
  return parts.every(({ since }) => since <= paymentDate);
}
