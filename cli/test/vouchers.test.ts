import { cents } from '@nimule/core/kernel/money';
import { createBundle } from '@nimule/core/vouchers/bundles/service';
import { contextOf, type TestApp } from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShell, type Shell } from './harness.ts';

interface Sold {
  voucherCode: string;
  batchNumber: string;
}

let shell: Shell;
const terminal = { stdin: true, stdout: true, stderr: true };

beforeAll(async () => {
  shell = await openShell();
  const bundle = { dataAllowanceMB: 5120, validityDays: 7, priceUsd: cents(3_00) };
  const ctx = contextOf(shell.app as TestApp);
  await createBundle(ctx, { ...bundle, name: 'Weekly 5 GB', bundleType: 'data' });
});
afterAll(() => shell.close());

const sell = async (more = ''): Promise<[Sold, ...Sold[]]> =>
  (await shell.json(`vouchers sell "weekly 5 gb" ${more}`)) as [Sold, ...Sold[]];

describe('isp vouchers void', () => {
  it('gives back the money of all unused vouchers of a sale, once somebody said yes', async () => {
    const [{ batchNumber }] = await sell('--quantity 3');
    const line = ['vouchers', 'void', batchNumber.toLowerCase(), '--reason', 'Wrong bundle'];
    const unasked = await shell.isp(line);
    expect(unasked.code).toBe(2);
    expect(unasked.stderr).toContain(`Void 3 vouchers of ${batchNumber} and give back $9.00?`);
    const refused = await shell.isp(line, { isTTY: terminal, typed: 'n\n' });
    expect(refused.stderr).not.toContain(': give back');
    expect(await shell.json(`vouchers list --q ${batchNumber} --status unused`)).toHaveLength(3);
    const done = await shell.isp([...line, '--yes', '--format', 'json']);
    expect(done.stderr).toContain(`3 vouchers of ${batchNumber}: give back $9.00.`);
    expect(JSON.parse(done.stdout)).toMatchObject({ void: 3, unused: 0, revenueUsd: 0 });
    const again = await shell.isp([...line, '--yes']);
    expect([again.code, again.stderr]).toEqual([7, expect.stringContaining('no unused vouchers')]);
  });

  it('takes back chosen ones, in pounds for a sale in pounds, and refuses used and unknown codes', async () => {
    const sold = await sell('--quantity 3 --currency SSP --account bank --reference DEP-1');
    const [first, second] = sold as [Sold, Sold];
    const line = `vouchers void ${first.batchNumber} --reason Lost --yes`;
    const code = first.voucherCode.toLowerCase().replaceAll('-', '');
    const done = await shell.isp(`${line} --code ${code} --code ${first.voucherCode}`);
    expect(done.stderr).toContain(`1 voucher of ${first.batchNumber}: give back SSP 3,900.`);
    await shell.isp(`vouchers activate ${second.voucherCode}`);
    const used = await shell.isp(`${line} --code ${second.voucherCode}`);
    expect([used.code, used.stderr]).toEqual([7, expect.stringContaining('No longer unused')]);
    expect((await shell.isp(`${line} --code AAAA-BBBB-CCCC`)).code).toBe(5);
    expect((await shell.isp('vouchers void VB-2020-000001 --reason x --yes')).code).toBe(5);
    expect(await shell.json(`vouchers batches --q ${first.batchNumber}`)).toMatchObject([
      { unused: 1, active: 1, void: 1, receivedSsp: 7800, receivedUsd: 0 },
    ]);
  });
});

it('exports sales with what was received in each currency', async () => {
  const { stdout } = await shell.isp('vouchers export-batches --output - --sort batchNumber');
  const [header, dollars, pounds] = stdout.trim().split('\r\n');
  expect(header).toContain('receivedUsd,receivedSsp,revenueUsd');
  expect(dollars).toContain('cash,USD,0.00,0.00,0.00');
  expect(pounds).toContain('bank,SSP,0.00,7800.00,19.50');
});

it('shows figures and sellers', async () => {
  expect(await shell.json('vouchers stats')).toMatchObject({ totalVouchers: 6, unusedVouchers: 1 });
  expect(await shell.json('vouchers sellers')).toMatchObject([
    { batches: 2, sold: 6, void: 4, revenueUsd: 19.5, receivedUsd: 0, receivedSsp: 7800 },
  ]);
  expect(await shell.json('vouchers sellers --to 2020-01-01')).toEqual([]);
});

it('texts codes, and says which were left out', async () => {
  const sold = await sell('--quantity 2 --phone 0912345678');
  const [first, second] = sold as [Sold, Sold];
  await shell.isp(`vouchers activate ${first.voucherCode}`);
  const codes = `--code ${first.voucherCode} --code ${second.voucherCode}`;
  const sent = await shell.isp(`vouchers text ${first.batchNumber} ${codes} --format json`);
  expect(JSON.parse(sent.stdout)).toMatchObject({ queued: 1, phone: '+211912345678' });
  expect(sent.stderr).toContain(`Voucher 1 of ${first.batchNumber} was left out: it is activated.`);
  const used = await shell.isp(`vouchers text ${first.batchNumber} --code ${first.voucherCode}`);
  expect(used.code).toBe(7);
  const [silent] = await sell();
  expect((await shell.isp(`vouchers text ${silent.batchNumber}`)).code).toBe(7);
});
