import { cents } from '@nimule/core/kernel/money';
import { countTill } from '@nimule/core/till/service-close';
import { openTill } from '@nimule/core/till/service-open';
import { fillSafe } from '@nimule/fixtures/testing/cash';
import { contextOf, staff, type TestApp } from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openShell, type Shell } from './harness.ts';

let shell: Shell;
beforeAll(async () => {
  shell = await openShell();
});
afterAll(() => shell.close());

it('lists tills, shows one, and writes its report', async () => {
  const ctx = contextOf(shell.app as TestApp, staff('billing'));
  await fillSafe(shell.app as TestApp, { usd: 500 });
  const { id } = await openTill(ctx, { floatUsd: cents(500) });
  await countTill(ctx, id, { pieces: [], note: 'Stolen' });
  expect(await shell.json('till list --status counted')).toMatchObject([
    { tillNumber: 'TILL-2026-0001', userName: 'Test billing', differenceUsd: -5 },
  ]);
  expect(await shell.json('till show till-2026-0001')).toMatchObject({
    countNote: 'Stolen',
    sums: [
      { kind: 'float', amount: 5 },
      { kind: 'difference', amount: -5 },
    ],
  });
  expect(await shell.json('till unclosed')).toMatchObject([{ tillNumber: 'TILL-2026-0001' }]);
  const report = await shell.isp('till report TILL-2026-0001');
  expect(report.stdout.slice(0, 5)).toBe('%PDF-');
  expect((await shell.isp('till show TILL-2026-0009')).code).toBe(5);
});
