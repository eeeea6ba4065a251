/** A record that an import created, with its version at the end of the batch: a higher one later means a change since. */
export interface Created {
  id: number;
  version: number;
}

/** A record that an import changed; values as texts. */
export interface ImportedChange {
  /** The position in the given rows. */
  index: number;
  entity: string;
  entityId: number;
  /** How the user names the record. */
  label: string;
  fields: { field: string; before: string; after: string }[];
}

/** A record that the undo of an import left, with the reason. */
export interface KeptRecord {
  entity: string;
  entityId: number;
  /** How the user names the record. */
  label: string;
  reason: string;
}

/**
 * A document that an import has settled, used or changed and not created, with its versions before and after the batch.
 * They do not count what earlier undos have taken back.
 */
export interface TouchedDocument {
  id: number;
  before: number;
  after: number;
}

/** What a customer is billed each month. */
export interface ImportedTerms {
  packageType: string;
  bandwidth: number;
  monthlyFeeUsd: number;
}

/** A customer whose fee an import has set, with the terms before and after it. */
export interface TouchedFee extends TouchedDocument {
  from: ImportedTerms;
  to: ImportedTerms;
}

export interface Touched {
  invoices: readonly TouchedDocument[];
  payments: readonly TouchedDocument[];
  /** Missing in batches of other imports. */
  fees?: readonly TouchedFee[];
}
