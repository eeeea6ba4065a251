import { downloadReceipt } from '../../billing/documents/service.ts';
import { invoiceLetter, recordInvoiceEmails } from '../../billing/invoices/service-emails.ts';
import type { Ctx } from '../../context.ts';
import { AppError, isAppError } from '../../kernel/errors.ts';
import { safeFileName } from '../../kernel/file-names.ts';
import {
  receivesPay,
  type ScheduledFile,
  scheduledFile,
} from '../../reports/schedules/service-files.ts';
import { accessCodeOf } from '../../wifi/service-access.ts';
import type { Letter, Sources } from '../sending/service-texts.ts';
import { campaignFields } from '../texts/rules-fields.ts';
import { VOUCHER_TYPE, voucherFields } from '../vouchers/rules.ts';
import { voucherCodes } from '../vouchers/service-codes.ts';
import { automaticType } from './rules-types.ts';
import { findOutdated } from './service-valid.ts';

/** What is attached to an e-mail. */
interface Attachment {
  invoice?: number;
  receipt?: number;
  report?: Omit<ScheduledFile, 'withPay'>;
  /** The e-mail has the subject and the text that an invoice's e-mail has by default. */
  isLetter?: boolean;
}

/** Values of the company, for the fields of automatic messages. */
export function companyTexts({ config: { company } }: Pick<Ctx, 'config'>): Record<string, string> {
  return {
    company: company.name,
    phone: company.phone || company.emails[0]!,
    howToPay: company.paymentInstructions.join('; ') || company.name,
  };
}

/** Files of reports that are being sent, by the context of their group of messages: one for all recipients who see the same. */
const reportFiles = new WeakMap<Ctx, Map<string, ReturnType<typeof scheduledFile>>>();

async function reportFile(ctx: Ctx, report: NonNullable<Attachment['report']>, recipient: string) {
  const withPay = await receivesPay(ctx, recipient);
  const files = reportFiles.get(ctx) ?? new Map<string, ReturnType<typeof scheduledFile>>();
  reportFiles.set(ctx, files);
  const key = `${report.schedule} ${report.report ?? ''} ${report.startDate} ${report.endDate} ${withPay}`;
  const file = files.get(key) ?? scheduledFile(ctx, { ...report, withPay });
  files.set(key, file);
  return file;
}

async function letterOf(
  ctx: Ctx,
  { invoice, receipt, report, isLetter }: Attachment,
  recipient: string,
): Promise<Letter> {
  if (report !== undefined) return { attachments: [await reportFile(ctx, report, recipient)] };
  if (invoice !== undefined) {
    const { attachment, subject, text } = await invoiceLetter(ctx, invoice);
    return { attachments: [attachment], ...(isLetter ? { subject, text } : {}) };
  }
  if (receipt === undefined) return { attachments: [] };
  const { filename, contentType, body } = await downloadReceipt(ctx, receipt);
  const content = Buffer.from(body as Uint8Array);
  return { attachments: [{ filename: safeFileName(filename), contentType, content }] };
}

/** A document that cannot be made must not hold up all other messages: the message fails, with this reason. */
async function attach(ctx: Ctx, attachment: unknown, recipient: string): Promise<Letter> {
  try {
    return await letterOf(ctx, attachment as Attachment, recipient);
  } catch (cause) {
    const isOwn = isAppError(cause) && ['pdf.timeout', 'pdf.crashed'].includes(cause.code);
    if (!isOwn) throw cause;
    throw new AppError('rule', 'message.document', cause.message, { cause });
  }
}

/** Invoices, receipts and reports of messages and campaigns of invoices, and what invoices show of their e-mails. */
export const messageSources: Sources = {
  secrets: {
    [VOUCHER_TYPE]: voucherCodes,
    wifi: async (ctx, [id]) => ({ text: await accessCodeOf(ctx, id!) }),
  },
  common: companyTexts,
  attach,
  fieldsOf: (type) =>
    type === VOUCHER_TYPE ? voucherFields : (automaticType(type)?.fields ?? campaignFields),
  outdated: findOutdated,
  async recorded(tx, messages) {
    await recordInvoiceEmails(
      tx,
      messages.flatMap(({ claimed, status }) => {
        const { invoice } = (claimed.attachment ?? {}) as Attachment;
        if (invoice === undefined) return [];
        const kept = status === 'unknown' ? ('sending' as const) : status;
        return [
          { invoiceId: invoice, to: claimed.recipient, status: kept, sentBy: claimed.createdBy },
        ];
      }),
    );
  },
};
