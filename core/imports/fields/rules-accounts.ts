import { z } from 'zod';
import type { AccountRow } from '../../accounting/import-accounts/rules-node.ts';
import { accountCurrencies, cashFlowClasses, expenseClasses } from '../../accounting/schema.ts';
import { optionalText, requiredText } from '../../kernel/text.ts';
import type { ImportTable, ImportTotal } from './rules.ts';

const accountRow = z.object({
  code: requiredText('The code', 20).optional(),
  name: requiredText('The name', 200).optional(),
  type: optionalText('The type', 100).optional(),
  parent: optionalText('The parent', 200).optional(),
  currency: z.enum(accountCurrencies).optional(),
  cashFlow: z.enum(cashFlowClasses).optional(),
  expenseClass: z.enum(expenseClasses).optional(),
}) satisfies z.ZodType<AccountRow>;
export type ImportedAccountRow = z.output<typeof accountRow>;

/** A chart of accounts. */
export const accountTable: ImportTable<ImportedAccountRow> = {
  type: 'accounts',
  key: 'code',
  keyOr: 'name',
  schema: accountRow,
  fields: [
    {
      name: 'code',
      kind: 'text',
      aliases: ['Account Code', 'Account Number', 'Account No', 'Account #', 'Number', 'No'],
      example: 'EXAMPLE',
    },
    {
      name: 'name',
      kind: 'text',
      isRequired: true,
      aliases: ['Account Name', 'Full Name', 'Account Title', 'Account', 'Ledger', 'Title'],
      example: 'KCB Bank',
    },
    {
      name: 'type',
      kind: 'text',
      aliases: ['Account Type', 'Type of Account', 'Class', 'Classification', 'Category', 'Group'],
      example: 'Bank',
    },
    {
      name: 'parent',
      kind: 'text',
      aliases: ['Parent Account', 'Parent Code', 'Parent Name', 'Sub Account Of', 'Subaccount of'],
      example: '1100',
    },
    {
      name: 'currency',
      kind: 'choice',
      choices: accountCurrencies,
      aliases: ['Account Currency', 'Currency Code'],
      example: 'USD',
    },
    {
      name: 'cashFlow',
      kind: 'choice',
      choices: cashFlowClasses,
      aliases: ['Cash Flow Class', 'Cash Flow Category'],
      example: 'operating',
    },
    {
      name: 'expenseClass',
      kind: 'choice',
      choices: expenseClasses,
      aliases: [],
      example: '',
    },
  ],
};

export const accountTotals: readonly ImportTotal<ImportedAccountRow>[] = [
  { key: 'accounts', label: 'Accounts', unit: 'count', of: () => 1 },
];
