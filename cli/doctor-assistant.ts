import type { Config } from '@nimule/core/config';
import { isLoopback } from '@nimule/core/kernel/loopback';
import { type Finding, ok, warning } from './doctor-findings.ts';

/**
 * How the assistant answers, without asking the model: each request may cost money. The key is not shown; of the address
 * only the host is. An incomplete configuration is refused by `readConfig`.
 */
export function checkAssistant({ assistant }: Pick<Config, 'assistant'>): Finding {
  const { url, apiKey, model, dailyRequests } = assistant;
  if (url === undefined) {
    return apiKey === '' && model === ''
      ? ok('assistant', 'answers by its own rules; nothing leaves this machine')
      : warning(
          'assistant',
          'AI_API_KEY or AI_MODEL is set, but AI_BASE_URL is not: it answers by its own rules',
        );
  }
  const { host, hostname } = new URL(url);
  const detail = `model ${model} at ${host}, ${apiKey === '' ? 'without a key' : 'with a key'}, at most ${dailyRequests} requests a day`;
  if (dailyRequests === 0)
    return warning('assistant', `${detail}: AI_DAILY_REQUESTS switches it off`);
  if (apiKey === '' && !isLoopback(hostname))
    return warning('assistant', `${detail}: most models refuse requests without AI_API_KEY`);
  return ok('assistant', detail);
}
