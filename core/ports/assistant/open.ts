import type { Config } from '../../config.ts';
import { noModel } from './off.ts';
import { openAiModel } from './openai.ts';
import type { AssistantPort } from './types.ts';

/** The configured language model (AI_BASE_URL), or none. */
export function openAssistant({ assistant }: Pick<Config, 'assistant'>): AssistantPort {
  const { url, apiKey, model } = assistant;
  return url === undefined ? noModel : openAiModel({ url, apiKey, model });
}
