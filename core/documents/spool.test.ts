import { expect, test } from 'vitest';
import { spooled } from './spool.ts';

async function* chunks(count: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < count; at++) yield Buffer.alloc(50_000, at);
}

async function bytesOf(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of body) parts.push(part);
  return Buffer.concat(parts);
}

test('answers what was written, also nothing', async () => {
  expect((await bytesOf(await spooled(chunks(0)))).length).toBe(0);
  expect(await bytesOf(await spooled(chunks(5)))).toEqual(await bytesOf(chunks(5)));
});

test('has read its source to the end before anything is read of it', async () => {
  let isRead = false;
  async function* source() {
    yield* chunks(2);
    isRead = true;
  }
  await spooled(source());
  expect(isRead).toBe(true);
});

test('ends with the error of its source', async () => {
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield Buffer.alloc(10);
    throw new Error('lost');
  }
  await expect(spooled(broken())).rejects.toThrow('lost');
});

test('can be left before its end', async () => {
  for await (const part of await spooled(chunks(5))) {
    expect(part.length).toBeGreaterThan(0);
    break;
  }
});
