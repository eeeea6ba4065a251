import { createSocket, type Socket, type SocketType } from 'node:dgram';
import type { Session, User, Varbind } from 'net-snmp';
import type { AppError } from '../../kernel/errors.ts';
import { oneLine } from '../../kernel/text.ts';
import {
  type DeviceTarget,
  measuringStopped,
  type SnmpCredentials,
  snmpFailed,
} from '../network.ts';

import { provideDes } from './snmp-des.ts';

type Library = typeof import('net-snmp')['default'];

/** An open session with a device. */
export interface SnmpSession {
  get(oids: readonly string[]): Promise<Varbind[]>;
  /** The next `count` values of each OID, in its place; an answer may be shorter. */
  getBulk(oids: readonly string[], count: number): Promise<Varbind[][]>;
}

/** A question is asked again once. */
const RETRIES = 1;
const LONGEST_REASON = 200;

/**
 * The library decodes a datagram in a listener of the socket, where an error would end the process: it is passed to
 * `onError` instead.
 */
function guardedSockets(onError: (error: Error) => void) {
  return {
    createSocket(type: SocketType): Socket {
      const socket = createSocket(type);
      const on = socket.on.bind(socket) as (
        event: string,
        listener: (...args: never[]) => void,
      ) => Socket;
      socket.on = ((event: string, listener: (...args: never[]) => void) =>
        on(event, (...args) => {
          try {
            listener(...args);
          } catch (error) {
            onError(error as Error);
          }
        })) as Socket['on'];
      return socket;
    },
  };
}

function userOf(library: Library, credentials: Extract<SnmpCredentials, { version: 'v3' }>): User {
  const { user, authProtocol, authKey = '', privProtocol, privKey = '' } = credentials;
  const { SecurityLevel, AuthProtocols, PrivProtocols } = library;
  if (authProtocol === 'none') return { name: user, level: SecurityLevel.noAuthNoPriv };
  const authenticated = { name: user, authProtocol: AuthProtocols[authProtocol]!, authKey };
  if (privProtocol === 'none') return { ...authenticated, level: SecurityLevel.authNoPriv };
  return {
    ...authenticated,
    level: SecurityLevel.authPriv,
    privProtocol: PrivProtocols[privProtocol]!,
    privKey,
  };
}

/** The shortest keys of SNMP v3 (RFC 3414, 11.2). */
const MIN_KEY = 8;

/** @throws AppError unavailable network.snmp for credentials that no device accepts. */
function assertUsable(credentials: SnmpCredentials): void {
  if (credentials.version !== 'v3') return;
  const { authProtocol, authKey = '', privProtocol, privKey = '' } = credentials;
  if (authProtocol === 'none' && privProtocol !== 'none')
    throw snmpFailed(
      'SNMP v3 encrypts only with authentication: choose an authentication protocol.',
    );
  if (authProtocol !== 'none' && authKey.length < MIN_KEY)
    throw snmpFailed(`The authentication key must have at least ${MIN_KEY} characters.`);
  if (authProtocol !== 'none' && privProtocol !== 'none' && privKey.length < MIN_KEY)
    throw snmpFailed(`The privacy key must have at least ${MIN_KEY} characters.`);
}

/** What the library or the device reports, and what it means. */
const meanings: readonly (readonly [string, string])[] = [
  ['Unknown User Name', 'the device does not know the user'],
  ['Wrong Digest', 'the authentication protocol or key is wrong'],
  ['Authentication digest', 'the authentication protocol or key is wrong'],
  ['Decryption Error', 'the privacy protocol or key is wrong'],
  ['Failed to decrypt', 'the privacy protocol or key is wrong'],
  [
    'Unsupported Security Level',
    'the device does not offer the user this authentication or encryption',
  ],
  ['Not In Time Window', 'the clock of the device goes back or runs wrong'],
  ['time window', 'the clock of the device goes back or runs wrong'],
  ['AuthorizationError', 'the device allows the user too little'],
  ['NoAccess', 'the device allows the user too little'],
  ['does not precede', 'the device answers in the wrong order'],
  // The library names both communities in this text.
  ['does not match community', 'the device answers with another community'],
];

/** Whether a text of the library contains a credential. */
function reveals(text: string, credentials: SnmpCredentials): boolean {
  const secrets =
    credentials.version === 'v2c'
      ? [credentials.community]
      : [credentials.authKey, credentials.privKey];
  return secrets.some((secret) => secret && text.includes(secret));
}

const TIMED_OUT = Object.assign(new Error(), { name: 'RequestTimedOutError' });

/** Without credentials, which some messages of the library contain; other texts are cut and cleaned. */
function describe(
  error: Error,
  malformed: Error | undefined,
  { address, port, credentials }: DeviceTarget,
): string {
  const place = `${address}, port ${port}`;
  if (error.name === 'RequestTimedOutError')
    return malformed
      ? `What answers at ${place} does not speak this version of SNMP.`
      : `No answer by SNMP from ${place}: check that the device allows this server, and the version and the credentials.`;
  const found = meanings.find(([part]) => error.message.includes(part));
  const reason =
    found?.[1] ??
    (reveals(error.message, credentials)
      ? 'its answer does not fit the question'
      : oneLine(error.message.slice(0, LONGEST_REASON)));
  return `SNMP failed at ${place}: ${reason}.`;
}

/**
 * Opens a session for `work` and closes it in any case. Answers that cannot be decoded are ignored until the time is up.
 * @throws AppError unavailable network.snmp, network.stopped; what `work` throws.
 */
export async function withSession<T>(
  target: DeviceTarget,
  ip: { address: string; version: 4 | 6 },
  limits: { timeoutMs: number; totalMs: number; signal?: AbortSignal | undefined },
  work: (session: SnmpSession) => Promise<T>,
): Promise<T> {
  assertUsable(target.credentials);
  const { default: library } = await import('net-snmp');
  provideDes(library);
  let end: (error: AppError) => void = () => {};
  const ended = new Promise<never>((_, reject) => {
    end = reject;
  });
  // It may end between two questions.
  ended.catch(() => {});
  let malformed: Error | undefined;
  const onError = (error: Error) => {
    malformed = error;
  };
  const options = {
    port: target.port,
    transport: ip.version === 6 ? ('udp6' as const) : ('udp4' as const),
    retries: RETRIES,
    timeout: limits.timeoutMs,
    backwardsGetNexts: false,
    // The library has taken the question off its list before it fails: nothing would end the wait.
    dgramModule: guardedSockets((error) => {
      onError(error);
      end(snmpFailed(describe(TIMED_OUT, error, target), error));
    }),
  };
  const { credentials } = target;
  const session: Session =
    credentials.version === 'v2c'
      ? library.createSession(ip.address, credentials.community, {
          ...options,
          version: library.Version2c,
        })
      : library.createV3Session(ip.address, userOf(library, credentials), options);
  session.on('error', onError);
  const ask = <A>(send: (answered: (error: Error | null, answer?: A) => void) => void) => {
    const answer = new Promise<A>((resolve, reject) => {
      send((error, found) => {
        // Not as the cause, which is logged: its text may contain the community.
        if (error) reject(snmpFailed(describe(error, malformed, target)));
        else resolve(found as A);
      });
    });
    // It may end after the session was given up.
    answer.catch(() => {});
    return Promise.race([answer, ended]);
  };
  const timer = setTimeout(
    () => end(snmpFailed(`The device at ${target.address} answers too slowly by SNMP.`)),
    limits.totalMs,
  );
  const stop = () => end(measuringStopped());
  if (limits.signal?.aborted) stop();
  limits.signal?.addEventListener('abort', stop, { once: true });
  try {
    return await work({
      get: (oids) => ask((answered) => session.get([...oids], answered)),
      getBulk: (oids, count) => ask((answered) => session.getBulk([...oids], 0, count, answered)),
    });
  } finally {
    clearTimeout(timer);
    limits.signal?.removeEventListener('abort', stop);
    session.close();
  }
}
