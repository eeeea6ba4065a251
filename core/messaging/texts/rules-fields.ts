import { formatDate, isIsoDate } from '../../kernel/dates.ts';
import { type Cents, formatSsp, formatUsd } from '../../kernel/money.ts';
import type { RecipientType } from '../schema.ts';
import { accountFields, type TemplateField } from './rules-templates.ts';

/** Values of fields as they are kept with a message: amounts in cents, dates as 'YYYY-MM-DD'. */
export type FieldValues = Readonly<Record<string, string | number>>;

const named = (...names: string[]) => accountFields.filter(({ name }) => names.includes(name));
const ofDebts = named('name', 'amount', 'amountSsp', 'dueDate', 'invoice', 'balance');
const ofCustomers = named('name', 'balance');
const ofList = named('name');

/**
 * The fields that the text of a campaign may have. For overdue payments, amount is what is overdue in all, and invoice
 * and due date are those of the oldest overdue invoice; balance is everything that is open.
 */
export function fieldsOfRecipients(type: RecipientType): readonly TemplateField[] {
  if (type === 'custom_list') return ofList;
  return type === 'overdue_payments' ? ofDebts : ofCustomers;
}

/** The fields of a message to one customer. */
export const singleFields = ofCustomers;

/** All fields that a campaign or a template may have. */
export const campaignFields = ofDebts;

const DATES = ['dueDate', 'date'];

/** The text of a value: '$650.00', 'SSP 260,000', '15 Nov 2026'; any other text as it is. */
function fieldText(name: string, value: string | number): string {
  if (typeof value === 'number')
    return name === 'amountSsp' ? formatSsp(value as Cents) : formatUsd(value as Cents);
  return DATES.includes(name) && isIsoDate(value) ? formatDate(value) : value;
}

/** The texts of all values, for `fillTemplate`. */
export function fieldTexts(values: FieldValues): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, fieldText(name, value)]),
  );
}
