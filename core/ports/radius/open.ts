import { createSocket, type Socket } from 'node:dgram';
import { isIPv6 } from 'node:net';
import type { OrderResult, RadiusOrder, RadiusPort } from '../radius.ts';
import { decodeAnswer, encodeOrder } from './packet.ts';

/** Of one router: an identifier is a byte, and the slowest of them are to keep up. */
const MAX_UNDER_WAY = 50;
const TRIES = 3;

interface UnderWay {
  packet: Buffer;
  order: RadiusOrder;
  settle(result: OrderResult): void;
}

/** Orders of one router: those under way by their identifier, and those that wait. */
class Destination {
  private readonly underWay = new Map<number, UnderWay>();
  private readonly waiting: (() => void)[] = [];
  private next = 0;

  constructor(
    private readonly socket: Socket,
    private readonly address: string,
    private readonly port: number,
    private readonly timeoutMs: number,
  ) {}

  async send(order: RadiusOrder, now: Date): Promise<OrderResult> {
    while (this.underWay.size >= MAX_UNDER_WAY)
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    const identifier = this.freeIdentifier();
    try {
      const packet = encodeOrder(identifier, order.session, order.change, order.secret, now);
      return await new Promise<OrderResult>((settle) => {
        this.underWay.set(identifier, { packet, order, settle });
        this.repeat(identifier, packet, 1);
      });
    } finally {
      this.underWay.delete(identifier);
      this.waiting.shift()?.();
    }
  }

  /** A repetition is the same packet, so that the router knows it (RFC 5080, section 2.2.2). */
  private repeat(identifier: number, packet: Buffer, tries: number): void {
    const current = this.underWay.get(identifier);
    if (current?.packet !== packet) return;
    if (tries > TRIES) {
      current.settle({ kind: 'silent', error: 'does not answer' });
      return;
    }
    this.socket.send(packet, this.port, this.address, (error) => {
      if (error) current.settle({ kind: 'silent', error: error.message.slice(0, 200) });
    });
    setTimeout(() => this.repeat(identifier, packet, tries + 1), this.timeoutMs).unref();
  }

  private freeIdentifier(): number {
    do this.next = (this.next + 1) % 256;
    while (this.underWay.has(this.next));
    return this.next;
  }

  hear(message: Buffer): void {
    const found = this.underWay.get(message[1] ?? -1);
    const answer = found && decodeAnswer(message, found.packet, found.order.secret);
    if (answer) found.settle(answer);
  }
}

/** One socket of each family for all routers, opened with the first order. */
export function openRadius({ timeoutMs = 1000 }: { timeoutMs?: number } = {}): RadiusPort {
  const sockets = new Map<'udp4' | 'udp6', Socket>();
  const destinations = new Map<string, Destination>();
  const keyOf = (address: string, port: number) => `${address} ${port}`;
  const socketFor = (address: string): Socket => {
    const family = isIPv6(address) ? 'udp6' : 'udp4';
    const known = sockets.get(family);
    if (known) return known;
    const socket = createSocket(family);
    // Only who was asked is heard: the address of a packet is part of its key.
    socket.on('message', (message, from) =>
      destinations.get(keyOf(from.address, from.port))?.hear(message),
    );
    // An ICMP message about one router must not stop the others.
    socket.on('error', () => {});
    socket.unref();
    sockets.set(family, socket);
    return socket;
  };
  return {
    send(order) {
      const key = keyOf(order.address, order.port);
      // Kept, since a router may take an identifier that comes again at once for a repetition.
      const destination =
        destinations.get(key) ??
        new Destination(socketFor(order.address), order.address, order.port, timeoutMs);
      destinations.set(key, destination);
      return destination.send(order, new Date());
    },
  };
}
