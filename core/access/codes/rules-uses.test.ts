import { expect, test } from 'vitest';
import { isoDate } from '../../kernel/dates.ts';
import type { CodeUseRow } from './queries-uses.ts';
import { endOf, useOf } from './rules-uses.ts';

const at = { now: new Date('2026-11-23T10:00:00Z'), today: isoDate('2026-11-23') };
const code: CodeUseRow = {
  ...{ sourceId: 3, label: 'vb-2026-000001/3', firstSignInAt: null, access: 'on', reason: '' },
  ...{ decidedAt: new Date('2026-11-20T08:00:00Z'), endsAt: null, lapsesOn: isoDate('2026-11-23') },
  ...{ usedBytes: 0, dataBytes: null, session: null, last: null },
};
const off = { access: 'off', reason: 'ended' } as const;
const hours = (number: number) => new Date(at.now.getTime() + number * 3_600_000);

test.each<[string | null, string, Partial<CodeUseRow>]>([
  [null, 'unused on its last day', {}],
  [null, 'running', { endsAt: hours(1), dataBytes: 10, usedBytes: 9 }],
  ['lapsed', 'unused after its last day', { lapsesOn: isoDate('2026-11-22') }],
  ['lapsed', 'closed as unused', { ...off, decidedAt: hours(-1) }],
  ['time', 'over', { endsAt: at.now }],
  ['time', 'over, and closed by the job', { ...off, endsAt: hours(-2), decidedAt: hours(-1) }],
  ['person', 'ended with time left', { ...off, endsAt: hours(2), decidedAt: hours(-1) }],
  [
    'person',
    'the same when that time is over',
    { ...off, endsAt: hours(-1), decidedAt: hours(-2) },
  ],
  ['data', 'without data', { endsAt: hours(1), dataBytes: 10, usedBytes: 10 }],
  ['void', 'taken back', { access: 'off', reason: 'void', lapsesOn: isoDate('2026-11-01') }],
])('%s: %s', (end, _, more) => {
  expect(endOf({ ...code, ...more }, at)).toBe(end);
});

test('time is left while nothing has ended the code', () => {
  expect(useOf({ ...code, endsAt: hours(2) }, at)).toMatchObject({
    ...{ label: 'VB-2026-000001/3', secondsLeft: 7200, endedBy: null },
  });
  const { secondsLeft } = useOf({ ...code, endsAt: hours(2), dataBytes: 1, usedBytes: 1 }, at);
  expect(secondsLeft).toBeNull();
  expect(useOf(code, at).secondsLeft).toBeNull();
});
