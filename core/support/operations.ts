import type { Ctx } from '../context.ts';
import type { HandlersOf } from '../kernel/contract.ts';
import { commentOn, listComments } from './comments/service.ts';
import type { supportRoutes } from './routes.ts';
import { createTicket, updateTicket } from './service.ts';
import { files } from './service-attachments.ts';
import { disputeInvoice } from './service-dispute.ts';
import * as list from './service-list.ts';
import { mergeTicket } from './service-merge.ts';
import { getSupportSettings, updateSupportSettings } from './service-settings.ts';
import { arrive, complete } from './service-visits.ts';

export const supportOperations: HandlersOf<typeof supportRoutes, Ctx> = {
  listTickets: (ctx, { query }) => list.listTickets(ctx, query),
  exportTickets: (ctx, { query }) => list.exportTickets(ctx, query),
  ticketStats: (ctx) => list.getTicketStats(ctx),
  lookupTicket: (ctx, { query }) => list.lookupTicket(ctx, query.ticketId),
  getSupportSettings: (ctx) => getSupportSettings(ctx),
  updateSupportSettings: (ctx, { body }) => updateSupportSettings(ctx, body),
  createTicket: (ctx, { body }) => createTicket(ctx, body),
  disputeInvoice: (ctx, { params, body }) => disputeInvoice(ctx, params.id, body),
  getTicket: (ctx, { params }) => list.getTicket(ctx, params.id),
  updateTicket: (ctx, { params, body }) => updateTicket(ctx, params.id, body),
  mergeTicket: (ctx, { params, body }) => mergeTicket(ctx, params.id, body),
  listTicketComments: (ctx, { params }) => listComments(ctx, params.id),
  commentTicket: (ctx, { params, body }) => commentOn(ctx, params.id, body),
  arriveAtVisit: (ctx, { params, body }) => arrive(ctx, params.id, body),
  completeVisit: (ctx, { params, body }) => complete(ctx, params.id, body),
  listTicketAttachments: (ctx, { params }) => files.list(ctx, params.id),
  addTicketAttachment: (ctx, { params, upload }) => files.add(ctx, params.id, upload),
  downloadTicketAttachment: (ctx, { params }) => files.read(ctx, params.id, params.attachmentId),
  deleteTicketAttachment: (ctx, { params }) => files.remove(ctx, params.id, params.attachmentId),
};
