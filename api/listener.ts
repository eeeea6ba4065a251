import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Config } from '@nimule/core/config';
import { AppError } from '@nimule/core/kernel/errors';
import { systemFault } from '@nimule/core/ports/system-faults';
import { BODY_TIMEOUT_MS, isUnfinished } from './bodies.ts';

/** Uploading 50 MB over 1 Mbit/s takes seven minutes. */
const REQUEST_TIMEOUT_MS = 15 * 60_000;
/** Longer than the idle timeout of proxies, which must be the ones to close a connection. */
const KEEP_ALIVE_MS = 72_000;
/** The machine does not support this kind of address: 'localhost' may still resolve to ::1. */
const NO_SUCH_ADDRESS = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT']);

/** The listening address. It exists from the start; the server behind it changes when the start is complete. */
export interface Listener {
  /** The address to open in a browser on this machine. */
  url: string;
  /** Sends the following requests to this handler. */
  handOver(answer: RequestListener): void;
  /** Accepts no new connections, answers requests under way, and then closes all connections, also idle ones. */
  close(): Promise<void>;
}

/**
 * Listens at the configured address; for 'localhost' at both of its addresses.
 * @throws AppError unavailable when the address is in use or not available.
 */
export async function listen(
  { host, port }: Pick<Config, 'host' | 'port'>,
  first: RequestListener,
): Promise<Listener> {
  let answer = first;
  let stopping = false;
  let lastAnswered = () => {};
  const underWay = new Set<ServerResponse>();
  const receive: RequestListener = (request, response) => {
    underWay.add(response);
    response.once('close', () => {
      underWay.delete(response);
      if (underWay.size === 0) lastAnswered();
      endUnfinished(request);
    });
    if (stopping) response.setHeader('connection', 'close');
    answer(request, response);
  };
  const servers = await openAll(host, port, receive);
  return {
    url: urlOf(host, portOf(servers[0] as Server)),
    handOver(next) {
      answer = next;
    },
    async close() {
      stopping = true;
      const closed = servers.map((server) => once(server, 'close'));
      for (const server of servers) server.close();
      for (const response of underWay)
        if (!response.headersSent) response.setHeader('connection', 'close');
      if (underWay.size > 0) {
        await new Promise<void>((resolve) => {
          lastAnswered = resolve;
        });
      }
      for (const server of servers) server.closeAllConnections();
      await Promise.all(closed);
    },
  };
}

/** Limits how long a request that was answered before its body had arrived keeps its connection. */
function endUnfinished(request: IncomingMessage): void {
  if (!isUnfinished(request)) return;
  const timer = setTimeout(() => {
    if (isUnfinished(request)) request.socket.destroy();
  }, BODY_TIMEOUT_MS);
  timer.unref();
  for (const end of ['end', 'close']) request.once(end, () => clearTimeout(timer));
}

async function openAll(host: string, port: number, receive: RequestListener): Promise<Server[]> {
  const servers: Server[] = [];
  let refusal: unknown;
  for (const address of await addressesOf(host)) {
    const server = createServer(
      { requestTimeout: REQUEST_TIMEOUT_MS, keepAliveTimeout: KEEP_ALIVE_MS },
      receive,
    );
    // Requests with an unknown Expect header are answered like others.
    server.on('checkExpectation', receive);
    server.on('clientError', answerBrokenHttp);
    try {
      // The second address uses the port that the first one got.
      server.listen({ host: address, port: servers[0] ? portOf(servers[0]) : port });
      await once(server, 'listening');
      servers.push(server);
    } catch (error) {
      refusal = error;
      if (NO_SUCH_ADDRESS.has((error as { code?: string }).code ?? '')) continue;
      for (const opened of servers) opened.close();
      throw listenError(error, host, port);
    }
  }
  if (servers.length === 0) throw listenError(refusal, host, port);
  return servers;
}

async function addressesOf(host: string): Promise<string[]> {
  if (host !== 'localhost') return [host];
  const found = await lookup(host, { all: true }).catch(() => []);
  return found.length > 0 ? [...new Set(found.map(({ address }) => address))] : ['127.0.0.1'];
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

function urlOf(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

function listenError(cause: unknown, host: string, port: number): unknown {
  const { code } = cause as { code?: string };
  const messages: Record<string, string> = {
    EADDRINUSE: `Port ${port} on ${host} is already in use. Stop the program that uses it, or choose another with PORT or --port.`,
    EACCES: `This user may not listen on port ${port}. Choose one above 1023 with PORT or --port.`,
    EADDRNOTAVAIL: `This machine has no address ${host}. Choose another with HOST or --host.`,
    ENOTFOUND: `The address ${host} is not known. Choose another with HOST or --host.`,
  };
  if (!code) return cause;
  const fault = systemFault(cause as NodeJS.ErrnoException);
  if (fault) return fault;
  const message = messages[code] ?? `Port ${port} on ${host} cannot be listened on (${code}).`;
  return new AppError('unavailable', 'server.address', message, { cause });
}

/** Handles invalid HTTP and oversized headers, where there is only a socket and no request yet. */
function answerBrokenHttp(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, message] =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? ['431 Request Header Fields Too Large', 'The headers of the request are too large.']
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? ['408 Request Timeout', 'The request took too long to arrive.']
        : ['400 Bad Request', 'The request could not be read.'];
  const body = JSON.stringify({ code: 'request.invalid', message });
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nX-Content-Type-Options: nosniff\r\nContent-Security-Policy: default-src 'none'\r\nConnection: close\r\n\r\n${body}`,
  );
}
