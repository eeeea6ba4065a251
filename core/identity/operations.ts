import type { Ctx } from '../context.ts';
import type { HandlersOf } from '../kernel/contract.ts';
import type { identityRoutes } from './routes.ts';
import {
  changePassword,
  getCurrentUser,
  login,
  logout,
  recordActivity,
} from './sessions/service.ts';
import { deleteUser, getUserStats, grantUser, listUsers } from './users/service.ts';
import { createView, deleteView, listViews, updateView } from './views/service.ts';

/** All except those that need other modules and are therefore in reports: records of all in the log, and approvals. */
export const identityOperations: Omit<
  HandlersOf<typeof identityRoutes, Ctx>,
  'listAuditLog' | 'createUser' | 'updateUser' | 'suspendUser' | 'resetUserPassword'
> = {
  login: (ctx, { body }) => login(ctx, body),
  logout: (ctx) => logout(ctx),
  changePassword: (ctx, { body }) => changePassword(ctx, body),
  authUser: (ctx) => getCurrentUser(ctx),
  currentUser: (ctx) => getCurrentUser(ctx),
  recordActivity: (ctx) => recordActivity(ctx),
  listUsers: (ctx, { query }) => listUsers(ctx, query),
  userStats: (ctx) => getUserStats(ctx),
  grantUser: (ctx, { params, body }) => grantUser(ctx, params.id, body),
  deleteUser: (ctx, { params }) => deleteUser(ctx, params.id),
  listViews: (ctx, { query }) => listViews(ctx, query),
  createView: (ctx, { body }) => createView(ctx, body),
  updateView: (ctx, { params, body }) => updateView(ctx, params.id, body),
  deleteView: (ctx, { params }) => deleteView(ctx, params.id),
};
