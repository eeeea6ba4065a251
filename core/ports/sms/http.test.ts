import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { afterEach, describe, expect, it, test } from 'vitest';
import { httpSms } from './http.ts';
import {
  type GatewayPattern,
  parsePattern,
  readReceipts,
  requestOf,
  valueAt,
  verdictOfAnswer,
} from './http-pattern.ts';

const file = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
const cert = readFileSync(file('fixtures/files/tls/localhost.pem'), 'utf8');
const key = readFileSync(file('fixtures/files/tls/localhost.key'), 'utf8');
const example = (name: string) =>
  parsePattern(readFileSync(file(`docs/sms-gateways/${name}.json`), 'utf8'));

const TO = '+211977123456';
const message = { id: 'm-1', to: TO, text: 'Dear "Achol" & co,\n50% {key} é ع' };
const values = { ...message, digits: TO.slice(1), sender: 'NIMULE', key: 's3cret' };
const pattern: GatewayPattern = {
  method: 'POST',
  headers: { 'x-key': '{key}' },
  json: { to: '{to}', text: '{text}' },
  accepted: [{ status: [200, 201], path: 'ok', values: [true] }],
  refused: [{ path: 'ok', values: [false] }],
  id: 'id',
  reason: 'why',
};

const opened: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0)) await close();
});

async function listen(server: Server, sockets = new Set<Socket>()): Promise<number> {
  server.on('connection', (socket: Socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  opened.push(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise((resolve) => server.close(() => resolve()));
  });
  return (server.address() as AddressInfo).port;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request) body += chunk;
  return body;
}

const portOf = (url: string, more: Partial<Parameters<typeof httpSms>[0]> = {}) =>
  httpSms({
    url,
    sender: 'NIMULE',
    key: 's3cret',
    pattern: async () => pattern,
    timing: { connectMs: 2_000, answerMs: 2_000 },
    ...more,
  });

async function serving(answer: RequestListener) {
  const url = `http://127.0.0.1:${await listen(createServer(answer))}/send`;
  return portOf(url);
}
const outcome = (sent: Promise<unknown>) =>
  sent.then(
    (result) => result,
    (error: { code: string; message: string }) => [error.code, error.message],
  );

describe('a request', () => {
  it('has each value escaped for its place', () => {
    const url = new URL('https://api.example.net/send?account=7');
    const json = requestOf(pattern, url, values);
    expect(JSON.parse(json.body)).toEqual({ to: TO, text: message.text });
    expect(json.headers).toEqual({ 'content-type': 'application/json', 'x-key': 's3cret' });
    const form = requestOf(
      { ...pattern, json: undefined, form: { m: '{text}', n: '{digits}' } },
      url,
      values,
    );
    expect([...new URLSearchParams(form.body)]).toEqual([
      ['m', message.text],
      ['n', '211977123456'],
    ]);
    const query = requestOf(
      { ...pattern, method: 'GET', json: undefined, query: { to: '{to}', m: 'x{text}' } },
      url,
      values,
    );
    expect(query.body).toBe('');
    expect(query.path).toMatch(/^\/send\?account=7&to=%2B211977123456&m=xDear/);
    expect(new URLSearchParams(query.path.split('?')[1]).get('m')).toBe(`x${message.text}`);
  });

  test('no text breaks out of its place, or is read as a placeholder', () => {
    const url = new URL('https://api.example.net/send');
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const { body } = requestOf(pattern, url, { ...values, text });
        expect(JSON.parse(body)).toEqual({ to: TO, text });
        const query = { q: '{text}', z: '1' };
        const { path } = requestOf({ ...pattern, json: undefined, query }, url, {
          ...values,
          text,
        });
        expect(Object.fromEntries(new URLSearchParams(path.split('?')[1]))).toEqual({
          q: text.toWellFormed(),
          z: '1',
        });
      }),
    );
  });

  it('arrives, with user and password of the address', async () => {
    const seen: unknown[] = [];
    const port = await listen(
      createServer(async (request, response) => {
        seen.push(request.headers.authorization, request.method, JSON.parse(await bodyOf(request)));
        response.end('{"ok":true,"id":"ABC-7"}');
      }),
    );
    const sms = portOf(`http://us%40er:pw@127.0.0.1:${port}/`);
    expect(await sms.send(message)).toEqual({ ids: ['abc-7'] });
    const basic = `Basic ${Buffer.from('us@er:pw').toString('base64')}`;
    expect(seen).toEqual([basic, 'POST', { to: TO, text: message.text }]);
    await sms.verify();
    await sms.close();
    expect(await outcome(sms.send(message))).toMatchObject(['sms.unreachable', /./]);
  });
});

describe('what is reported when a gateway', () => {
  const json = (status: number, body: unknown): RequestListener => {
    return (_, response) => void response.writeHead(status).end(JSON.stringify(body));
  };

  test.each<[string, RequestListener, string, RegExp]>([
    [
      'says no',
      json(200, { ok: false, why: 'No s3cret credit.' }),
      'sms.refused',
      /No ••• credit \(HTTP 200\)\.$/,
    ],
    ['does not like it', json(400, {}), 'sms.refused', /HTTP 400/],
    [
      'does not know the key',
      json(401, { why: 's3cret is wrong' }),
      'sms.unreachable',
      /••• is wrong/,
    ],
    ['is asked too much', json(429, {}), 'sms.busy', /Try again in 60 s/],
    ['fails', json(500, {}), 'sms.unanswered', /HTTP 500/],
    ['is overloaded behind a proxy', json(503, {}), 'sms.unanswered', /HTTP 503/],
    ['says neither yes nor no', json(200, {}), 'sms.unanswered', /HTTP 200/],
    [
      'answers with a page',
      (_, response) => void response.end('<html>'),
      'sms.unanswered',
      /HTTP 200/,
    ],
    [
      'redirects',
      (_, response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
      'sms.unanswered',
      /HTTP 302/,
    ],
    [
      'hangs up',
      (request) => void request.socket.destroy(),
      'sms.unanswered',
      /hang up|ECONNRESET/,
    ],
    [
      'hangs up within the answer',
      (request, response) => {
        response.writeHead(200, { 'content-length': 100 });
        response.write('{"ok":true', () => request.socket.destroy());
      },
      'sms.unanswered',
      /./,
    ],
    [
      'answers without end',
      (_, response) => {
        response.writeHead(200);
        const more = () => {
          while (!response.destroyed && response.write('x'.repeat(65_536)));
          if (!response.destroyed) response.once('drain', more);
        };
        more();
      },
      'sms.unanswered',
      /too long/,
    ],
  ])('%s', async (_, answer, code, text) => {
    const port = await serving(answer);
    const result = await outcome(port.send(message));
    expect(result).toEqual([code, expect.stringMatching(text)]);
    expect(String(result)).not.toContain('s3cret');
  });

  it('is slow: nobody knows', async () => {
    const silent = portOf(`http://127.0.0.1:${await listen(createServer(() => {}))}/`, {
      timing: { answerMs: 50 },
    });
    expect(await outcome(silent.send(message))).toEqual([
      'sms.unanswered',
      expect.stringContaining('it did not answer within 0.05 s'),
    ]);
    const dripping = portOf(
      `http://127.0.0.1:${await listen(
        createServer((_, response) => {
          response.writeHead(200);
          const drip = () => {
            if (!response.destroyed) response.write(' ', () => void setImmediate(drip));
          };
          drip();
        }),
      )}/`,
      { timing: { answerMs: 80 } },
    );
    expect(await outcome(dripping.send(message))).toEqual([
      'sms.unanswered',
      expect.stringMatching(/did not answer within|aborted/),
    ]);
  });

  it('is busy: nothing is asked before its time', async () => {
    let asked = 0;
    const port = await serving((_, response) => {
      asked += 1;
      response.writeHead(429, { 'retry-after': '7' }).end();
    });
    await expect(port.send(message)).rejects.toMatchObject({ code: 'sms.busy', retryAfter: 7 });
    await expect(port.send(message)).rejects.toMatchObject({ code: 'sms.busy' });
    expect(asked).toBe(1);
  });

  it('is not there, or shows a wrong certificate: nothing was sent', async () => {
    let asked = 0;
    const tlsPort = await listen(
      createTlsServer({ cert, key }, (_, response) => {
        asked += 1;
        response.end('{"ok":true}');
      }),
    );
    const url = `https://localhost:${tlsPort}/`;
    expect(await outcome(portOf(url).send(message))).toEqual([
      'sms.unreachable',
      expect.stringContaining('self-signed certificate'),
    ]);
    expect(asked).toBe(0);
    expect(await portOf(url, { ca: cert }).send(message)).toEqual({ ids: [] });
    expect(await outcome(portOf('http://127.0.0.1:1/').send(message))).toEqual([
      'sms.unreachable',
      expect.stringContaining('ECONNREFUSED'),
    ]);
    expect(await outcome(portOf('http://127.0.0.1:1/').verify())).toEqual([
      'sms.unreachable',
      expect.stringMatching(
        /^The SMS gateway 127\.0\.0\.1:1 cannot be used: .*SMS_URL names it\.$/,
      ),
    ]);
  });

  it('is far away without encryption: nothing is sent', async () => {
    for (const url of ['http://sms.example.net/', 'http://127.example.net/'])
      expect(await outcome(portOf(url).send(message))).toEqual([
        'sms.unreachable',
        expect.stringContaining('https://'),
      ]);
  });

  it('speaks another protocol', async () => {
    const server = createTcpServer((socket) => socket.end('220 smtp ready\r\n'));
    const port = await listen(server as unknown as Server);
    expect(await outcome(portOf(`http://127.0.0.1:${port}/`).send(message))).toMatchObject([
      'sms.unanswered',
      /./,
    ]);
  });

  test('whatever it does, what was not sent was not accepted', async () => {
    const deeds: Record<string, (accepted: () => void) => RequestListener> = {
      accept: (accepted) => (_, response) => {
        accepted();
        response.end('{"ok":true}');
      },
      acceptAndFail: (accepted) => (_, response) => {
        accepted();
        response.writeHead(500).end();
      },
      acceptAndHangUp: (accepted) => (request) => {
        accepted();
        request.socket.destroy();
      },
      acceptAndBabble: (accepted) => (request) => {
        accepted();
        request.socket.end('babble\r\n\r\n');
      },
      refuse: () => (_, response) => void response.writeHead(400).end(),
      hangUp: () => (request) => void request.socket.destroy(),
    };
    let deed = 'accept';
    let count = 0;
    const port = await serving((request, response) =>
      deeds[deed]!(() => {
        count += 1;
      })(request, response),
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...Object.keys(deeds)), async (next) => {
        deed = next;
        count = 0;
        const result = await outcome(port.send(message));
        if (!Array.isArray(result)) expect(count).toBe(1);
        else if (result[0] !== 'sms.unanswered') expect(count).toBe(0);
      }),
      { numRuns: 30 },
    );
  });
});

describe('a pattern', () => {
  const wrong = (change: object) => {
    try {
      parsePattern(JSON.stringify({ ...pattern, ...change }));
    } catch (error) {
      return (error as Error).message;
    }
    return 'accepted';
  };

  test.each([
    [{ json: { to: '{to}' } }, /\{text\} is missing/],
    [{ json: { text: '{text}' } }, /\{to\} or \{digits\} is missing/],
    [{ json: { to: '{to}', text: '{txt}' } }, /there is no \{txt\}; there are \{to\}/],
    [{ headers: { x: '{text}' } }, /does not go into a header/],
    [{ headers: { 'x y': '1' } }, /headers/],
    [{ form: { a: '{text}' } }, /form or json, not both/],
    [{ method: 'GET' }, /GET has no body/],
    [{ accepted: [] }, /accepted/],
    [{ accepted: [{}] }, /accepted/],
    [{ methd: 'POST' }, /methd/],
  ])('%j is refused', (change, text) => {
    expect(wrong(change)).toMatch(/^The file in SMS_GATEWAY cannot be used: /);
    expect(wrong(change)).toMatch(text);
  });

  it('is JSON', () => {
    expect(() => parsePattern('{')).toThrow('it is not JSON');
    expect(() => parsePattern(' '.repeat(60_000))).toThrow('too long');
    expect(wrong({})).toBe('accepted');
  });

  it('reads a place in an answer, own properties alone', () => {
    expect(valueAt({ a: [{ b: 7 }] }, 'a.0.b')).toBe(7);
    expect(valueAt({ a: 1 }, 'a.b')).toBeUndefined();
    expect(valueAt({}, 'constructor.name')).toBeUndefined();
    expect(valueAt('text', 'length')).toBeUndefined();
  });

  it('reads answers that are no JSON', () => {
    const plain: GatewayPattern = { ...pattern, accepted: [{ contains: 'sent' }] };
    expect(verdictOfAnswer(plain, { status: 200, text: 'sent' }).kind).toBe('accepted');
    expect(verdictOfAnswer(plain, { status: 200, text: 'error_gw' }).kind).toBe('unclear');
  });
});

describe("the guide's examples", () => {
  const recipient = (statusCode: number, status: string) =>
    JSON.stringify({
      SMSMessageData: {
        Message: 'Sent to 1/1',
        Recipients: [{ statusCode, number: TO, status, cost: 'KES 0.8', messageId: 'ATXid_1' }],
      },
    });

  test("Africa's Talking", () => {
    const gateway = example('africas-talking');
    const url = new URL('https://api.africastalking.com/version1/messaging');
    const request = requestOf(gateway, url, values);
    expect(request.headers.apikey).toBe('s3cret');
    expect(new URLSearchParams(request.body).get('message')).toBe(message.text);
    const verdict = (code: number, status: string) =>
      verdictOfAnswer(gateway, { status: 201, text: recipient(code, status) });
    expect(verdict(101, 'Success')).toEqual({ kind: 'accepted', ids: ['atxid_1'] });
    expect(verdict(403, 'InvalidPhoneNumber')).toEqual({
      kind: 'refused',
      reason: 'InvalidPhoneNumber (HTTP 201)',
    });
    expect(verdict(405, 'InsufficientBalance').kind).toBe('unusable');
    expect(verdict(500, 'InternalServerError').kind).toBe('unclear');
    const report = (status: string) =>
      readReceipts(gateway, { id: 'ATXid_1', status, failureReason: 'UserInBlacklist' });
    expect(report('Success')).toEqual([{ id: 'atxid_1', status: 'delivered' }]);
    expect(report('Buffered')).toEqual([{ id: 'atxid_1', status: 'pending' }]);
    expect(report('Failed')).toEqual([
      { id: 'atxid_1', status: 'failed', error: 'UserInBlacklist' },
    ]);
  });

  test('Infobip', () => {
    const gateway = example('infobip');
    const answer = (groupName: string) =>
      JSON.stringify({
        messages: [{ status: { groupName, description: 'Why.' }, messageId: 'M1' }],
      });
    const verdict = (groupName: string) =>
      verdictOfAnswer(gateway, { status: 200, text: answer(groupName) });
    expect(verdict('PENDING')).toEqual({ kind: 'accepted', ids: ['m1'] });
    expect(verdict('REJECTED')).toEqual({ kind: 'refused', reason: 'Why (HTTP 200)' });
    const results = ['DELIVERED', 'EXPIRED', 'PENDING'].map((groupName, index) => ({
      messageId: index,
      status: { groupName, description: 'Said' },
    }));
    expect(readReceipts(gateway, { results: [...results, null, {}, 'x'] })).toEqual([
      { id: '0', status: 'delivered' },
      { id: '1', status: 'expired', error: 'Said' },
      { id: '2', status: 'pending' },
    ]);
  });

  test('calls that nobody can read are no receipts', () => {
    const gateway = example('infobip');
    fc.assert(
      fc.property(fc.anything(), (input) => {
        expect(readReceipts(gateway, input)).toEqual([]);
      }),
    );
  });
});
