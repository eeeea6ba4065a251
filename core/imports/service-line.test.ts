import { describe, expect, it } from 'vitest';
import { isAppError } from '../kernel/errors.ts';
import { type ImportTurn, importLine, takeImportTurn, type WaitOptions } from './service-line.ts';

/** Everything that is due now, however many steps it takes. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

const take = (who: string, options: Partial<WaitOptions> = {}) =>
  takeImportTurn(who, { stops: [], ...options });

async function refusal(work: Promise<unknown>): Promise<[string, string]> {
  try {
    await work;
  } catch (error) {
    if (isAppError(error)) return [error.kind, error.code];
    throw error;
  }
  throw new Error('it was not refused');
}

describe('the line of imports', () => {
  it('lets one at a time in, in the order in which they came', async () => {
    const order: string[] = [];
    let most = 0;
    let inside = 0;
    const one = async (who: string) => {
      const turn = await take(who);
      inside += 1;
      most = Math.max(most, inside);
      await settled();
      order.push(who);
      inside -= 1;
      turn.end();
    };
    await Promise.all(['a', 'b', 'c', 'd'].map(one));
    expect([order, most, importLine('a').running]).toEqual([['a', 'b', 'c', 'd'], 1, false]);
  });

  it('tells how far the running one is, how many wait and where a caller stands', async () => {
    const told: Record<string, number[]> = { b: [], c: [] };
    const first = await take('a');
    first.progress(5_000, 7_043);
    const second = take('b', { onWait: (before) => told.b!.push(before) });
    const third = take('c', { onWait: (before) => told.c!.push(before) });
    expect(importLine('c')).toEqual({
      running: true,
      processed: 5_000,
      total: 7_043,
      waiting: 2,
      position: 2,
    });
    expect(importLine('a').position).toBeNull();
    first.end();
    const turn = await second;
    expect(importLine('c')).toMatchObject({ processed: 0, total: 0, waiting: 1, position: 1 });
    turn.end();
    (await third).end();
    expect(told).toEqual({ b: [1], c: [2, 1] });
  });

  it('is left by who is gone, and by all who wait when the program stops', async () => {
    const gone = new AbortController();
    const stop = new AbortController();
    const first = await take('a', { stops: [stop.signal] });
    const left = refusal(take('b', { gone: gone.signal, stops: [stop.signal] }));
    const stopped = refusal(take('c', { stops: [undefined, stop.signal] }));
    const stays = take('d');
    gone.abort();
    expect(await left).toEqual(['unavailable', 'import.left']);
    expect(importLine('c')).toMatchObject({ waiting: 2, position: 1 });
    stop.abort();
    expect(await stopped).toEqual(['unavailable', 'run.stopped']);
    expect(await refusal(take('e', { stops: [stop.signal] }))).toEqual([
      'unavailable',
      'run.stopped',
    ]);
    expect(importLine('d')).toMatchObject({ running: true, waiting: 1, position: 1 });
    first.end();
    // A turn that has ended does not end that of the next one.
    first.end();
    const turn = await stays;
    expect(importLine('d').running).toBe(true);
    turn.end();
    expect(importLine('d').running).toBe(false);
  });

  it('holds twenty, and refuses more at once', async () => {
    const first = await take('a');
    const waiting = Array.from({ length: 20 }, (_, at) => take(`b${at}`));
    expect(await refusal(take('c'))).toEqual(['unavailable', 'import.busy']);
    first.end();
    for (const one of waiting) ((await one) as ImportTurn).end();
    expect(importLine('b')).toMatchObject({ running: false, waiting: 0 });
  });

  it('holds fifteen of one person, so that nobody takes all places', async () => {
    const first = await take('a');
    const waiting = Array.from({ length: 15 }, () => take('b'));
    expect(await refusal(take('b'))).toEqual(['unavailable', 'import.busy']);
    const other = take('c');
    first.end();
    for (const one of [...waiting, other]) ((await one) as ImportTurn).end();
    expect(importLine('b').waiting).toBe(0);
  });
});
