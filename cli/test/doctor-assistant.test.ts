import { readConfig } from '@nimule/core/config';
import { describe, expect, test } from 'vitest';
import { checkAssistant } from '../doctor-assistant.ts';

const check = (env: Record<string, string>) => checkAssistant(readConfig(env));
const KEY = 'sk-very-secret-5b1e';
const remote = { AI_BASE_URL: 'https://api.example.net/v1', AI_MODEL: 'small-1' };

describe('the check of the assistant', () => {
  test('says that nothing leaves the machine where no model is configured', () => {
    expect(check({})).toEqual({
      check: 'assistant',
      state: 'ok',
      detail: 'answers by its own rules; nothing leaves this machine',
    });
  });

  test('names model and host, and never the key', () => {
    const finding = check({ ...remote, AI_API_KEY: KEY, AI_DAILY_REQUESTS: '40' });
    expect(finding).toEqual({
      check: 'assistant',
      state: 'ok',
      detail: 'model small-1 at api.example.net, with a key, at most 40 requests a day',
    });
  });

  test.each([
    ['a key without an address', { AI_API_KEY: KEY }, 'AI_BASE_URL is not'],
    ['a model without an address', { AI_MODEL: 'small-1' }, 'AI_BASE_URL is not'],
    ['a remote model without a key', remote, 'without AI_API_KEY'],
    [
      'a budget of nothing',
      { ...remote, AI_API_KEY: KEY, AI_DAILY_REQUESTS: '0' },
      'switches it off',
    ],
  ])('warns of %s', (_what, env, words) => {
    const finding = check(env);
    expect(finding).toMatchObject({ state: 'warning', detail: expect.stringContaining(words) });
    expect(finding.detail).not.toContain(KEY);
  });

  test('takes a model on this machine without a key', () => {
    const env = { AI_BASE_URL: 'http://127.0.0.1:11434/v1', AI_MODEL: 'llama' };
    expect(check(env)).toMatchObject({
      state: 'ok',
      detail: expect.stringContaining('without a key'),
    });
  });

  test('is never reached with an address without a model, which is refused without its key', () => {
    expect(() => check({ AI_BASE_URL: remote.AI_BASE_URL, AI_API_KEY: KEY })).toThrow(/AI_MODEL/);
    expect(() => check({ AI_BASE_URL: remote.AI_BASE_URL, AI_API_KEY: KEY })).not.toThrow(KEY);
  });
});
