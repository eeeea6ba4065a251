import { defineRoutes } from '../kernel/contract.ts';
import { idParams } from '../kernel/text.ts';
import { reportSent } from '../reports/schedules/schema.ts';
import * as s from './schema.ts';

/** Messages that the provider sends by itself. */
export const automaticRoutes = defineRoutes({
  listMessageTypes: {
    method: 'GET',
    path: '/api/message-types',
    permission: 'sms.read',
    summary: 'The automatic messages',
    response: s.messageType.array(),
    shows: ['messages'],
  },
  updateMessageType: {
    method: 'PUT',
    path: '/api/message-types/:type',
    permission: 'sms.automate',
    summary: 'Switch an automatic message on or off, and change its texts',
    params: s.typeParams,
    body: s.messageTypeUpdate,
    response: s.messageType,
    touches: ['messages', 'audit'],
  },
  previewMessageType: {
    method: 'POST',
    path: '/api/message-types/:type/preview',
    permission: 'sms.read',
    summary: 'An automatic message filled for a customer',
    params: s.typeParams,
    body: s.typePreviewInput,
    response: s.typePreview,
  },
  previewInvoiceEmails: {
    method: 'GET',
    path: '/api/billing/email-month',
    permission: 'sms.send',
    summary: 'Who is e-mailed the invoices of a month, and who is left out',
    query: s.invoiceEmailsInput,
    response: s.invoiceEmailsPreview,
    shows: ['messages', 'emails', 'customers', 'money'],
  },
  emailInvoices: {
    method: 'POST',
    path: '/api/billing/invoices/email-month',
    permission: 'sms.send',
    summary: 'E-mail the invoices of a month to their customers',
    body: s.invoiceEmailsInput,
    response: s.invoiceEmails,
    idempotent: true,
    touches: ['messages', 'audit'],
  },
  sendReportNow: {
    method: 'POST',
    path: '/api/reports/schedules/:id/send',
    permission: 'report.schedule',
    summary: 'Send a scheduled report of its last period now',
    params: idParams,
    response: reportSent,
    idempotent: true,
    touches: ['reports', 'messages', 'audit'],
  },
});
