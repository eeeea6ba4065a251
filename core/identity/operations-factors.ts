import type { Ctx } from '../context.ts';
import type { HandlersOf } from '../kernel/contract.ts';
import {
  finishApp,
  finishPasskey,
  listFactors,
  removeFactor,
  renewRecoveryCodes,
  startApp,
  startPasskey,
} from './factors/service.ts';
import { getSecuritySettings, updateSecuritySettings } from './factors/service-required.ts';
import {
  askPasskey,
  confirmSession,
  confirmWithPasskey,
  getSecondStep,
  signInWithCode,
  signInWithPasskey,
} from './factors/service-step.ts';
import type { factorsRoutes } from './routes-factors.ts';
import {
  endOtherSessions,
  endStaffSession,
  endUserSessions,
  listOwnSessions,
  listUserSessions,
} from './sessions/service-list.ts';

/** All except the one that another person may have to accept, which is in reports. */
export const factorsOperations: Omit<HandlersOf<typeof factorsRoutes, Ctx>, 'resetSecondFactor'> = {
  secondStep: (ctx) => getSecondStep(ctx),
  signInWithCode: (ctx, { body }) => signInWithCode(ctx, body),
  askPasskey: (ctx) => askPasskey(ctx),
  signInWithPasskey: (ctx, { body }) => signInWithPasskey(ctx, body),
  listFactors: (ctx) => listFactors(ctx),
  startApp: (ctx) => startApp(ctx),
  finishApp: (ctx, { body }) => finishApp(ctx, body),
  startPasskey: (ctx) => startPasskey(ctx),
  finishPasskey: (ctx, { body }) => finishPasskey(ctx, body),
  removeFactor: (ctx, { params }) => removeFactor(ctx, params.id),
  renewRecoveryCodes: (ctx) => renewRecoveryCodes(ctx),
  confirmSession: (ctx, { body }) => confirmSession(ctx, body),
  confirmWithPasskey: (ctx, { body }) => confirmWithPasskey(ctx, body),
  listOwnSessions: (ctx) => listOwnSessions(ctx),
  endStaffSession: (ctx, { params }) => endStaffSession(ctx, params.id),
  endOtherSessions: (ctx) => endOtherSessions(ctx),
  listUserSessions: (ctx, { params }) => listUserSessions(ctx, params.id),
  endUserSessions: (ctx, { params }) => endUserSessions(ctx, params.id),
  getSecuritySettings: (ctx) => getSecuritySettings(ctx),
  updateSecuritySettings: (ctx, { body }) => updateSecuritySettings(ctx, body),
};
