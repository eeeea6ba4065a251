import type { z } from 'zod';
import { paymentTerms, supplierStatuses } from '../../procurement/suppliers/schema.ts';
import { importedSupplier } from '../../procurement/suppliers/schema-import.ts';
import type { ImportTable, ImportTotal } from './rules.ts';

export type SupplierRow = z.output<typeof importedSupplier>;

/** Suppliers; the key is the code, or the name. */
export const supplierTable: ImportTable<SupplierRow> = {
  type: 'suppliers',
  key: 'name',
  schema: importedSupplier,
  fields: [
    {
      name: 'supplierCode',
      kind: 'text',
      aliases: ['Supplier Code', 'Supplier ID', 'Supplier No', 'Vendor Code', 'Vendor ID', 'Code'],
      example: 'SUP-001',
    },
    {
      name: 'name',
      kind: 'text',
      isRequired: true,
      aliases: ['Supplier', 'Supplier Name', 'Vendor', 'Vendor Name', 'Company Name', 'Company'],
      example: 'Example Computers Ltd',
    },
    {
      name: 'contactPerson',
      kind: 'text',
      aliases: ['Contact', 'Contact Person', 'Contact Name'],
      example: 'Mary Keji',
    },
    {
      name: 'email',
      kind: 'text',
      isContact: true,
      aliases: ['E-Mail', 'Email Address', 'Mail'],
      example: 'sales@example.net',
    },
    {
      name: 'phone',
      kind: 'text',
      isContact: true,
      aliases: ['Phone Number', 'Telephone', 'Mobile', 'Tel'],
      example: '0977 123 456',
    },
    {
      name: 'address',
      kind: 'text',
      isContact: true,
      aliases: ['Street', 'Street Address'],
      example: 'Airport Road 12',
    },
    { name: 'city', kind: 'text', aliases: ['Town'], example: 'Juba' },
    { name: 'country', kind: 'text', aliases: ['Land'], example: 'South Sudan' },
    {
      name: 'taxNumber',
      kind: 'text',
      aliases: ['Tax Number', 'TIN', 'Tax ID', 'VAT Number'],
      example: '100200300',
    },
    {
      name: 'paymentTerms',
      kind: 'choice',
      choices: paymentTerms,
      aliases: ['Terms', 'Payment Terms'],
      example: 'NET 30',
    },
    {
      name: 'status',
      kind: 'choice',
      choices: supplierStatuses,
      aliases: ['Supplier Status'],
      example: 'active',
    },
    { name: 'notes', kind: 'text', aliases: ['Note', 'Remarks', 'Comments'], example: '' },
  ],
};

export const supplierTotals: readonly ImportTotal<SupplierRow>[] = [
  { key: 'suppliers', label: 'Suppliers', unit: 'count', of: () => 1 },
];
