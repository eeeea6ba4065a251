import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '@nimule/core/config';
import type { App } from '@nimule/core/context';
import { receiptsToken } from '@nimule/core/messaging/sending/service-http-receipts';
import { openSms } from '@nimule/core/ports/sms/open';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLogger } from '../log.ts';
import { buildServer } from '../server.ts';
import { type Harness, MAX_DELAY_MS, startHarness } from './harness.ts';

let harness: Harness;
let folder: string;
let server: FastifyInstance;
let app: App;
let lines = '';

const pattern = {
  method: 'POST',
  form: { to: '{to}', text: '{text}' },
  accepted: [{ status: [200] }],
  receipt: { id: 'id', status: 'status', delivered: ['Success'], failed: ['Failed'], error: 'why' },
};
const token = () => receiptsToken(app.config)!;
const urlOf = (secret: string) => `/api/sms/receipts/${secret}`;
const form = { 'content-type': 'application/x-www-form-urlencoded' };

async function parts(): Promise<unknown[]> {
  const { rows } = await harness.app.pool.query(
    `select gateway_id, status, error from message_parts where gateway = 'http' order by gateway_id`,
  );
  return rows;
}

beforeAll(async () => {
  harness = await startHarness();
  folder = await mkdtemp(join(tmpdir(), 'nimule-receipts-'));
  const SMS_GATEWAY = join(folder, 'gateway.json');
  await writeFile(SMS_GATEWAY, JSON.stringify(pattern));
  const config = readConfig({
    SMS_URL: 'https://sms.example.net/send',
    SMS_KEY: 'k3y',
    SMS_GATEWAY,
  });
  const log = createLogger('debug', {
    write: (line: string) => {
      lines += line;
    },
  });
  app = {
    ...harness.app,
    config: { ...harness.app.config, sms: config.sms },
    ports: { ...harness.app.ports, sms: openSms(config, harness.app.log) },
  };
  server = await buildServer({ app, log, maxDelayMs: MAX_DELAY_MS });
});
afterAll(async () => {
  await server.close();
  await harness.close();
  await rm(folder, { recursive: true, force: true });
});

describe('receipts of a gateway with an HTTP interface', () => {
  it('come as a form, as JSON or as a query, twice too', async () => {
    const url = urlOf(token());
    const calls = [
      { method: 'POST', url, headers: form, payload: 'id=A1&status=Success' },
      { method: 'POST', url, payload: { id: 'a2', status: 'Failed', why: 'absent' } },
      { method: 'GET', url: `${url}?id=a3&status=Success` },
      { method: 'GET', url: `${url}?id=a3&status=Success` },
      { method: 'POST', url: `${url}?id=a4&status=Success` },
    ] as const;
    for (const call of calls) {
      const answer = await server.inject(call);
      expect([answer.statusCode, answer.json()]).toEqual([200, { receipts: 1 }]);
    }
    expect(await parts()).toEqual([
      { gateway_id: 'a1', status: 'delivered', error: '' },
      { gateway_id: 'a2', status: 'failed', error: 'absent' },
      { gateway_id: 'a3', status: 'delivered', error: '' },
      { gateway_id: 'a4', status: 'delivered', error: '' },
    ]);
  });

  it('are ignored when they cannot be read, and refused when they are too large', async () => {
    const before = await parts();
    const url = urlOf(token());
    for (const payload of ['', '[]', '{"id":{}}', '{"id":1}', '"x"']) {
      const headers = { 'content-type': 'application/json' };
      const answer = await server.inject({ method: 'POST', url, headers, payload });
      expect([payload, answer.statusCode]).toEqual([payload, 200]);
    }
    const broken = await server.inject({ method: 'POST', url, headers: form, payload: '%%%&=&id' });
    expect(broken.statusCode).toBe(200);
    const large = { method: 'POST', url, headers: form, payload: 'x'.repeat(600_000) } as const;
    expect((await server.inject(large)).statusCode).toBe(413);
    expect(await parts()).toEqual(before);
  });

  it('need the token, which is not logged; without such a gateway there is none', async () => {
    for (const wrong of ['x', `${token()}x`, token().slice(1), encodeURIComponent('ü'), 'k3y']) {
      const answer = await server.inject({ method: 'POST', url: urlOf(wrong), payload: {} });
      expect([wrong, answer.statusCode]).toEqual([wrong, 404]);
    }
    expect((await harness.server.inject(urlOf(token()))).statusCode).toBe(404);
    expect(lines).toContain('/api/sms/receipts/:token');
    expect(lines).not.toContain(token());
    expect(receiptsToken(readConfig({ SMS_URL: 'smpps://u:p@sms.example.net' }))).toBeUndefined();
  });
});
