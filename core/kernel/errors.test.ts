import { expect, test } from 'vitest';
import { notFound } from './errors.ts';

test('the code of a not-found error has no spaces', () => {
  expect(() => notFound('Billing run', 7)).toThrow(
    expect.objectContaining({
      code: 'billingRun.notFound',
      message: 'Billing run 7 was not found.',
    }),
  );
  expect(() => notFound('User', 'grace')).toThrow(
    expect.objectContaining({ code: 'user.notFound' }),
  );
});
