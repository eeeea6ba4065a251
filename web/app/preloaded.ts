import type { ReadOperation } from '../client/call.ts';
import type { ModuleName } from './modules.ts';

/**
 * Reads that a screen begins with, and their addresses: the HTML of the screen asks for them while the scripts are loading
 * (vite/first-loads.ts), which saves a round trip on a slow link.
 */
export const preloaded: {
  readonly [M in ModuleName]?: { readonly [O in ReadOperation]?: string };
} = {
  overview: {
    ownWork: '/api/dashboard/own-work',
    dashboardAttention: '/api/dashboard/attention',
  },
};
