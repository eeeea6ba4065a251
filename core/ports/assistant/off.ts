import type { AssistantPort } from './types.ts';

/** Without AI_BASE_URL: only the local driver answers, and nothing leaves this machine. */
export const noModel: AssistantPort = {
  kind: 'off',
  model: '',
  ask: async () => ({ kind: 'failed', reason: 'no model is configured' }),
};
