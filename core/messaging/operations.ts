import type { Ctx } from '../context.ts';
import type { HandlersOf } from '../kernel/contract.ts';
import type { voucherRoutes } from '../vouchers/routes.ts';
import { emailInvoices, previewInvoiceEmails } from './automatic/service-invoices.ts';
import { sendReportNow } from './automatic/service-reports.ts';
import * as automatic from './automatic/service-types.ts';
import * as campaigns from './campaigns/service.ts';
import { getMessageStats } from './campaigns/service-stats.ts';
import { previewSms } from './recipients/service.ts';
import type { messagingRoutes } from './routes.ts';
import { cancelMessage, listMessages, sendMessage, sendMessageAgain } from './service.ts';
import { getMessageSettings, updateMessageSettings } from './settings/service.ts';
import * as templates from './texts/service-templates.ts';
import { textVouchers } from './vouchers/service.ts';

export const messagingOperations: HandlersOf<
  typeof messagingRoutes & Pick<typeof voucherRoutes, 'textVouchers'>,
  Ctx
> = {
  listCampaigns: (ctx, { query }) => campaigns.listCampaigns(ctx, query),
  getCampaign: (ctx, { params }) => campaigns.getCampaign(ctx, params.id),
  previewSms: (ctx, { body }) => previewSms(ctx, body),
  sendSms: (ctx, { body }) => campaigns.sendSms(ctx, body),
  cancelCampaign: (ctx, { params }) => campaigns.cancelCampaign(ctx, params.id),
  stopCampaign: (ctx, { params }) => campaigns.stopCampaign(ctx, params.id),
  resumeCampaign: (ctx, { params }) => campaigns.resumeCampaign(ctx, params.id),
  retryCampaign: (ctx, { params }) => campaigns.retryCampaign(ctx, params.id),
  getMessageStats: (ctx) => getMessageStats(ctx),
  listMessages: (ctx, { query }) => listMessages(ctx, query),
  sendMessage: (ctx, { body }) => sendMessage(ctx, body),
  sendMessageAgain: (ctx, { params }) => sendMessageAgain(ctx, params.id),
  cancelMessage: (ctx, { params }) => cancelMessage(ctx, params.id),
  listTemplates: (ctx, { query }) => templates.listTemplates(ctx, query),
  createTemplate: (ctx, { body }) => templates.createTemplate(ctx, body),
  updateTemplate: (ctx, { params, body }) => templates.updateTemplate(ctx, params.id, body),
  deleteTemplate: (ctx, { params }) => templates.deleteTemplate(ctx, params.id),
  getMessageSettings: (ctx) => getMessageSettings(ctx),
  updateMessageSettings: (ctx, { body }) => updateMessageSettings(ctx, body),
  listMessageTypes: (ctx) => automatic.listMessageTypes(ctx),
  updateMessageType: (ctx, { params, body }) => automatic.updateMessageType(ctx, params.type, body),
  previewMessageType: (ctx, { params, body }) =>
    automatic.previewMessageType(ctx, params.type, body),
  textVouchers: (ctx, { params, body }) => textVouchers(ctx, params.id, body),
  sendReportNow: (ctx, { params }) => sendReportNow(ctx, params.id),
  previewInvoiceEmails: (ctx, { query }) => previewInvoiceEmails(ctx, query.month),
  emailInvoices: (ctx, { body }) => emailInvoices(ctx, body.month),
};
