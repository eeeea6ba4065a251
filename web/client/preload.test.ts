import { beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => vi.resetModules());

test('a preloaded answer is used once', async () => {
  const { takePreloaded } = await import('./preload.ts');
  expect(takePreloaded('/api/one')).toBe(true);
  expect(takePreloaded('/api/one')).toBe(false);
  expect(takePreloaded('/api/two')).toBe(true);
});

test('what was preloaded for another user is not used', async () => {
  const { takePreloaded } = await import('./preload.ts');
  const { storeUser } = await import('./session.ts');
  storeUser({ id: 1 } as never);
  expect(takePreloaded('/api/one')).toBe(false);
});
