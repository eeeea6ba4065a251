import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { isIPv4 } from 'node:net';

// Orders to routers about their sessions: RFC 5176, in the packets of RFC 2865.

export const codes = {
  disconnect: 40,
  disconnectAck: 41,
  disconnectNak: 42,
  change: 43,
  changeAck: 44,
  changeNak: 45,
} as const;

const HEADER_BYTES = 20;
const AUTHENTICATOR_AT = 4;
const HASH_BYTES = 16;
const MAX_PACKET = 4096;

const attributes = {
  userName: 1,
  framedIpAddress: 8,
  filterId: 11,
  vendorSpecific: 26,
  acctSessionId: 44,
  eventTimestamp: 55,
  messageAuthenticator: 80,
  errorCause: 101,
} as const;

const MIKROTIK = 14_988;
const MIKROTIK_RATE_LIMIT = 8;

/** The session that an order is about, as its router has reported it. */
export interface NamedSession {
  /** '' where only session id and address name it. */
  userName: string;
  sessionId: string;
  /** '' where the router has not told it. */
  ip: string;
}

/** What a session is to get: as the attribute says it, '5000k/10000k' for upload and download. */
export interface Change {
  rateLimit: string;
}

function attribute(type: number, value: Buffer): Buffer {
  if (value.length > 253) throw new RangeError(`attribute ${type} has ${value.length} bytes`);
  return Buffer.concat([Buffer.from([type, value.length + 2]), value]);
}

const text = (type: number, value: string) => attribute(type, Buffer.from(value, 'utf8'));

function ofVendor(vendor: number, type: number, value: string): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt32BE(vendor);
  return attribute(attributes.vendorSpecific, Buffer.concat([head, text(type, value)]));
}

function instant(type: number, at: Date): Buffer {
  const value = Buffer.alloc(4);
  value.writeUInt32BE(Math.floor(at.getTime() / 1000));
  return attribute(type, value);
}

/**
 * An order: to change a session, or without `change` to end it. It is signed twice: by Message-Authenticator, computed while both
 * fields are zero, and by the authenticator over everything (RFC 5176, sections 2.3 and 3.4).
 */
export function encodeOrder(
  identifier: number,
  session: NamedSession,
  change: Change | undefined,
  secret: string,
  at: Date,
): Buffer {
  const parts = [
    ...(session.userName === '' ? [] : [text(attributes.userName, session.userName)]),
    text(attributes.acctSessionId, session.sessionId),
    ...(isIPv4(session.ip)
      ? [attribute(attributes.framedIpAddress, Buffer.from(session.ip.split('.').map(Number)))]
      : []),
    ...(change ? [ofVendor(MIKROTIK, MIKROTIK_RATE_LIMIT, change.rateLimit)] : []),
    instant(attributes.eventTimestamp, at),
    attribute(attributes.messageAuthenticator, Buffer.alloc(HASH_BYTES)),
  ];
  const head = Buffer.alloc(HEADER_BYTES);
  head.writeUInt8(change ? codes.change : codes.disconnect, 0);
  head.writeUInt8(identifier, 1);
  const packet = Buffer.concat([head, ...parts]);
  packet.writeUInt16BE(packet.length, 2);
  createHmac('md5', secret)
    .update(packet)
    .digest()
    .copy(packet, packet.length - HASH_BYTES);
  createHash('md5').update(packet).update(secret).digest().copy(packet, AUTHENTICATOR_AT);
  return packet;
}

export type Answer =
  | { kind: 'ack' }
  /** The number of RFC 5176, section 3.6; 503: there is no such session. */
  | { kind: 'nak'; cause: number | undefined };

/** The attributes of a packet; undefined where their lengths do not fit it. */
function attributesOf(
  packet: Buffer,
): { type: number; start: number; value: Buffer }[] | undefined {
  const found: { type: number; start: number; value: Buffer }[] = [];
  for (let start = HEADER_BYTES; start < packet.length; ) {
    const length = packet[start + 1] ?? 0;
    if (length < 2 || start + length > packet.length) return undefined;
    found.push({ type: packet[start]!, start, value: packet.subarray(start + 2, start + length) });
    start += length;
  }
  return found;
}

/**
 * The answer to an order; undefined for anything that is not one: of another identifier, not signed with the secret, damaged.
 * Message-Authenticator is checked where it is there (an ACK may lack it).
 */
export function decodeAnswer(received: Buffer, order: Buffer, secret: string): Answer | undefined {
  if (received.length < HEADER_BYTES || received.length > MAX_PACKET) return undefined;
  const length = received.readUInt16BE(2);
  if (length < HEADER_BYTES || length > received.length) return undefined;
  const packet = received.subarray(0, length);
  if (packet[1] !== order[1]) return undefined;
  const isChange = order[0] === codes.change;
  const [ack, nak] = isChange
    ? [codes.changeAck, codes.changeNak]
    : [codes.disconnectAck, codes.disconnectNak];
  if (packet[0] !== ack && packet[0] !== nak) return undefined;
  const asked = Buffer.from(packet);
  order.copy(asked, AUTHENTICATOR_AT, AUTHENTICATOR_AT, HEADER_BYTES);
  const signed = createHash('md5').update(asked).update(secret).digest();
  if (!timingSafeEqual(signed, packet.subarray(AUTHENTICATOR_AT, HEADER_BYTES))) return undefined;
  const all = attributesOf(packet);
  if (!all) return undefined;
  for (const { type, start, value } of all) {
    if (type !== attributes.messageAuthenticator) continue;
    if (value.length !== HASH_BYTES) return undefined;
    asked.fill(0, start + 2, start + 2 + HASH_BYTES);
    const hash = createHmac('md5', secret).update(asked).digest();
    if (!timingSafeEqual(hash, value)) return undefined;
  }
  if (packet[0] === ack) return { kind: 'ack' };
  const cause = all.find(({ type, value }) => type === attributes.errorCause && value.length === 4);
  return { kind: 'nak', cause: cause?.value.readUInt32BE() };
}
