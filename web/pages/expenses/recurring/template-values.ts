import { type ExpenseTemplate, expenseTemplateInput } from '@nimule/core/expenses/schema';
import { monthOf } from '@nimule/core/kernel/dates';
import { toDecimal } from '@nimule/core/kernel/money';
import type { z } from 'zod';
import type { FormValues } from '../../../ui/form/form.tsx';
import { today } from '../../../ui/today.ts';

/** Version and state are no fields of the form. */
export const templateForm = expenseTemplateInput
  .omit({ version: true, isActive: true })
  .required({ currency: true });

/** What a new recurring expense begins with: as a new expense, from this month on. */
export function newTemplate(): FormValues<typeof templateForm> {
  return {
    description: '',
    location: '',
    amount: '',
    currency: 'USD',
    expenseType: 'cost_of_sales',
    category: 'bandwidth_cost',
    account: 'checking',
    day: '1',
    firstMonth: monthOf(today()),
    lastMonth: '',
  };
}

export function valuesOfTemplate(template: ExpenseTemplate): z.input<typeof templateForm> {
  const { description, location, expenseType, category, currency, account } = template;
  return {
    ...{ description, location, expenseType, category, currency, account },
    amount: toDecimal(template.amount),
    day: String(template.day),
    firstMonth: template.firstMonth,
    lastMonth: template.lastMonth,
  };
}
