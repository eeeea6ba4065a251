import type { Ctx } from '../../context.ts';
import type { HandlersOf } from '../../kernel/contract.ts';
import { downloadRefund } from '../documents/service-refund.ts';
import type { refundRoutes } from './routes.ts';
import { listRefunds, recordRefund } from './service.ts';

export const refundOperations: HandlersOf<typeof refundRoutes, Ctx> = {
  listRefunds: (ctx, { query }) => listRefunds(ctx, query),
  recordRefund: (ctx, { body }) => recordRefund(ctx, body),
  refundPdf: (ctx, { params }) => downloadRefund(ctx, params.id),
};
