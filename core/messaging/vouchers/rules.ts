import { formatDate, type IsoDate } from '../../kernel/dates.ts';
import { escapeTemplate, type TemplateField } from '../texts/rules-templates.ts';

/** The type of messages with the codes of vouchers. */
export const VOUCHER_TYPE = 'voucher';

/** Codes in one message, so that it usually is one SMS. */
export const CODES_A_MESSAGE = 4;

/** 'Voucher code A', 'Voucher codes A, B'. */
export function codesText(codes: readonly string[]): string {
  return `Voucher ${codes.length === 1 ? 'code' : 'codes'} ${codes.join(', ')}`;
}

const longest = codesText(Array.from({ length: CODES_A_MESSAGE }, () => 'WWWW-WWWW-WWWW'));

/** Its value is read when the message is sent: by then some of the vouchers may be used. */
export const voucherFields: readonly TemplateField[] = [
  {
    name: 'codes',
    meaning: 'The codes of the vouchers',
    longest,
    max: longest.length,
    isCut: false,
  },
];

/** The text of a message with codes, as a template. */
export function voucherText(sale: {
  company: string;
  bundleName: string;
  lapsesOn: IsoDate;
}): string {
  const of = escapeTemplate(`${sale.company}: ${sale.bundleName}`);
  return `${of}. {codes}. Use by ${formatDate(sale.lapsesOn)}.`;
}

/** What staff read of a message in which codes are missing; '' if none is. */
export function leftOutText(leftOut: readonly { batchNumber: string; lineNo: number }[]): string {
  const [first] = leftOut;
  if (!first) return '';
  const lines = leftOut.map(({ lineNo }) => lineNo).join(', ');
  const word = leftOut.length === 1 ? 'Voucher' : 'Vouchers';
  return `${word} ${lines} of ${first.batchNumber} left out: no longer unused.`;
}
