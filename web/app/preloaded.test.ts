import { expect, test } from 'vitest';
import { type ReadOperation, urlOf } from '../client/call.ts';
import { preloaded } from './preloaded.ts';

test('the addresses that are preloaded are those of the operations', () => {
  const reads = Object.values(preloaded).flatMap((screen) => Object.entries(screen));
  expect(reads.length).toBeGreaterThan(0);
  for (const [operation, address] of reads) expect(address).toBe(urlOf(operation as ReadOperation));
});
