import type { z } from 'zod';
import { optionalText } from '../../kernel/text.ts';
import { supplierInput } from './schema.ts';

/** A supplier of a file, found by code or else by name; fields missing in the file are left out. */
export const importedSupplier = supplierInput.extend({
  supplierCode: optionalText('The supplier code', 40).optional(),
});
export type ImportedSupplier = z.output<typeof importedSupplier>;
