import { z } from 'zod';
import { guarded } from '../../kernel/guarded.ts';
import { money, moneyNotNegative } from '../../kernel/money.ts';
import { recordId, recordVersion, requiredText } from '../../kernel/text.ts';
import { PAY } from '../schema.ts';

/** seeds/001 3, Department card. `employees` counts the active ones. */
export const department = z.object({
  id: recordId,
  name: z.string(),
  employees: z.number(),
  /** US dollars a month; null where none is set. */
  budget: guarded(PAY, money.nullable()),
  /** Monthly salaries of its active employees. */
  salariesUsd: guarded(PAY, money),
  managerId: recordId.nullable(),
  /** The manager's name; '' without one. */
  manager: z.string(),
  version: z.number(),
});
export type Department = z.output<typeof department>;

export const departmentInput = z.object({
  name: requiredText('The name', 100),
  budget: guarded(PAY, moneyNotNegative.nullable()),
  managerId: recordId.nullable().optional(),
});
export type DepartmentInput = z.output<typeof departmentInput>;
export const departmentUpdate = departmentInput.partial().extend({ version: recordVersion });
export type DepartmentUpdate = z.output<typeof departmentUpdate>;
