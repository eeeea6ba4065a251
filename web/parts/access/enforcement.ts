import type { AccessSettings } from '@nimule/core/access/schema';
import { serverNow } from '../../client/server-clock.ts';
import { useRead } from '../../client/use-read.ts';

type Everybody = Pick<AccessSettings, 'everybodyUntil'>;

/** The end of 'let everybody on', if that is still to come. */
export function everybodyUntil({ everybodyUntil: until }: Everybody): Date | undefined {
  return until !== null && until.getTime() > serverNow() ? until : undefined;
}

/** Whether suspensions are applied at a router, or at routers that let nobody on by themselves. */
export function isApplied(settings: AccessSettings, router?: Everybody): boolean {
  return settings.enforced && !everybodyUntil(settings) && !(router && everybodyUntil(router));
}

/** The settings of access, once read. */
export function useAccessSettings(): AccessSettings | undefined {
  return useRead('getAccessSettings').data;
}
