import type { Letterhead } from '../../documents/pdf/documents.ts';
import type { SupplierStatement } from '../suppliers/schema.ts';

/** The statement with the company that prints it. */
export interface SupplierStatementDocument extends SupplierStatement {
  company: Letterhead;
}
