import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { patiently } from '@nimule/fixtures/testing/machine';
import {
  accept,
  receiptText,
  type SmppServer,
  startSmppServer,
  type Turn,
} from '@nimule/fixtures/testing/servers/smpp-server';
import fc from 'fast-check';
import { afterEach, describe, expect, it, test, vi } from 'vitest';
import type { SmsPort, SmsReceipt } from '../sms.ts';
import { smppSms } from './smpp.ts';
import { smppWarning } from './smpp-options.ts';
import type { Timing } from './smpp-types.ts';

const tlsFile = (name: string) =>
  fileURLToPath(new URL(`../../../fixtures/files/tls/${name}`, import.meta.url));
const cert = tlsFile('localhost.pem');
const tls = {
  key: readFileSync(tlsFile('localhost.key'), 'utf8'),
  cert: readFileSync(cert, 'utf8'),
};

const TO = '+211977123456';
const FAST: Timing = {
  connectMs: 5_000,
  answerMs: 5_000,
  idleMs: 60_000,
  backOffMs: 1,
  maxBackOffMs: 5,
  throttleMs: 1,
  receiptRepeatMs: [5, 5, 20],
};

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  vi.restoreAllMocks();
  for (const one of opened.splice(0).reverse()) await one.close();
});

async function start(settings: Parameters<typeof startSmppServer>[0] = {}): Promise<SmppServer> {
  const server = await startSmppServer(settings);
  opened.push(server);
  return server;
}
function open(url: string, timing: Partial<Timing> = {}, sender = 'NIMULE'): SmsPort {
  const port = smppSms(url, sender, { timing: { ...FAST, ...timing } });
  opened.push(port);
  return port;
}
const codeOf = (sent: Promise<unknown>) =>
  sent.then(
    () => 'sent',
    (error: { code?: string }) => error.code,
  );
const messageOf = (sent: Promise<unknown>) =>
  sent.then(
    () => 'sent',
    (error: Error) => error.message,
  );
const message = (text = 'Dear Achol, your bill is due.') => ({ id: '1', to: TO, text });

/** Waits until something holds. */
const until = (holds: () => boolean) => expect.poll(holds, { interval: 2 }).toBe(true);

/** The clock by which the port waits, which stands still until it is set. */
function heldClock() {
  const clock = { now: 1_000_000 };
  vi.spyOn(performance, 'now').mockImplementation(() => clock.now);
  return clock;
}

describe('a message', () => {
  it('arrives in the GSM alphabet, in parts with a header, or in UCS-2', async () => {
    const server = await start();
    const port = open(server.url);
    expect(await port.send(message('Pay {5} € to @nimule_net'))).toEqual({ ids: ['id-1'] });
    const long = `${'a'.repeat(152)}€${'b'.repeat(100)}`;
    expect(await port.send(message(long))).toEqual({ ids: ['id-2', 'id-3'] });
    await port.send(message('عزيزي 😀'));
    expect(server.submitted).toMatchObject([
      { text: 'Pay {5} € to @nimule_net', to: '211977123456', from: 'NIMULE', dataCoding: 0 },
      { text: 'a'.repeat(152), esmClass: 0x40 },
      { text: `€${'b'.repeat(100)}`, esmClass: 0x40 },
      { text: 'عزيزي 😀', dataCoding: 8, esmClass: 0 },
    ]);
    // Without a listener it takes no receipts away from another process.
    expect(server.binds).toEqual(['bind_transmitter']);
  });

  it('is in Latin-1 where the gateway expects it', async () => {
    const octets: Buffer[] = [];
    const server = await start({
      options: '?charset=latin1',
      onSubmit: (turn) => {
        octets.push(turn.pdu.toBuffer());
        accept(turn);
      },
    });
    const port = open(server.url);
    expect(port.alphabet).toBe('latin1');
    await port.send(message('£5 é'));
    await port.send(message('5 €'));
    expect(server.submitted.map(({ dataCoding }) => dataCoding)).toEqual([0, 8]);
  });

  it.each([
    ['NIMULE', 5, 0, 'NIMULE'],
    ['+211900000000', 1, 1, '211900000000'],
    ['8080', 3, 0, '8080'],
    ['', 0, 0, ''],
  ])('from %s', async (sender, ton, npi, address) => {
    let fields: unknown;
    const server = await start({
      onSubmit: (turn) => {
        fields = [turn.pdu.source_addr_ton, turn.pdu.source_addr_npi, turn.pdu.source_addr];
        accept(turn);
      },
    });
    await open(server.url, {}, sender).send(message());
    expect(fields).toEqual([ton, npi, address]);
  });

  it.each([
    ['', TO, 'sms.refused'],
    ['Hello', '0977123456', 'sms.refused'],
    ['a'.repeat(256 * 153), TO, 'sms.refused'],
  ])('that cannot be sent reaches nobody', async (text, to, code) => {
    const server = await start();
    expect(await codeOf(open(server.url).send({ id: '1', to, text }))).toBe(code);
    expect(server.submitted).toEqual([]);
  });
});

describe('what is reported when', () => {
  const answers = (...statuses: number[]) => {
    let at = 0;
    return (turn: Turn) => turn.answer(statuses[Math.min(at++, statuses.length - 1)]);
  };

  test.each([
    [
      0x0b,
      'sms.refused',
      /refused the message: the number of the recipient is not valid \(0x0b\)\.$/,
    ],
    [0x411, 'sms.refused', /answers with the code 0x411/],
    [0x58, 'sms.busy', /takes no more messages/],
    [0x14, 'sms.busy', /takes no more messages/],
    [
      0x0a,
      'sms.unreachable',
      /does not allow the sender \(SMS_SENDER\) \(0x0a\)\. Nothing was sent\.$/,
    ],
    [0x08, 'sms.unreachable', /reports an error of its own/],
  ])('an answer 0x%s', async (status, code, text) => {
    const server = await start({ onSubmit: answers(status) });
    const sent = open(server.url).send(message());
    await expect(sent).rejects.toMatchObject({ kind: 'unavailable', code });
    expect(await messageOf(sent)).toMatch(text);
  });

  it('stops for a while when messages come too fast, and asks nothing meanwhile', async () => {
    const server = await start({ onSubmit: answers(0x58, 0) });
    const clock = heldClock();
    const port = open(server.url, { throttleMs: 100, maxBackOffMs: 200 });
    await expect(port.send(message())).rejects.toMatchObject({ code: 'sms.busy', retryAfter: 1 });
    expect(await codeOf(port.send(message()))).toBe('sms.busy');
    expect(server.submitted).toHaveLength(1);
    clock.now += 99;
    expect(await codeOf(port.send(message()))).toBe('sms.busy');
    clock.now += 1;
    expect(await codeOf(port.send(message()))).toBe('sent');
  });

  it('waits with further parts, for half a message is worse than a late one', async () => {
    const server = await start({ onSubmit: answers(0, 0x58, 0x58, 0) });
    expect(await open(server.url).send(message('a'.repeat(200)))).toEqual({
      ids: ['id-1', 'id-4'],
    });
  });

  test.each([
    [
      'refused',
      (turn: Turn) => turn.answer(0x0b),
      /\(the number of the recipient .* \(0x0b\)\)\. Ask/,
    ],
    ['too busy for', (turn: Turn) => turn.answer(0x58), /\(The SMS gateway takes no more/],
    ['dropped', (turn: Turn) => turn.drop(), /\(it closed the connection\)\. Ask/],
  ])('a further part that is %s: nobody knows', async (_, second, reason) => {
    const server = await start({
      onSubmit: (turn) => (turn.message.id === 'ID-1' ? accept(turn) : second(turn)),
    });
    const sent = open(server.url).send(message('a'.repeat(400)));
    await expect(sent).rejects.toMatchObject({ code: 'sms.unanswered' });
    expect(await messageOf(sent)).toContain('part 1 of 3 went out, part 2 did not follow (');
    expect(await messageOf(sent)).toMatch(reason);
  });

  test.each<[string, (turn: Turn) => void]>([
    ['drops the connection', ({ drop }) => drop()],
    ['never answers', () => {}],
    ['sends something else', ({ write }) => write(Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n'))],
    ['announces an endless PDU', ({ write }) => write(Buffer.from('7fffffff80000004', 'hex'))],
    ['announces an empty PDU', ({ write }) => write(Buffer.alloc(64))],
    [
      'answers with another command',
      ({ pdu, write }) => {
        const octets = Buffer.alloc(16);
        octets.writeUInt32BE(16, 0);
        octets.writeUInt32BE(0x80000015, 4);
        octets.writeUInt32BE(pdu.sequence_number, 12);
        write(octets);
      },
    ],
    [
      'answers with half a PDU and disconnects',
      ({ session, pdu, write }) => {
        write(pdu.response({ message_id: '77' }).toBuffer().subarray(0, 14));
        session.socket.end();
      },
    ],
  ])('a gateway that %s: nobody knows', async (_, onSubmit) => {
    const server = await start({ onSubmit });
    const sent = open(server.url, { answerMs: 100 }).send(message());
    await expect(sent).rejects.toMatchObject({ code: 'sms.unanswered' });
    expect(await messageOf(sent)).toMatch(/^Nobody knows whether the message was sent: /);
  });

  it('takes an answer in pieces, and one without a readable id', async () => {
    const server = await start({
      onSubmit: ({ session, pdu }) => {
        const octets = pdu.response({ message_id: 'abc' }).toBuffer();
        session.socket.setNoDelay(true);
        // The client, which is in this process, reads the first piece before the second is written.
        session.socket.write(octets.subarray(0, 3), async () => {
          for (let turns = 0; turns < 3; turns += 1) await setImmediate();
          session.socket.write(octets.subarray(3));
        });
      },
    });
    expect(await open(server.url).send(message())).toEqual({ ids: ['abc'] });
  });

  it('passes what the gateway sends unasked, and takes doubled answers once', async () => {
    const server = await start({
      onSubmit: (turn) => {
        turn.write(Buffer.from('00000010000000150000000000000001', 'hex'));
        turn.write(Buffer.from('000000100000beef0000000000000002', 'hex'));
        turn.answer(0, 'a');
        turn.answer(0, 'b');
      },
    });
    const port = open(server.url);
    expect(await port.send(message())).toEqual({ ids: ['a'] });
    expect(await port.send(message())).toEqual({ ids: ['a'] });
    expect(server.binds).toHaveLength(1);
  });

  test('whatever the gateway does, what was not sent was not accepted', {
    timeout: patiently(20_000),
  }, async () => {
    /** To be answered when nobody waits for it any more. */
    const late: Turn[] = [];
    const deeds: Record<string, (turn: Turn) => void> = {
      accept,
      acceptAndDrop: (turn) => {
        turn.message.isAccepted = true;
        turn.drop();
      },
      acceptSilently: (turn) => {
        turn.message.isAccepted = true;
      },
      acceptLate: (turn) => {
        turn.message.isAccepted = true;
        late.push(turn);
      },
      acceptAndBabble: (turn) => {
        turn.message.isAccepted = true;
        turn.write(Buffer.from('babble babble'));
      },
      answerAndDrop: (turn) => {
        turn.answer(0);
        turn.session.socket.end();
      },
      unbind: (turn) => {
        turn.session.unbind();
        turn.answer(0);
      },
      drop: ({ drop }) => drop(),
      refuse: ({ answer }) => answer(0x0b),
      throttle: ({ answer }) => answer(0x58),
      fail: ({ answer }) => answer(0x08),
      notBound: ({ answer }) => answer(0x04),
      nack: ({ session, pdu }) => {
        session.socket.write(
          Buffer.from(
            `000000108000000000000003${pdu.sequence_number.toString(16).padStart(8, '0')}`,
            'hex',
          ),
        );
      },
    };
    let plan: string[] = [];
    const server = await start({
      onSubmit: (turn) => deeds[plan.shift() ?? 'accept']!(turn),
      onBind: () => (plan[0] === 'drop' && plan.shift() ? 0x0d : 0),
    });
    const deed = fc.constantFrom(...Object.keys(deeds));
    await fc.assert(
      fc.asyncProperty(
        fc.array(deed, { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 1, max: 2 }),
        async (deedsInOrder, parts) => {
          plan = [...deedsInOrder];
          const port = smppSms(server.url, 'NIMULE', { timing: { ...FAST, answerMs: 40 } });
          const texts = deedsInOrder.map((_, index) => `${index}`.padEnd(parts * 150, '.'));
          const results = await Promise.all(
            texts.map(async (text) => [text, await codeOf(port.send(message(text)))] as const),
          );
          for (const turn of late.splice(0)) turn.answer(0);
          await port.close();
          for (const [text, result] of results) {
            const accepted = server.submitted.filter(
              (one) => one.isAccepted && (text.startsWith(one.text) || text.endsWith(one.text)),
            );
            if (result === 'sent') expect(accepted.length).toBeGreaterThan(0);
            else if (result !== 'sms.unanswered') {
              expect(['sms.refused', 'sms.busy', 'sms.unreachable']).toContain(result);
              expect(accepted.filter((one) => text.startsWith(one.text))).toEqual([]);
            }
          }
          server.submitted.length = 0;
        },
      ),
      { numRuns: 25 },
    );
  });
});

describe('the connection', () => {
  it('is made once for many messages, of which so many are unanswered at once', async () => {
    const waiting: Turn[] = [];
    const server = await start({ options: '?window=3', onSubmit: (turn) => waiting.push(turn) });
    const port = open(server.url);
    expect(port.maxInFlight).toBe(3);
    const sent = Promise.all(Array.from({ length: 7 }, () => port.send(message())));
    for (let answered = 0; answered < 7; ) {
      await until(() => waiting.length > 0);
      expect(server.submitted.length - answered).toBeLessThanOrEqual(3);
      answered += 1;
      waiting.shift()!.answer(0);
    }
    expect(await sent).toHaveLength(7);
    expect(server.binds).toHaveLength(1);
  });

  it('keeps to so many messages a second', async () => {
    const server = await start({ options: '?perSecond=50' });
    const port = open(server.url);
    heldClock();
    const timers = vi.spyOn(globalThis, 'setTimeout');
    await Promise.all(Array.from({ length: 6 }, () => port.send(message())));
    const waits = timers.mock.calls.map(([, ms]) => ms);
    expect(waits).toEqual(expect.arrayContaining([20, 40, 60, 80, 100]));
  });

  it('is opened again after a loss, also while nothing is sent', async () => {
    const server = await start();
    const port = open(server.url);
    port.receipts(async () => true);
    await until(() => server.binds.length === 1);
    await until(() => server.sessions.size === 1);
    expect(await codeOf(port.send(message()))).toBe('sent');
    server.dropAll();
    await until(() => server.binds.length >= 2);
    await until(() => server.sessions.size === 1);
    expect(server.binds[1]).toBe('bind_transceiver');
  });

  it('is not tried at every message while the gateway is down', async () => {
    const server = await start({ onBind: () => 0x0d });
    const port = open(server.url, { backOffMs: 60_000, maxBackOffMs: 60_000 });
    expect(await codeOf(port.send(message()))).toBe('sms.unreachable');
    await expect(port.send(message())).rejects.toMatchObject({
      code: 'sms.unreachable',
      retryAfter: expect.any(Number),
    });
    expect(server.binds).toHaveLength(1);
  });

  it('is made when somebody begins to listen during the wait after a failure', async () => {
    let isUp = false;
    const server = await start({ onBind: () => (isUp ? 0 : 0x0d) });
    const port = open(server.url, { backOffMs: 50, maxBackOffMs: 50 });
    expect(await codeOf(port.send(message()))).toBe('sms.unreachable');
    isUp = true;
    port.receipts(async () => true);
    await until(() => server.binds.includes('bind_transceiver'));
  });

  it('is made in time after the clock of the machine was set back', async () => {
    let isUp = false;
    const server = await start({ onBind: () => (isUp ? 0 : 0x0d) });
    const port = open(server.url, { backOffMs: 50, maxBackOffMs: 50 });
    expect(await codeOf(port.send(message()))).toBe('sms.unreachable');
    const now = Date.now;
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() - 3_600_000);
    try {
      isUp = true;
      port.receipts(async () => true);
      await until(() => server.binds.includes('bind_transceiver'));
    } finally {
      clock.mockRestore();
    }
  });

  it('changes its kind when receipts are wanted, without losing an answer', async () => {
    const waiting: Turn[] = [];
    const server = await start({ onSubmit: (turn) => waiting.push(turn) });
    const port = open(server.url);
    const first = codeOf(port.send(message()));
    await until(() => waiting.length === 1);
    port.receipts(async () => true);
    const second = codeOf(port.send(message()));
    waiting.shift()!.answer(0);
    expect(await first).toBe('sent');
    await until(() => waiting.length === 1);
    waiting.shift()!.answer(0);
    expect(await second).toBe('sent');
    expect(server.binds).toEqual(['bind_transmitter', 'bind_transceiver']);
  });

  it('is ended when the gateway stops answering', async () => {
    const server = await start({ onSubmit: () => {} });
    const port = open(server.url, { idleMs: 30, connectMs: 100 });
    const sent = codeOf(port.send(message()));
    await until(() => server.submitted.length === 1);
    for (const session of server.sessions) session.removeAllListeners('enquire_link');
    expect(await sent).toBe('sms.unanswered');
  });

  it('waits at its end for the answers to what was sent', async () => {
    const waiting: Turn[] = [];
    const server = await start({ onSubmit: (turn) => waiting.push(turn) });
    const port = open(server.url);
    const sent = codeOf(port.send(message()));
    await until(() => waiting.length === 1);
    const closed = port.close();
    expect(await codeOf(port.send(message()))).toBe('sms.unreachable');
    waiting[0]!.answer(0);
    expect(await sent).toBe('sent');
    await closed;
    await until(() => server.sessions.size === 0);
  });
});

describe('encryption and passwords', () => {
  it('checks the certificate', async () => {
    const server = await start({ tls });
    expect(await messageOf(open(server.url).verify())).toMatch(/self.signed certificate/);
    const trusting = open(`${server.url}?ca=${encodeURIComponent(cert)}`);
    await trusting.verify();
    expect(await codeOf(trusting.send(message()))).toBe('sent');
    await open(`${server.url}?verify=no`).verify();
    expect(await codeOf(open(`${server.url}?ca=/nowhere.pem`).send(message()))).toBe(
      'sms.unreachable',
    );
  });

  it('reports to isp doctor why it cannot be used, without the password', async () => {
    const server = await start();
    const wrong = server.url.replace('s3cret', 'wr0ng');
    expect(await messageOf(open(wrong).verify())).toBe(
      `The SMS gateway 127.0.0.1:${server.port}, user nimule cannot be used: the password is wrong (0x0e). SMS_URL names it.`,
    );
    await server.close();
    const refusal = await messageOf(open(server.url).verify());
    expect(refusal).toMatch(/cannot be used: connect ECONNREFUSED 127\.0\.0\.1:\d+\. SMS_URL/);
  });

  test.each([
    ['smpp://nimule:s3cret@smpp.example.net', /without encryption: use smpps/],
    ['smpp://nimule:s3cret@smpp.example.net?insecure=maybe', /insecure must be no or yes/],
    ['smpp://nimule:s3cret@127.0.0.1?windows=3', /no option of that name/],
    ['smpp://nimule:s3cret@127.0.0.1?window=0', /window must be a number from 1 to 1000/],
    ['smpp://nimule:s3cret@127.0.0.1?charset=utf8', /charset must be gsm or latin1/],
    ['smpp://:s3cret@127.0.0.1', /the user \(system id\) is missing/],
    [`smpp://nimule:s3cret${'x'.repeat(60)}@127.0.0.1`, /longer than 64 characters/],
  ])('%s is not used', async (url, text) => {
    const port = open(url);
    for (const refusal of [await messageOf(port.verify()), await messageOf(port.send(message()))]) {
      expect(refusal).toMatch(text);
      expect(refusal).not.toContain('s3cret');
    }
  });

  test.each([
    ['smpps://u:p@sms.example.net', undefined],
    ['smpps://u:p@sms.example.net?verify=no', /not checked/],
    ['smpp://u:p@10.0.0.5?insecure=yes', /without TLS/],
    ['smpp://u:p@[::1]', undefined],
    ['smpp://u:p@127.0.0.1', undefined],
  ])('%s: isp doctor warns %s', (url, text) => {
    if (text) expect(smppWarning(url)).toMatch(text);
    else expect(smppWarning(url)).toBeUndefined();
  });

  it('survives a server that speaks another protocol', async () => {
    const server = await start();
    // A client that is no SMPP client must not end the server of the tests either.
    connect(server.port, '127.0.0.1').end('GET / HTTP/1.1\r\n\r\n');
    const port = open(server.url.replace('smpp:', 'smpps:'), { connectMs: 500 });
    expect(await codeOf(port.send(message()))).toBe('sms.unreachable');
  });
});

describe('receipts', () => {
  async function listening(known: (id: string) => boolean = () => true) {
    const server = await start();
    const port = open(server.url);
    const seen: SmsReceipt[] = [];
    const stop = port.receipts(async (receipt) => {
      if (receipt.id === 'broken') throw new Error('the database is away');
      if (!known(receipt.id)) return false;
      seen.push(receipt);
      return true;
    });
    await until(() => server.sessions.size === 1 && server.binds.length === 1);
    await port.send(message());
    return { server, port, seen, stop };
  }

  it('come from fields or from the text, also doubled and out of order', async () => {
    const { server, seen } = await listening();
    server.deliver({ short_message: receiptText('AB_12-cd', 'DELIVRD') });
    server.deliver({ short_message: Buffer.from(receiptText('ab_12-CD', 'ACCEPTD')) });
    server.deliver({ short_message: receiptText('7', 'UNDELIV', '0A1') });
    server.deliver({ short_message: '', receipted_message_id: 'TLV-9', message_state: 3 });
    server.deliver({ esm_class: 0, short_message: 'Please call me' });
    await until(() => server.deliveryAnswers.length === 5);
    expect(server.deliveryAnswers).toEqual([0, 0, 0, 0, 0]);
    expect(seen).toEqual([
      { id: 'ab_12-cd', status: 'delivered' },
      { id: 'ab_12-cd', status: 'pending' },
      { id: '7', status: 'failed', error: 'UNDELIV, error 0A1' },
      { id: 'tlv-9', status: 'expired', error: 'EXPIRED' },
    ]);
  });

  it('of an id that is not stored yet are offered again', async () => {
    const stored = new Set<string>();
    const { server, seen } = await listening((id) => stored.has(id));
    server.deliver({ short_message: receiptText('early') });
    await until(() => server.deliveryAnswers.length === 1);
    expect(seen).toEqual([]);
    stored.add('early');
    await until(() => seen.length === 1);
    expect(server.deliveryAnswers).toEqual([0]);
  });

  it('that could not be stored are left with the gateway', async () => {
    const { server, stop } = await listening();
    server.deliver({ short_message: receiptText('broken') });
    await until(() => server.deliveryAnswers.length === 1);
    stop();
    server.deliver({ short_message: receiptText('1') });
    await until(() => server.deliveryAnswers.length === 2);
    expect(server.deliveryAnswers).toEqual([0x64, 0x64]);
  });

  it('that are malformed are answered and change nothing', async () => {
    const { server, port, seen } = await listening();
    const [session] = server.sessions;
    const answers: number[] = [];
    session!.on('deliver_sm_resp', (pdu: { command_status: number }) =>
      answers.push(pdu.command_status),
    );
    // A TLV that says it is longer than the PDU, no body, fields without an end.
    for (const body of ['00000000000000000000000000000000000000041e0005', '', 'ff'.repeat(40)]) {
      const octets = Buffer.from(`00000000${'00000005'}00000000000000aa${body}`, 'hex');
      octets.writeUInt32BE(octets.length, 0);
      session!.socket.write(octets);
    }
    await until(() => answers.length === 3);
    expect(await codeOf(port.send(message()))).toBe('sent');
    expect(seen).toEqual([]);
    expect(server.binds).toHaveLength(1);
  });

  it('come over a connection of their own, or not at all', async () => {
    const server = await start();
    const split = open(`${server.url}?bind=split`);
    split.receipts(async () => true);
    await until(() => server.binds.includes('bind_receiver'));
    await split.send(message());
    expect(server.binds.toSorted()).toEqual(['bind_receiver', 'bind_transmitter']);
    const none = open(`${server.url}?receipts=no`);
    none.receipts(async () => true);
    await none.send(message());
    expect(server.binds.at(-1)).toBe('bind_transmitter');
  });
});
