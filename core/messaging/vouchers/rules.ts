import { formatDate, type IsoDate } from '../../kernel/dates.ts';
import { escapeTemplate, type TemplateField } from '../texts/rules-templates.ts';

/** The type of messages with the codes of vouchers. */
export const VOUCHER_TYPE = 'voucher';

/** Codes in one message, so that it usually is one SMS. */
export const CODES_A_MESSAGE = 4;

const fieldName = (index: number) => `code${index + 1}`;

/** Their values are read when the message is sent. */
export const voucherFields: readonly TemplateField[] = Array.from(
  { length: CODES_A_MESSAGE },
  (_, index) => ({
    name: fieldName(index),
    meaning: 'The code of a voucher',
    longest: 'WWWW-WWWW-WWWW',
    max: 14,
    isCut: false,
  }),
);

/** What is kept of a code in a message: the voucher. */
export function secretsOf(voucherIds: readonly number[]) {
  return Object.fromEntries(
    voucherIds.map((id, index) => [fieldName(index), { secret: VOUCHER_TYPE, id }]),
  );
}

/** The text of a message with `count` codes, as fields. */
export function voucherText(
  sale: { company: string; bundleName: string; lapsesOn: IsoDate },
  count: number,
): string {
  const codes = Array.from({ length: count }, (_, index) => `{${fieldName(index)}}`);
  const of = escapeTemplate(`${sale.company}: ${sale.bundleName}`);
  const word = count === 1 ? 'Voucher code' : 'Voucher codes';
  return `${of}. ${word} ${codes.join(', ')}. Use by ${formatDate(sale.lapsesOn)}.`;
}
