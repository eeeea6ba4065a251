import type { Ctx } from '../context.ts';
import type { HandlersOf } from '../kernel/contract.ts';
import * as accounts from './accounts/service.ts';
import * as decisions from './decisions/service.ts';
import { letEverybodyOn } from './decisions/service-settings.ts';
import type { accessRoutes } from './routes.ts';

export const accessOperations: HandlersOf<typeof accessRoutes, Ctx> = {
  listAccessAccounts: (ctx, { query }) => accounts.listAccounts(ctx, query),
  exportAccessAccounts: async (ctx, { query }) => accounts.exportAccounts(ctx, query),
  createAccessAccount: (ctx, { body }) => accounts.createAccount(ctx, body),
  listNotEnforced: (ctx, { query }) => accounts.listNotEnforced(ctx, query),
  listAccessProfiles: (ctx) => decisions.listProfiles(ctx),
  updateAccessProfile: (ctx, { params, body }) =>
    decisions.updateProfile(ctx, params.packageType, body),
  getAccessSettings: (ctx) => decisions.getAccessSettings(ctx),
  updateAccessSettings: (ctx, { body }) => decisions.updateAccessSettings(ctx, body),
  letEverybodyOn: (ctx, { body }) => letEverybodyOn(ctx, body),
  getAccessAccount: (ctx, { params }) => accounts.getAccount(ctx, params.id),
  updateAccessAccount: (ctx, { params, body }) => accounts.updateAccount(ctx, params.id, body),
  deleteAccessAccount: (ctx, { params }) => accounts.deleteAccount(ctx, params.id),
  showAccessPassword: (ctx, { params }) => accounts.showPassword(ctx, params.id),
  renewAccessPassword: (ctx, { params, body }) =>
    accounts.renewPassword(ctx, params.id, body.password),
};
