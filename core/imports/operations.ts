import type { Ctx } from '../context.ts';
import type { HandlersOf } from '../kernel/contract.ts';
import type { importRoutes } from './routes.ts';
import { importFile, importStatus } from './service.ts';
import { importTemplate } from './service-template.ts';

export const importOperations: HandlersOf<typeof importRoutes, Ctx> = {
  importFile: (ctx, { body, upload }) => importFile(ctx, upload, body),
  importStatus: async (ctx) => importStatus(ctx),
  importTemplate: (_ctx, { params, query }) => importTemplate(params.type, query.format),
};
