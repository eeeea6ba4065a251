import { readConfig } from '@nimule/core/config';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLogger, toReadable } from '../log.ts';
import { type Harness, PASSWORD, serverWith, startHarness } from './harness.ts';

let harness: Harness;

beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness.close());

describe('the log', () => {
  it('holds no key and no password of the settings', () => {
    const config = readConfig({
      DATABASE_URL: 'postgres://grace:pass-one@db/nimule',
      ISP_OWNER_URL: 'postgres://owner:pass-two@db/nimule',
      SMTP_URL: 'smtp://grace:pass-three@mail.example.net',
      SMS_URL: 'smpps://grace:pass-five@sms.example.net',
      SMS_KEY: 'pass-six',
      ISP_BACKUP_COPY: 'rclone --password pass-four copy',
      ISP_SECRET_KEY: 'ab'.repeat(32),
    });
    const lines: string[] = [];
    const log = createLogger('info', { write: (line) => lines.push(line) });
    log.info({ config }, 'started');
    log.info(config, 'started');
    expect(lines).toHaveLength(2);
    expect(lines.join('')).not.toMatch(/pass-|abab/);
  });

  it('has one line per answer, without input or secrets', async () => {
    const lines: string[] = [];
    const log = createLogger('info', { write: (line) => lines.push(line) });
    const server = await serverWith(harness.app, {}, { log });
    await server.inject({
      method: 'POST',
      url: '/api/auth/login?q=Akol',
      headers: { cookie: 'nimule_session=abc', authorization: 'Bearer abc' },
      payload: { username: 'nobody', password: PASSWORD },
    });
    await server.inject('/healthz');
    const answered = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'answered');
    expect(answered).toMatchObject([
      { method: 'POST', path: '/api/auth/login', status: 401, ip: '127.0.0.1' },
    ]);
    expect(answered[0].reqId).toMatch(/^[0-9a-f-]{36}$/);
    expect(lines.join('')).not.toMatch(/Akol|abc|Kapoeta/);
    await server.close();
  });

  it('has times in ISO 8601 and levels as words; in the journal also priorities', () => {
    const lines: string[] = [];
    const write = (line: string) => lines.push(line);
    const log = createLogger('debug', { write });
    log.warn({ job: 'a' }, 'a job waits');
    expect(JSON.parse(lines[0]!)).toEqual({
      level: 'warn',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      job: 'a',
      msg: 'a job waits',
    });
    lines.length = 0;
    const journal = createLogger('debug', { write, isJournal: true });
    for (const level of ['fatal', 'error', 'warn', 'info', 'debug'] as const) journal[level]('m');
    expect(lines.map((line) => line.slice(0, 4))).toEqual(['<2>{', '<3>{', '<4>{', '<6>{', '<7>{']);
  });

  it('is one line for each message, whatever its fields hold', () => {
    const lines: string[] = [];
    const log = createLogger('info', { write: (line) => lines.push(line) });
    log.warn({ user: 'grace\n{"level":"info","msg":"forged"}\r\u2028' }, 'refused');
    expect(lines).toHaveLength(1);
    expect(lines[0]!.trimEnd()).not.toMatch(/[\n\r]/);
    expect(JSON.parse(lines[0]!)).toMatchObject({ level: 'warn', msg: 'refused' });
  });

  it('hides secrets', () => {
    const lines: string[] = [];
    const log = createLogger('info', { write: (line) => lines.push(line) });
    log.info(
      { password: 'x1', body: { newPassword: 'x2', token: 'x3' }, headers: { a: 'x4' } },
      'm',
    );
    expect(lines.join('')).not.toMatch(/x[1-4]/);
  });

  it('is readable in a terminal', () => {
    const lines: string[] = [];
    const log = createLogger('info', { write: (line) => lines.push(line), isTTY: true });
    log.error({ err: new RangeError('too far'), job: 'billing.monthly' }, 'a job failed');
    expect(lines[0]).toMatch(
      /^\d\d:\d\d:\d\d ERROR a job failed job="billing.monthly"\nRangeError: too far\n/,
    );
    const line = {
      level: 'info',
      time: '1970-01-01T00:00:00.000Z',
      method: 'GET',
      path: '/api/user',
      status: 200,
      ms: 3,
      user: 'grace',
    };
    expect(toReadable({ ...line, reqId: 'r', ip: '::1', msg: 'answered' }).slice(9)).toBe(
      'GET /api/user 200 3 ms (grace)\n',
    );
  });
});
