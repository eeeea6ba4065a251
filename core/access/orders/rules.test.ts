import { describe, expect, test } from 'vitest';
import { changeOf, type OrderFacts, outcomeOf, pauseAfter } from './rules.ts';

const order: OrderFacts = {
  kind: 'change',
  routerKind: 'mikrotik',
  given: '',
  downloadKbps: 10_000,
  uploadKbps: 5000,
  reducedDownloadKbps: 1000,
  reducedUploadKbps: 500,
  tries: 0,
};

describe('an order', () => {
  test.each([
    [{}, '5000k/10000k'],
    [{ given: 'r' }, '500k/1000k'],
    [{ kind: 'end' }, undefined],
    [{ routerKind: 'generic' }, undefined],
    [{ downloadKbps: null, uploadKbps: null }, undefined],
  ] as const)('%j is %s', (change, rateLimit) => {
    expect(changeOf({ ...order, ...change })?.rateLimit).toBe(rateLimit);
  });

  test('that is not answered is sent again after growing pauses', () => {
    expect([0, 1, 2, 3, 7, 8, 1000].map(pauseAfter)).toEqual([
      ...[2000, 4000, 8000, 16_000, 256_000, 300_000, 300_000],
    ]);
  });

  test('to change is done with the answer; to end only with the report', () => {
    const ack = { kind: 'ack' } as const;
    expect(outcomeOf(ack, { wasChange: true, tries: 0 })).toEqual({ done: 'given' });
    expect(outcomeOf(ack, { wasChange: false, tries: 0 })).toMatchObject({
      ...{ next: 'end', afterMs: 60_000, isPromised: true },
    });
  });

  test('to change that is refused becomes one to end; a session that is not known is gone', () => {
    const refused = { kind: 'nak', cause: 401 } as const;
    expect(outcomeOf(refused, { wasChange: true, tries: 3 })).toMatchObject({
      ...{ next: 'end', afterMs: 0, error: 'refused (error 401)' },
    });
    expect(outcomeOf(refused, { wasChange: false, tries: 1 })).toMatchObject({
      ...{ next: 'end', afterMs: 4000 },
    });
    const unknown = { kind: 'nak', cause: 503 } as const;
    expect(outcomeOf(unknown, { wasChange: true, tries: 0 })).toEqual({ done: 'gone' });
    const silent = { kind: 'silent', error: 'does not answer' } as const;
    expect(outcomeOf(silent, { wasChange: true, tries: 0 })).toMatchObject({
      ...{ next: 'change', afterMs: 2000, error: 'does not answer' },
    });
  });
});
