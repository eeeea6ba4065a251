import { isLoopback } from '../../kernel/loopback.ts';
import type { AssistantPort, ModelOutcome, ModelRequest, ModelUsage } from './types.ts';

/** Of a call, with the whole of its answer. */
const CALL_MS = 20_000;
const MAX_ANSWER_BYTES = 262_144;
const MAX_TOKENS_COUNTED = 10_000_000;
/** Low: replies follow the facts. */
const TEMPERATURE = 0.2;

export interface OpenAiSettings {
  url: string;
  apiKey: string;
  model: string;
  callMs?: number;
}

class Unusable extends Error {}

async function readBounded(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > MAX_ANSWER_BYTES) throw new Unusable('its answer is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Why a call failed, in words and without addresses or texts of the endpoint. */
function failureOf(error: unknown): string {
  if (error instanceof Unusable) return error.message;
  if (!(error instanceof Error)) return 'the call failed';
  if (error.name === 'TimeoutError') return 'it did not answer in time';
  const { code } = (error.cause ?? error) as { code?: unknown };
  return typeof code === 'string' ? `the call failed (${code.slice(0, 60)})` : 'the call failed';
}

const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

function countOf(value: unknown): number {
  const count = typeof value === 'number' && Number.isSafeInteger(value) ? value : 0;
  return Math.min(Math.max(count, 0), MAX_TOKENS_COUNTED);
}

function usageOf(value: unknown): ModelUsage {
  const usage = record(value);
  return {
    inputTokens: countOf(usage.prompt_tokens),
    outputTokens: countOf(usage.completion_tokens),
  };
}

/** @throws Unusable for an answer that holds no whole text. */
function readAnswer(text: string): { text: string; usage: ModelUsage } {
  let body: Record<string, unknown>;
  try {
    body = record(JSON.parse(text));
  } catch {
    throw new Unusable('its answer is no JSON');
  }
  const choice = record(Array.isArray(body.choices) ? body.choices[0] : undefined);
  const { content } = record(choice.message);
  if (typeof content !== 'string') throw new Unusable('its answer holds no text');
  // A reply that the limit of tokens has cut off ends in the middle of a sentence.
  if (choice.finish_reason === 'length') throw new Unusable('its answer is cut off');
  return { text: content, usage: usageOf(body.usage) };
}

const withoutSlash = (url: string) => (url.endsWith('/') ? url.slice(0, -1) : url);

/** @throws Unusable for an address without TLS that is not on this machine. */
function addressOf(url: string): string {
  const { protocol, hostname } = new URL(url);
  if (protocol !== 'https:' && !isLoopback(hostname))
    throw new Unusable('AI_BASE_URL must begin with https:// (http:// is for this machine alone)');
  return `${withoutSlash(url)}/chat/completions`;
}

/** Any endpoint with the chat completions of OpenAI. Its answers are untrusted. */
export function openAiModel({
  url,
  apiKey,
  model,
  callMs = CALL_MS,
}: OpenAiSettings): AssistantPort {
  async function call({ system, messages, maxTokens }: ModelRequest): Promise<string> {
    const response = await fetch(addressOf(url), {
      method: 'POST',
      // No redirect is followed: key and facts are for this address.
      redirect: 'error',
      signal: AbortSignal.timeout(callMs),
      headers: {
        accept: 'application/json',
        'content-type': 'application/json',
        'user-agent': 'nimule',
        ...(apiKey === '' ? {} : { authorization: `Bearer ${apiKey}` }),
      },
      body: JSON.stringify({
        model,
        messages: [{ role: 'system', content: system }, ...messages],
        max_tokens: maxTokens,
        temperature: TEMPERATURE,
      }),
    });
    if (response.status !== 200) {
      await response.body?.cancel();
      throw new Unusable(`status ${response.status}`);
    }
    return readBounded(response);
  }

  return {
    kind: 'openai',
    model,
    async ask(request): Promise<ModelOutcome> {
      try {
        const { text, usage } = readAnswer(await call(request));
        // An endpoint that repeats the key would show it to whoever chats.
        if (apiKey !== '' && text.includes(apiKey))
          return { kind: 'failed', reason: 'its answer holds the key' };
        return { kind: 'answer', text, usage };
      } catch (error) {
        return { kind: 'failed', reason: failureOf(error) };
      }
    },
  };
}
