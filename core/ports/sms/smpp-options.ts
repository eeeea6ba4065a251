import { isLoopback } from '../../kernel/loopback.ts';
import type { SmsAlphabet } from '../../kernel/sms-text.ts';
import { smsUnreachable } from '../sms.ts';

export interface SmppOptions {
  host: string;
  port: number;
  isTls: boolean;
  /** Server certificates are checked unless `verify=no`. */
  isVerified: boolean;
  /** A file of certificates to trust in place of the system's. */
  ca: string | undefined;
  systemId: string;
  password: string;
  systemType: string;
  /** Type of number and numbering plan of the sender; undefined: by what the sender looks like. */
  sourceTon: number | undefined;
  sourceNpi: number | undefined;
  /** Unanswered messages at once. */
  window: number;
  /** Messages a second, of parts; undefined: as fast as the gateway answers. */
  perSecond: number | undefined;
  /** Whether delivery receipts are asked for. */
  wantsReceipts: boolean;
  /** Receipts over a connection of their own, for gateways without bind_transceiver. */
  isSplit: boolean;
  alphabet: SmsAlphabet;
}

const DEFAULT_PORT = 2775;
const DEFAULT_TLS_PORT = 3550;
const DEFAULT_WINDOW = 10;
const MAX_URL_LENGTH = 2000;
const MAX_LOGIN_LENGTH = 64;

const OPTIONS = [
  'sourceTon',
  'sourceNpi',
  'window',
  'perSecond',
  'receipts',
  'bind',
  'charset',
  'systemType',
  'insecure',
  'verify',
  'ca',
];

/** Names the option, never its value: a mistyped address may have the password there. */
function wrong(reason: string): never {
  throw smsUnreachable(`${reason} in SMS_URL`);
}

function numberOption(
  options: URLSearchParams,
  name: string,
  min: number,
  max: number,
): number | undefined {
  const text = options.get(name);
  if (text === null) return undefined;
  const value = /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= min && value <= max)) wrong(`${name} must be a number from ${min} to ${max}`);
  return value;
}

function choice<T extends string>(
  options: URLSearchParams,
  name: string,
  choices: readonly [T, ...T[]],
): T {
  const text = options.get(name) ?? choices[0];
  return choices.find((one) => one === text) ?? wrong(`${name} must be ${choices.join(' or ')}`);
}

/**
 * The settings in smpp://systemId:password@host:2775?window=10… or smpps://….
 * @throws AppError unavailable `sms.unreachable` that names what is wrong, without the password. Without TLS a password
 *   is sent only to this machine, unless `insecure=yes` allows it.
 */
export function parseSmppUrl(text: string): SmppOptions {
  if (text.length > MAX_URL_LENGTH || !URL.canParse(text)) wrong('the address cannot be read');
  const url = new URL(text);
  const { searchParams: options, hostname } = url;
  const unknown = [...options.keys()].find((name) => !OPTIONS.includes(name));
  if (unknown !== undefined)
    wrong(`there is no option of that name (the options are ${OPTIONS.join(', ')})`);
  const isTls = url.protocol === 'smpps:';
  const isInsecure = choice(options, 'insecure', ['no', 'yes']) === 'yes';
  const systemId = decodeURIComponent(url.username);
  const password = decodeURIComponent(url.password);
  if (hostname === '') wrong('the host is missing');
  if (systemId === '') wrong('the user (system id) is missing');
  // SMPP 3.4, 4.1.1 has 15 and 8 characters, but many gateways give out longer ones.
  if (systemId.length > MAX_LOGIN_LENGTH || password.length > MAX_LOGIN_LENGTH)
    wrong(`user or password is longer than ${MAX_LOGIN_LENGTH} characters`);
  if (!isTls && !isInsecure && password !== '' && !isLoopback(hostname)) {
    wrong(
      'the password would be sent without encryption: use smpps://, or, where the connection itself is private (a VPN), add insecure=yes as an option',
    );
  }
  return {
    host: hostname.replace(/^\[(.{1,100})\]$/, '$1'),
    port: url.port ? Number(url.port) : isTls ? DEFAULT_TLS_PORT : DEFAULT_PORT,
    isTls,
    isVerified: choice(options, 'verify', ['yes', 'no']) === 'yes',
    ca: options.get('ca') ?? undefined,
    systemId,
    password,
    systemType: (options.get('systemType') ?? '').slice(0, 12),
    sourceTon: numberOption(options, 'sourceTon', 0, 6),
    sourceNpi: numberOption(options, 'sourceNpi', 0, 18),
    window: numberOption(options, 'window', 1, 1000) ?? DEFAULT_WINDOW,
    perSecond: numberOption(options, 'perSecond', 1, 1000),
    wantsReceipts: choice(options, 'receipts', ['yes', 'no']) === 'yes',
    isSplit: choice(options, 'bind', ['transceiver', 'split']) === 'split',
    alphabet: choice(options, 'charset', ['gsm', 'latin1']),
  };
}

/** What `isp doctor` warns of: settings that let others read the password or the messages. */
export function smppWarning(url: string): string | undefined {
  const { isTls, isVerified, host, password } = parseSmppUrl(url);
  if (isTls) return isVerified ? undefined : 'its certificate is not checked (verify=no)';
  const isExposed = password !== '' && !isLoopback(host) && host !== '::1';
  return isExposed ? 'the password is sent to it without TLS (insecure=yes)' : undefined;
}

/** 'The SMS gateway smpp.example.net:2775, user nimule', without the password. */
export function describeSmpp({ host, port, systemId }: SmppOptions): string {
  return `The SMS gateway ${host.includes(':') ? `[${host}]` : host}:${port}, user ${systemId}`;
}

const LONGEST_SHORT_CODE = 6;

/** The sender's address fields: a name, a short code, or an international number. SMPP 3.4, 5.2.5 and 5.2.6. */
export function sourceOf(
  sender: string,
  { sourceTon, sourceNpi }: Pick<SmppOptions, 'sourceTon' | 'sourceNpi'>,
): { source_addr: string; source_addr_ton: number; source_addr_npi: number } {
  const address = sender.replace(/^\+/, '');
  const isNumber = /^\d{1,20}$/.test(address);
  const [ton, npi] =
    address === ''
      ? [0, 0]
      : !isNumber
        ? [5, 0]
        : address.length > LONGEST_SHORT_CODE
          ? [1, 1]
          : [3, 0];
  return {
    source_addr: address,
    source_addr_ton: sourceTon ?? ton!,
    source_addr_npi: sourceNpi ?? npi!,
  };
}
