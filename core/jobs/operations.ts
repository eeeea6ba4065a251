import type { Ctx } from '../context.ts';
import type { HandlersOf } from '../kernel/contract.ts';
import type { jobRoutes } from './routes.ts';
import { listJobs, runJobNow } from './service.ts';

export const jobOperations: HandlersOf<typeof jobRoutes, Ctx> = {
  listJobs: (ctx) => listJobs(ctx),
  runJob: (ctx, { params }) => runJobNow(ctx, params.name),
};
