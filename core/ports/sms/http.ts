import { type IncomingMessage, request as requestHttp } from 'node:http';
import type { Socket } from 'node:net';
import { AppError } from '../../kernel/errors.ts';
import { isLoopback } from '../../kernel/loopback.ts';
import { maskSecrets } from '../mask.ts';
import {
  type SmsMessage,
  type SmsPort,
  smsBusy,
  smsRefused,
  smsUnanswered,
  smsUnreachable,
} from '../sms.ts';
import {
  type GatewayAnswer,
  type GatewayPattern,
  type GatewayRequest,
  readReceipts,
  requestOf,
  verdictOfAnswer,
} from './http-pattern.ts';
import { openSocket, reasonOf } from './socket.ts';

export interface HttpTiming {
  connectMs: number;
  answerMs: number;
}
const TIMING: HttpTiming = { connectMs: 10_000, answerMs: 30_000 };

const DEFAULT_AT_ONCE = 4;
const MAX_ANSWER_BYTES = 65_536;
const BUSY_SECONDS = 60;
const MAX_BUSY_SECONDS = 3600;

export interface HttpSettings {
  url: string;
  sender: string;
  key: string;
  /** Read with the first use. @throws AppError */
  pattern: () => Promise<GatewayPattern>;
  /** PEM certificates to trust in place of the system's, for tests. */
  ca?: string;
  timing?: Partial<HttpTiming>;
}

/** @throws AppError `sms.unreachable` for an address without TLS that is not on this machine. */
function checkedUrl(text: string): URL {
  const url = new URL(text);
  if (url.protocol === 'https:' || isLoopback(url.hostname)) return url;
  throw smsUnreachable('SMS_URL must begin with https:// (http:// is for this machine alone)');
}

/** Connects; nothing has been sent yet. */
function connect(url: URL, ms: number, ca: string | undefined): Promise<Socket> {
  const isTls = url.protocol === 'https:';
  const port = Number(url.port) || (isTls ? 443 : 80);
  const tls = isTls
    ? { ALPNProtocols: ['http/1.1'], ...(ca === undefined ? {} : { ca }) }
    : undefined;
  return openSocket({ host: url.hostname, port, tls }, ms);
}

async function readAnswer(response: IncomingMessage): Promise<GatewayAnswer & { wait: number }> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_ANSWER_BYTES) throw new Error('its answer is too long');
    chunks.push(chunk);
  }
  const wait = response.headers['retry-after'] ?? '';
  return {
    status: response.statusCode ?? 0,
    text: Buffer.concat(chunks).toString('utf8'),
    wait: /^\d{1,6}$/.test(wait) ? Number(wait) : BUSY_SECONDS,
  };
}

/**
 * Sends the request over an open connection and reads the answer. Each message has a connection of its own: a kept one
 * may be closed by the gateway just as it is used, and nobody would know whether the message arrived.
 */
async function exchange(
  socket: Socket,
  url: URL,
  method: string,
  { path, headers, body }: GatewayRequest,
  ms: number,
): Promise<GatewayAnswer & { wait: number }> {
  let timer: NodeJS.Timeout | undefined;
  try {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const request = requestHttp({
        // The socket is encrypted already where it has to be. No redirect is followed: the key is for this address.
        createConnection: () => socket,
        method,
        path,
        headers: {
          accept: 'application/json',
          'user-agent': 'nimule',
          ...headers,
          host: url.host,
          connection: 'close',
          ...(method === 'GET' ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
        },
      });
      timer = setTimeout(
        () => socket.destroy(new Error(`it did not answer within ${ms / 1000} s`)),
        ms,
      );
      request.once('response', resolve);
      request.on('error', reject);
      request.end(method === 'GET' ? undefined : body);
    });
    return await readAnswer(response);
  } finally {
    clearTimeout(timer);
    socket.destroy();
  }
}

/** A gateway with an HTTP interface, by the pattern of its requests and answers. */
export function httpSms(settings: HttpSettings): SmsPort {
  const { sender, key, ca } = settings;
  const timing = { ...TIMING, ...settings.timing };
  let atOnce = DEFAULT_AT_ONCE;
  let loading: Promise<GatewayPattern> | undefined;
  let isClosed = false;
  let pausedUntil = 0;
  const inWork = new Set<Promise<unknown>>();

  const patternOf = () => {
    loading ??= settings.pattern().then(
      (pattern) => {
        atOnce = pattern.atOnce ?? DEFAULT_AT_ONCE;
        return pattern;
      },
      (error) => {
        // Read again next time: the administrator may have mended the file.
        loading = undefined;
        throw error;
      },
    );
    return loading;
  };
  /** Gateways repeat what they were sent. */
  const withoutKey = (text: string) => {
    const password = URL.canParse(settings.url) ? new URL(settings.url).password : '';
    return maskSecrets(text, [key, password, decodeURIComponent(password)]);
  };

  const send = async ({ id, to, text }: SmsMessage): Promise<{ ids: string[] }> => {
    if (isClosed) throw smsUnreachable('this program is being stopped');
    const pause = pausedUntil - performance.now();
    if (pause > 0) throw smsBusy(Math.ceil(pause / 1000));
    if (text === '') throw smsRefused('it has no text');
    if (!/^\+\d{7,15}$/.test(to)) throw smsRefused('the number of the recipient is not valid');
    const pattern = await patternOf();
    const url = checkedUrl(settings.url);
    const values = { id, to, digits: to.slice(1), text, sender, key };
    const request = requestOf(pattern, url, values);
    // A key with a line end or an umlaut does not fit a header.
    const wrong = Object.entries(request.headers).find(([, value]) => /[^\t\x20-\x7e]/.test(value));
    if (wrong)
      throw smsUnreachable(`the header ${wrong[0]} would contain more than plain characters`);
    let socket: Socket;
    try {
      socket = await connect(url, timing.connectMs, ca);
    } catch (cause) {
      throw smsUnreachable(reasonOf(cause), { cause });
    }
    let answer: Awaited<ReturnType<typeof exchange>>;
    try {
      answer = await exchange(socket, url, pattern.method, request, timing.answerMs);
    } catch (cause) {
      throw smsUnanswered(withoutKey(reasonOf(cause)), { cause });
    }
    const verdict = verdictOfAnswer(pattern, answer);
    if (verdict.kind === 'accepted') return { ids: verdict.ids };
    if (verdict.kind === 'busy') {
      const wait = Math.min(Math.max(answer.wait, 1), MAX_BUSY_SECONDS);
      pausedUntil = performance.now() + wait * 1000;
      throw smsBusy(wait);
    }
    const reason = withoutKey(verdict.reason);
    if (verdict.kind === 'refused') throw smsRefused(reason);
    if (verdict.kind === 'unusable') throw smsUnreachable(reason, { retryAfter: BUSY_SECONDS });
    throw smsUnanswered(reason);
  };

  return {
    kind: 'http',
    get maxInFlight() {
      return atOnce;
    },
    alphabet: 'gsm',
    send(message) {
      const sent = send(message);
      const done = sent.then(
        () => {},
        () => {},
      );
      inWork.add(done);
      void done.then(() => inWork.delete(done));
      return sent;
    },
    receipts: () => () => {},
    readReceipts: async (input) => readReceipts(await patternOf(), input),
    async verify() {
      const pattern = await patternOf();
      try {
        const url = checkedUrl(settings.url);
        requestOf(pattern, url, { id: '', to: '', digits: '', text: '', sender, key });
        (await connect(url, timing.connectMs, ca)).destroy();
      } catch (cause) {
        const text = reasonOf(cause).replace(/^The SMS gateway cannot be used: /, '');
        const reason = withoutKey(text.split('. Nothing')[0]!);
        const message = `The SMS gateway ${new URL(settings.url).host} cannot be used: ${reason}. SMS_URL names it.`;
        throw new AppError('unavailable', 'sms.unreachable', message, { cause });
      }
    },
    async close() {
      isClosed = true;
      await Promise.all(inWork);
    },
  };
}
