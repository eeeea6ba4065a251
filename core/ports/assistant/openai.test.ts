import {
  type ModelBehaviour,
  type ModelStub,
  startModelStub,
} from '@nimule/fixtures/testing/servers/model-stub';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openAiModel } from './openai.ts';

let stub: ModelStub;
const port = (changes: object = {}) => openAiModel({ ...stub.settings, callMs: 600, ...changes });
const request = {
  system: 'Answer.',
  messages: [{ role: 'user' as const, content: 'Hello' }],
  maxTokens: 50,
};

beforeEach(async () => {
  stub = await startModelStub();
});
afterEach(() => stub.close());

describe('a language model', () => {
  test('is asked with system text, messages, limit and key, and answers with its tokens', async () => {
    expect(await port().ask(request)).toEqual({
      kind: 'answer',
      text: 'Please restart the router.',
      usage: { inputTokens: 120, outputTokens: 30 },
    });
    expect(stub.asked).toEqual([
      {
        authorization: `Bearer ${stub.settings.apiKey}`,
        model: 'stub-1',
        messages: [
          { role: 'system', content: 'Answer.' },
          { role: 'user', content: 'Hello' },
        ],
        max_tokens: 50,
        temperature: 0.2,
      },
    ]);
  });

  test('that needs no key gets none, and one with a slash at the end of its address is found', async () => {
    await port({ apiKey: '', url: `${stub.settings.url}/` }).ask(request);
    expect(stub.asked[0]?.authorization).toBe('');
  });

  test.each<[string, ModelBehaviour, string]>([
    ['does not answer', 'hang', 'it did not answer in time'],
    ['sends a body without an end', 'slowBody', 'it did not answer in time'],
    ['breaks off', 'cutOff', 'the call failed'],
    ['closes the connection', 'drop', 'the call failed'],
    ['sends too much', 'huge', 'its answer is too long'],
    ['redirects', { redirect: 'http://127.0.0.1:9/v1/chat/completions' }, 'the call failed'],
    ['refuses', { status: 401 }, 'status 401'],
    ['fails', { status: 500 }, 'status 500'],
    ['limits', { status: 429 }, 'status 429'],
    ['sends a page', { body: '<html>login</html>', type: 'text/html' }, 'its answer is no JSON'],
    ['sends half of a JSON', { body: '{"choices":[' }, 'its answer is no JSON'],
    ['sends a list', { body: '[]' }, 'its answer holds no text'],
    ['sends null', { body: 'null' }, 'its answer holds no text'],
    [
      'sends no text',
      { body: '{"choices":[{"message":{"content":null}}]}' },
      'its answer holds no text',
    ],
    ['sends choices that are none', { body: '{"choices":"x"}' }, 'its answer holds no text'],
    ['is cut off by the limit', { text: 'You should', finish: 'length' }, 'its answer is cut off'],
    ['repeats the key', { text: 'test-model-key-5b1e' }, 'its answer holds the key'],
  ])('that %s gives no answer, and a reason without secrets', async (_what, behaviour, reason) => {
    stub.answer = () => behaviour;
    const outcome = await port().ask(request);
    expect(outcome.kind).toBe('failed');
    const text = JSON.stringify(outcome);
    expect(text).toContain(reason);
    expect(text).not.toContain(stub.settings.apiKey);
    expect(text).not.toContain('127.0.0.1');
  });

  test.each([
    [{ prompt_tokens: -5, completion_tokens: 'many' }],
    [{ prompt_tokens: Number.MAX_VALUE, completion_tokens: 1.5 }],
    ['none'],
    [null],
  ])('that counts its tokens wrongly (%j) is answered all the same', async (usage) => {
    stub.answer = () => ({ text: 'Yes.', usage });
    const outcome = await port().ask(request);
    expect(outcome).toMatchObject({ kind: 'answer', text: 'Yes.' });
    const counted = outcome.kind === 'answer' ? Object.values(outcome.usage) : [];
    expect(counted.every((count) => count === 0)).toBe(true);
  });

  test('is not called without TLS on another machine', async () => {
    const outcome = await port({ url: 'http://model.example.net/v1' }).ask(request);
    expect(outcome).toEqual({
      kind: 'failed',
      reason: 'AI_BASE_URL must begin with https:// (http:// is for this machine alone)',
    });
  });

  test('that is not there gives no answer', async () => {
    await stub.close();
    expect((await port().ask(request)).kind).toBe('failed');
    stub = await startModelStub();
  });
});
