import type { z } from 'zod';
import { emailAddress, phone } from '../../kernel/contact.ts';
import { optionalText } from '../../kernel/text.ts';
import { employeeInput } from './schema.ts';

/**
 * A row of a staff list, found by employee number or else by e-mail; fields missing in the file are left out. `name` is a
 * full name for lists without a column for each part.
 */
export const importedEmployee = employeeInput
  .omit({ departmentId: true, managerId: true, userId: true })
  .partial()
  .extend({
    employeeNumber: optionalText('The employee number', 40).optional(),
    name: optionalText('The name', 200).optional(),
    email: emailAddress.optional(),
    phone: phone.optional(),
  });
export type ImportedEmployee = z.output<typeof importedEmployee>;
