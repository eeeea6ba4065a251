import { createHash, createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { codes, decodeAnswer, encodeOrder } from './packet.ts';

const session = { userName: 'amina', sessionId: '81a', ip: '10.0.0.5' };
const at = new Date('2026-11-21T08:00:00Z');
const order = encodeOrder(7, session, undefined, 'secret', at);

/** An answer as a router makes it. */
function answer(code: number, parts: number[] = [], secret = 'secret', request = order): Buffer {
  const packet = Buffer.concat([Buffer.alloc(20), Buffer.from(parts)]);
  packet[0] = code;
  packet[1] = request[1]!;
  packet.writeUInt16BE(packet.length, 2);
  request.copy(packet, 4, 4, 20);
  createHash('md5').update(packet).update(secret).digest().copy(packet, 4);
  return packet;
}

describe('an order', () => {
  test('names the session, and is signed twice', () => {
    expect(order[0]).toBe(codes.disconnect);
    expect(order.readUInt16BE(2)).toBe(order.length);
    const text = order.toString('latin1');
    expect(text).toContain('\x01\x07amina');
    expect(text).toContain('\x2c\x0581a');
    expect(text).toContain('\x08\x06\x0a\x00\x00\x05');
    const unsigned = Buffer.from(order).fill(0, 4, 20);
    const signature = createHash('md5').update(unsigned).update('secret').digest();
    expect(order.subarray(4, 20)).toEqual(signature);
    const hash = order.subarray(order.length - 16);
    const hmac = createHmac('md5', 'secret')
      .update(unsigned.fill(0, order.length - 16))
      .digest();
    expect(hash).toEqual(hmac);
  });

  test('to change carries the rate in the attribute of MikroTik', () => {
    const change = encodeOrder(1, session, { rateLimit: '5000k/10000k' }, 'secret', at);
    expect(change[0]).toBe(codes.change);
    // Vendor 14988, attribute 8.
    expect(change.toString('latin1')).toContain('\x00\x00\x3a\x8c\x08\x0e5000k/10000k');
  });
});

describe('an answer', () => {
  test('is a promise, or a refusal with its number', () => {
    expect(decodeAnswer(answer(codes.disconnectAck), order, 'secret')).toEqual({ kind: 'ack' });
    const refused = answer(codes.disconnectNak, [101, 6, 0, 0, 1, 247]);
    expect(decodeAnswer(refused, order, 'secret')).toEqual({ kind: 'nak', cause: 503 });
    expect(decodeAnswer(answer(codes.disconnectNak), order, 'secret')).toEqual({
      ...{ kind: 'nak', cause: undefined },
    });
  });

  test.each([
    ['with another secret', answer(codes.disconnectAck, [], 'other')],
    [
      'to another order',
      answer(codes.disconnectAck, [], 'secret', encodeOrder(8, session, undefined, 'secret', at)),
    ],
    ['of another kind', answer(codes.changeAck)],
    ['with an attribute that is too long', answer(codes.disconnectAck, [101, 60, 1])],
    ['with an attribute without a length', answer(codes.disconnectAck, [101, 0])],
    [
      'with a wrong Message-Authenticator',
      answer(codes.disconnectAck, [80, 18, ...Array(16).fill(1)]),
    ],
    ['with a short Message-Authenticator', answer(codes.disconnectAck, [80, 3, 1])],
  ])('%s is none', (_, packet) => {
    expect(decodeAnswer(packet, order, 'secret')).toBeUndefined();
  });

  test('garbage is none, and nothing throws', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 5000 }), (bytes) => {
        expect(decodeAnswer(Buffer.from(bytes), order, 'secret')).toBeUndefined();
      }),
    );
  });
});
