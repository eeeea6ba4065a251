import type { Ctx } from '../context.ts';
import type { HandlersOf } from '../kernel/contract.ts';
import type { companyRoutes } from './routes.ts';
import { getCompany } from './service.ts';

export const companyOperations: HandlersOf<typeof companyRoutes, Ctx> = {
  company: (ctx) => getCompany(ctx),
};
