import type { Letterhead } from '../../documents/pdf/documents.ts';
import type { Payroll } from './schema.ts';

/** A payslip as it is printed. US cents. */
export interface PayslipDocument {
  company: Letterhead;
  payroll: Omit<Payroll, 'actions'>;
  position: string;
  email: string;
  /** 'Bank transfer, Equity Bank 0012345'. */
  paidBy: string;
}

/** The payslips of one part of a batch. */
export interface PayslipsDocument {
  /** In the properties of the file. */
  title: string;
  payslips: readonly PayslipDocument[];
}
