import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { type ConnectionOptions, connect as connectTls } from 'node:tls';

export interface Address {
  /** A name or an IP address, IPv6 with or without brackets. */
  host: string;
  port: number;
  /** Undefined: without encryption. */
  tls: ConnectionOptions | undefined;
}

/** The system's message without its full stop. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message.replace(/\.$/, '') : String(error);
}

/**
 * Connects, and encrypts where it has to; nothing of ours has been sent then. The caller listens for errors of the
 * socket from then on, in the same turn.
 * @throws Error with the reason.
 */
export function openSocket({ host: named, port, tls }: Address, ms: number): Promise<Socket> {
  const host = named.replace(/^\[(.{1,100})\]$/, '$1');
  const servername = isIP(host) ? {} : { servername: host };
  const socket = tls
    ? connectTls({ host, port, ...servername, ...tls })
    : connectTcp({ host, port });
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => socket.destroy(new Error(`no connection within ${ms / 1000} s`)),
      ms,
    );
    const fail = (error?: unknown) => {
      clearTimeout(timer);
      socket.destroy();
      reject(error instanceof Error ? error : new Error('it closed the connection'));
    };
    const closed = () => fail();
    socket.once('error', fail).once('close', closed);
    socket.once(tls ? 'secureConnect' : 'connect', () => {
      clearTimeout(timer);
      socket.off('error', fail).off('close', closed);
      // An error before the caller listens must not end the process; the socket is destroyed then.
      socket.on('error', () => {});
      resolve(socket);
    });
  });
}
