import type { TDocumentDefinitions } from 'pdfmake/interfaces.js';

/** The company that sends the document (decision 29). `demo` marks every page as a sample. */
export interface Letterhead {
  name: string;
  /** One to four letters, drawn as the logo. */
  logoText: string;
  city: string;
  address: string;
  phone: string;
  emails: string[];
  taxNumber?: string;
  website?: string;
  /** One line per way to pay: bank account, mobile money. */
  paymentInstructions: string[];
  /** Shows amounts in South Sudanese pounds next to the dollars. */
  showsSsp: boolean;
  demo: boolean;
}

export interface DocumentCustomer {
  /** What the id is the id of; a customer unless it says otherwise. */
  word?: 'Customer' | 'Supplier' | 'Employee';
  customerId: string;
  name: string;
  address: string;
  phone: string;
  email: string;
}

/** The name of a layout in core/layouts.ts, and its document. */
export interface PdfRequest {
  layout: string;
  document: unknown;
}

/** Stands for a layout: the document is a list of PDF files, whose pages become one file. */
export const MERGE = 'merge';

/** As MERGE, for parts whose pages are numbered once they are together. */
export const MERGE_NUMBERED = 'mergeNumbered';

/** Lays out a document of one kind. */
export type Layout<Document> = (document: Document) => TDocumentDefinitions;
