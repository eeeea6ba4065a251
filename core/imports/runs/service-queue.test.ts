import { describe, expect, it } from 'vitest';
import { isAppError } from '../../kernel/errors.ts';
import {
  type ImportSlot,
  importQueue,
  type WaitOptions,
  waitForImportSlot,
} from './service-queue.ts';

/** Waits until all pending promises are settled. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

const take = (who: string, options: Partial<WaitOptions> = {}) =>
  waitForImportSlot(who, { stops: [], ...options });

async function refusal(work: Promise<unknown>): Promise<[string, string]> {
  try {
    await work;
  } catch (error) {
    if (isAppError(error)) return [error.kind, error.code];
    throw error;
  }
  throw new Error('it was not refused');
}

describe('the import queue', () => {
  it('runs one at a time, in order of arrival', async () => {
    const order: string[] = [];
    let most = 0;
    let inside = 0;
    const one = async (who: string) => {
      const slot = await take(who);
      inside += 1;
      most = Math.max(most, inside);
      await settled();
      order.push(who);
      inside -= 1;
      slot.end();
    };
    await Promise.all(['a', 'b', 'c', 'd'].map(one));
    expect([order, most, importQueue('a').running]).toEqual([['a', 'b', 'c', 'd'], 1, false]);
  });

  it('reports the progress of the running one, the number waiting and the caller’s position', async () => {
    const told: Record<string, number[]> = { b: [], c: [] };
    const first = await take('a');
    first.progress(5_000, 7_043);
    const second = take('b', { onWait: (before) => told.b!.push(before) });
    const third = take('c', { onWait: (before) => told.c!.push(before) });
    expect(importQueue('c')).toEqual({
      running: true,
      processed: 5_000,
      total: 7_043,
      waiting: 2,
      position: 2,
    });
    expect(importQueue('a').position).toBeNull();
    first.end();
    const slot = await second;
    expect(importQueue('c')).toMatchObject({ processed: 0, total: 0, waiting: 1, position: 1 });
    slot.end();
    (await third).end();
    expect(told).toEqual({ b: [1], c: [2, 1] });
  });

  it('removes a disconnected caller, and all waiting ones when the program stops', async () => {
    const gone = new AbortController();
    const stop = new AbortController();
    const first = await take('a', { stops: [stop.signal] });
    const left = refusal(take('b', { gone: gone.signal, stops: [stop.signal] }));
    const stopped = refusal(take('c', { stops: [undefined, stop.signal] }));
    const stays = take('d');
    gone.abort();
    expect(await left).toEqual(['unavailable', 'import.left']);
    expect(importQueue('c')).toMatchObject({ waiting: 2, position: 1 });
    stop.abort();
    expect(await stopped).toEqual(['unavailable', 'run.stopped']);
    expect(await refusal(take('e', { stops: [stop.signal] }))).toEqual([
      'unavailable',
      'run.stopped',
    ]);
    expect(importQueue('d')).toMatchObject({ running: true, waiting: 1, position: 1 });
    first.end();
    // Ending a slot twice does not end the next one.
    first.end();
    const slot = await stays;
    expect(importQueue('d').running).toBe(true);
    slot.end();
    expect(importQueue('d').running).toBe(false);
  });

  it('holds twenty and refuses more', async () => {
    const first = await take('a');
    const waiting = Array.from({ length: 20 }, (_, at) => take(`b${at}`));
    expect(await refusal(take('c'))).toEqual(['unavailable', 'import.busy']);
    first.end();
    for (const one of waiting) ((await one) as ImportSlot).end();
    expect(importQueue('b')).toMatchObject({ running: false, waiting: 0 });
  });

  it('holds fifteen of one user', async () => {
    const first = await take('a');
    const waiting = Array.from({ length: 15 }, () => take('b'));
    expect(await refusal(take('b'))).toEqual(['unavailable', 'import.busy']);
    const other = take('c');
    first.end();
    for (const one of [...waiting, other]) ((await one) as ImportSlot).end();
    expect(importQueue('b').waiting).toBe(0);
  });
});
