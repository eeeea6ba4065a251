import { z } from 'zod';
import { contactPhone, emailAddress } from '../../kernel/contact.ts';
import { dateText, instant } from '../../kernel/dates.ts';
import { money } from '../../kernel/money.ts';
import { exportFormats, pagingQuery } from '../../kernel/paging.ts';
import {
  optionalLines,
  optionalText,
  recordId,
  recordVersion,
  requiredText,
} from '../../kernel/text.ts';

export const paymentTerms = ['NET 15', 'NET 30', 'NET 45', 'NET 60', 'COD'] as const;
export type PaymentTerms = (typeof paymentTerms)[number];
export const supplierStatuses = ['active', 'inactive'] as const;

/** seeds/002 3, with what the supplier is owed. */
export const supplier = z.object({
  id: recordId,
  supplierCode: z.string(),
  name: z.string(),
  contactPerson: z.string(),
  email: z.string(),
  phone: z.string(),
  address: z.string(),
  city: z.string(),
  country: z.string(),
  taxNumber: z.string(),
  paymentTerms: z.enum(paymentTerms),
  status: z.enum(supplierStatuses),
  notes: z.string(),
  openUsd: money,
  advanceUsd: money,
  /** Approved orders, and their sum. */
  orders: z.number(),
  spentUsd: money,
  createdAt: instant,
  version: z.number(),
});
export type Supplier = z.output<typeof supplier>;

export const supplierInput = z.object({
  name: requiredText('The company name', 200),
  contactPerson: optionalText('The contact person', 200).optional(),
  email: emailAddress.optional(),
  /** Suppliers are abroad too, so any telephone number is accepted. */
  phone: contactPhone(40).optional(),
  address: optionalText('The address', 500).optional(),
  city: optionalText('The city', 100).optional(),
  country: optionalText('The country', 100).optional(),
  taxNumber: optionalText('The tax number', 60).optional(),
  paymentTerms: z.enum(paymentTerms).optional(),
  status: z.enum(supplierStatuses).optional(),
  notes: optionalLines('The notes', 2000).optional(),
});
export type SupplierInput = z.output<typeof supplierInput>;
export const supplierUpdate = supplierInput.partial().extend({ version: recordVersion });
export type SupplierUpdate = z.output<typeof supplierUpdate>;

export const supplierFilter = pagingQuery(['name', 'supplierCode', 'openUsd', 'spentUsd']).extend({
  status: z.enum(['all', ...supplierStatuses]).optional(),
});
export type SupplierFilter = z.output<typeof supplierFilter>;
export const supplierExport = supplierFilter.extend({ format: z.enum(exportFormats).optional() });

export const supplierStatementQuery = z.object({
  from: dateText.optional(),
  to: dateText.optional(),
});
export type SupplierStatementQuery = z.output<typeof supplierStatementQuery>;
/**
 * Bills and payments of a supplier in US dollars as they were booked, with the balance after each; below zero is paid in
 * advance.
 */
export const supplierStatement = z.object({
  supplier,
  from: dateText,
  to: dateText,
  openingUsd: money,
  lines: z
    .object({
      date: dateText,
      kind: z.enum(['bill', 'payment', 'exchange', 'reversal']),
      id: recordId,
      reference: z.string(),
      description: z.string(),
      billedUsd: money,
      paidUsd: money,
      balanceUsd: money,
    })
    .array(),
  closingUsd: money,
});
export type SupplierStatement = z.output<typeof supplierStatement>;
