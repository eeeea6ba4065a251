import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { readConfig } from '../config.ts';
import { openSms } from './sms/open.ts';
import { parseReceipt } from './sms/receipts.ts';
import { gatewayId, outboxSms } from './sms.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nimule-sms-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const log = { info: () => {}, warn: () => {}, error: () => {} };
const open = (env: Record<string, string>) =>
  openSms(readConfig({ ISP_DATA_DIR: folder, ...env }), log);

describe('without a gateway', () => {
  it('a message is a file that only its owner can read, and that says it was not sent', async () => {
    const outbox = join(folder, 'outbox-sms');
    const port = open({ SMS_SENDER: 'NIMULE' });
    expect(port.kind).toBe('outbox');
    await port.verify();
    const [first, second] = await Promise.all(
      ['Pay now', 'ادفع'].map((text, index) =>
        port.send({ id: `m-${index}`, to: '+211977123456', text }),
      ),
    );
    const ids = [...first!.ids, ...second!.ids];
    const names = await readdir(outbox);
    expect(names.map((name) => name.toLowerCase()).toSorted()).toEqual(ids.toSorted());
    for (const name of names) expect((await stat(join(outbox, name))).mode & 0o777).toBe(0o600);
    const texts = await Promise.all(names.map((name) => readFile(join(outbox, name), 'utf8')));
    expect(texts.toSorted()[0]).toBe(
      'Not sent: SMS_URL is not set.\nId: m-0\nFrom: NIMULE\nTo: +211977123456\n\nPay now\n',
    );
    await port.close();
  });

  it.runIf(process.platform === 'linux')('reports a folder that cannot be made', async () => {
    await expect(outboxSms('/proc/nimule/outbox', '').verify()).rejects.toThrow('ENOENT');
  });
});

describe('the configured gateway', () => {
  it('is by the protocol of SMS_URL', async () => {
    expect(open({ SMS_URL: 'smpps://u:p@sms.example.net?window=7' })).toMatchObject({
      kind: 'smpp',
      maxInFlight: 7,
    });
    const port = open({ SMS_URL: 'https://sms.example.net', SMS_GATEWAY: join(folder, 'none') });
    expect(port.kind).toBe('http');
    await expect(port.send({ id: '1', to: '+211977123456', text: 'x' })).rejects.toMatchObject({
      code: 'sms.unreachable',
      message: expect.stringContaining('SMS_GATEWAY cannot be read (ENOENT)'),
    });
  });
});

test.each([
  [' AB-7 ', 'ab-7'],
  [7, '7'],
  ['4471234567890123457', '4471234567890123457'],
  // Rounded while it was read.
  [JSON.parse('4471234567890123457'), undefined],
  ['a\u0000b', 'ab'],
  ['', undefined],
  [' '.repeat(300), undefined],
  ['x'.repeat(101), undefined],
  [null, undefined],
  [{}, undefined],
])('the id %j is compared as %j', (value, id) => {
  expect(gatewayId(value)).toBe(id);
});

test.each([
  ['id:0 stat:ENROUTE err:000', { id: '0', status: 'pending' }],
  ['ID: 3F stat: expired ERR: 0', { id: '3f', status: 'expired', error: 'EXPIRED' }],
  ['id:9 stat:BUFFERED err:12', { id: '9', status: 'unknown', error: 'BUFFERED, error 12' }],
  ['id:9 text:stat:DELIVRD', undefined],
  ['stat:DELIVRD', undefined],
  ['Please call', undefined],
  [`${'x'.repeat(2000)} id:9 stat:DELIVRD`, undefined],
])('the receipt %s', (text, receipt) => {
  expect(parseReceipt({ text })).toEqual(receipt);
});
