import type { TDocumentDefinitions } from 'pdfmake/interfaces.js';

/** Who sends the document (decision 29). `demo` marks every page as a sample. */
export interface Letterhead {
  name: string;
  /** One to four letters, drawn as the mark. */
  logoText: string;
  city: string;
  address: string;
  phone: string;
  emails: string[];
  taxNumber?: string;
  website?: string;
  /** One way to pay a line: bank account, mobile money. */
  paymentInstructions: string[];
  /** Amounts in South Sudanese pounds beside the dollars. */
  showsSsp: boolean;
  demo: boolean;
}

export interface DocumentCustomer {
  customerId: string;
  name: string;
  address: string;
  phone: string;
  email: string;
}

/** A layout by its name in core/layouts.ts, and the document that it lays out. */
export interface PdfRequest {
  layout: string;
  document: unknown;
}

/** Lays out a document of one kind. */
export type Layout<Document> = (document: Document) => TDocumentDefinitions;
