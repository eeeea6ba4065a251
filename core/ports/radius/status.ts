import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { isIPv6 } from 'node:net';

const STATUS_SERVER = 12;
const ACCESS_ACCEPT = 2;
const REPLY_MESSAGE = 18;
const MESSAGE_AUTHENTICATOR = 80;
const HEADER_BYTES = 20;
const HASH_BYTES = 16;
const TRIES = 3;

/** Status-Server (RFC 5997) with Message-Authenticator. */
function statusRequest(secret: string): Buffer {
  const packet = Buffer.alloc(HEADER_BYTES + 2 + HASH_BYTES);
  packet[0] = STATUS_SERVER;
  packet[1] = randomBytes(1)[0]!;
  packet.writeUInt16BE(packet.length, 2);
  randomBytes(HASH_BYTES).copy(packet, 4);
  packet[HEADER_BYTES] = MESSAGE_AUTHENTICATOR;
  packet[HEADER_BYTES + 1] = 2 + HASH_BYTES;
  createHmac('md5', secret)
    .update(packet)
    .digest()
    .copy(packet, HEADER_BYTES + 2);
  return packet;
}

/** The messages of an answer that is signed; undefined for any other packet. */
function messagesOf(packet: Buffer, request: Buffer, secret: string): string[] | undefined {
  if (packet.length < HEADER_BYTES || packet.readUInt16BE(2) !== packet.length) return undefined;
  if (packet[0] !== ACCESS_ACCEPT || packet[1] !== request[1]) return undefined;
  const asked = Buffer.from(packet);
  request.copy(asked, 4, 4, HEADER_BYTES);
  const signed = createHash('md5').update(asked).update(secret).digest();
  if (!timingSafeEqual(signed, packet.subarray(4, HEADER_BYTES))) return undefined;
  const messages: string[] = [];
  for (let at = HEADER_BYTES; at + 1 < packet.length; ) {
    const length = packet[at + 1]!;
    if (length < 2 || at + length > packet.length) return undefined;
    if (packet[at] === REPLY_MESSAGE) messages.push(packet.toString('utf8', at + 2, at + length));
    at += length;
  }
  return messages;
}

export interface StatusTarget {
  address: string;
  port: number;
  secret: string;
}

/**
 * Asks a RADIUS server whether it works, three times. Returns the messages of its answer; undefined where there is none that
 * is signed with the secret.
 */
export async function askStatus(
  { address, port, secret }: StatusTarget,
  timeoutMs = 1000,
): Promise<string[] | undefined> {
  const socket = createSocket(isIPv6(address) ? 'udp6' : 'udp4');
  const request = statusRequest(secret);
  try {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const answer = await new Promise<string[] | undefined>((resolve) => {
        const timer = setTimeout(() => resolve(undefined), timeoutMs);
        const settle = (found: string[]) => {
          clearTimeout(timer);
          resolve(found);
        };
        socket.removeAllListeners();
        socket.on('error', () => {});
        socket.on('message', (packet) => {
          const messages = messagesOf(packet, request, secret);
          if (messages) settle(messages);
        });
        socket.send(request, port, address, () => {});
      });
      if (answer) return answer;
    }
    return undefined;
  } finally {
    socket.close();
  }
}
