import { expect, it } from 'vitest';
import { assertVersion } from './versions.ts';

it('refuses a change of a version that is no longer current', () => {
  expect(() => assertVersion('Billing run', 3, undefined)).not.toThrow();
  expect(() => assertVersion('Billing run', 3, 3)).not.toThrow();
  expect(() => assertVersion('Billing run', 3, 2)).toThrow(
    expect.objectContaining({
      kind: 'conflict',
      code: 'billingRun.stale',
      message: 'Somebody else changed this billing run in the meantime. Reload it and try again.',
    }),
  );
});
