import { isIP } from 'node:net';
import { z } from 'zod';
import { logLevels } from './config-variables.ts';
import { isLoopback } from './kernel/loopback.ts';

/** Whether the text is a URL of one of the protocols with a valid user and password (a % in them is written %25). */
function isUrl(value: string, protocols: RegExp): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, username, password } = new URL(value);
  try {
    decodeURIComponent(username + password);
  } catch {
    return false;
  }
  return protocols.test(protocol);
}

const POSTGRES = /^postgres(ql)?:$/;

/** Whether the text is an address of a PostgreSQL database. */
export function isPostgresUrl(value: string): boolean {
  return value.length <= 2000 && isUrl(value, POSTGRES);
}

/** An empty text, or such a URL. */
function urlOrNone(protocols: RegExp) {
  return z.string().refine((value) => value === '' || isUrl(value, protocols));
}

const KEY_BYTES = 32;
/** Keys are bounded before they are matched. */
const LONGEST_KEY = 64;

/** A key of 32 bytes as lower-case hexadecimal digits, from hexadecimal digits or base64; undefined for other texts. */
export function parseKey(text: string): string | undefined {
  const key = text.trim();
  if (key.length > LONGEST_KEY) return undefined;
  if (/^[0-9a-f]{64}$/i.test(key)) return key.toLowerCase();
  if (!/^[\w+/-]{43}=?$/.test(key)) return undefined;
  const bytes = Buffer.from(key, 'base64');
  return bytes.length === KEY_BYTES ? bytes.toString('hex') : undefined;
}

const secretKey = z.string().transform((value, { addIssue }) => {
  const key = parseKey(value);
  if (value !== '' && key === undefined) addIssue({ code: 'custom', message: 'no key' });
  return key;
});

/** The networks that ISP_TRUST_PROXY=yes stands for: a proxy on this machine. */
const LOOPBACK = ['127.0.0.0/8', '::1'];

/** An IP address, optionally with a prefix length: 10.0.0.5, 192.168.7.0/24, fd00::/8. */
function isNetwork(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  if (bits < 0 || rest.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits);
}

/** The networks of trusted proxies. */
const proxies = z.string().transform((value, { addIssue }): readonly string[] => {
  const trusts = z.stringbool().safeParse(value.trim());
  if (trusts.success) return trusts.data ? LOOPBACK : [];
  const networks = value.split(',').map((part) => part.trim());
  if (!networks.every(isNetwork)) addIssue({ code: 'custom', message: 'no network' });
  return networks;
});

const PROVIDERS = 3;
const MAX_PROVIDER_NAME = 40;

/** The providers of mobile money: 'MTN MoMo *165#|…', each a name and a dial code; an empty one is not offered. */
const providers = z.string().transform((value, { addIssue }) => {
  const parts = value.split('|').map((part) => part.trim());
  const read = parts.map((part) => {
    const blank = part.lastIndexOf(' ');
    return { name: part.slice(0, blank).trim(), dialCode: part.slice(blank + 1) };
  });
  const isValid = read.every(
    ({ name, dialCode }, index) =>
      parts[index] === '' ||
      (name !== '' &&
        name.length <= MAX_PROVIDER_NAME &&
        dialCode.length <= 10 &&
        /^[*#\d]+$/.test(dialCode)),
  );
  if (parts.length !== PROVIDERS || !isValid) addIssue({ code: 'custom', message: 'no provider' });
  return read;
});

/** An empty text, or an address to which secrets may be sent: with TLS, or on this machine. */
const secureUrl = z
  .string()
  .trim()
  .max(500)
  .refine((value) => {
    if (value === '') return true;
    if (!isUrl(value, /^https?:$/)) return false;
    const { protocol, hostname } = new URL(value);
    return protocol === 'https:' || isLoopback(hostname);
  });

/** A key or name that is sent in a header. */
const headerTextOf = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .regex(/^[\x21-\x7e]*$/);
const headerText = headerTextOf(200);

const variables = z.object({
  PORT: z
    .string()
    .regex(/^\d{1,5}$/)
    .transform(Number)
    .refine((port) => port < 65_536),
  HOST: z.string().trim().min(1),
  DATABASE_URL: urlOrNone(POSTGRES),
  ISP_OWNER_URL: urlOrNone(POSTGRES),
  ISP_POOL_SIZE: z
    .string()
    .trim()
    .regex(/^\d{1,3}$/)
    .transform(Number)
    .refine((size) => size >= 2 && size <= 500),
  ISP_DATA_DIR: z.string().min(1),
  ISP_BACKUP_DIR: z.string(),
  ISP_BACKUP_COPY: z.string().trim().max(1000),
  ISP_SECRET_KEY: secretKey,
  ISP_PUBLIC_URL: urlOrNone(/^https?:$/),
  ISP_TRUST_PROXY: proxies,
  ISP_LOG_LEVEL: z.enum(logLevels),
  SMTP_URL: urlOrNone(/^smtps?:$/),
  SMS_URL: urlOrNone(/^(smpps?|https?):$/),
  SMS_SENDER: z
    .string()
    .trim()
    .max(16)
    .regex(/^([A-Za-z0-9 ._&-]{0,11}|\+?\d{1,15})$/),
  SMS_KEY: z.string().trim().max(1000),
  SMS_GATEWAY: z.string().trim(),
  ISP_PAYMENTS: z.enum(['simulated', 'momo', 'off']),
  ISP_PAYMENT_PROVIDERS: providers,
  MOMO_URL: secureUrl,
  MOMO_SUBSCRIPTION_KEY: headerText,
  MOMO_USER: headerText,
  MOMO_API_KEY: headerText,
  MOMO_ENVIRONMENT: z
    .string()
    .trim()
    .max(100)
    .regex(/^[\w-]+$/),
  MOMO_CURRENCY: z.enum(['SSP', 'USD', 'EUR']),
  MOMO_CALLBACK_URL: secureUrl,
  AI_BASE_URL: secureUrl,
  AI_API_KEY: headerTextOf(500),
  AI_MODEL: headerText,
  AI_DAILY_REQUESTS: z
    .string()
    .trim()
    .regex(/^\d{1,7}$/)
    .transform(Number)
    .refine((requests) => requests <= 1_000_000),
  ISP_FPING: z.string().trim().min(1).max(1000),
  ISP_COMPANY_NAME: z.string().trim().min(1).max(200),
  ISP_COMPANY_LOGO_TEXT: z.string().trim().min(1).max(4),
  ISP_COMPANY_CITY: z.string().trim(),
  ISP_COMPANY_ADDRESS: z.string().trim(),
  ISP_COMPANY_PHONE: z.string().trim(),
  ISP_COMPANY_EMAILS: z
    .string()
    .transform((value) =>
      value
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean),
    )
    .refine(
      (emails) => emails.length > 0 && emails.every((email) => z.email().safeParse(email).success),
    ),
  ISP_COMPANY_TAX_NUMBER: z.string().trim(),
  ISP_COMPANY_WEBSITE: z.string().trim(),
  ISP_COMPANY_PAYMENT: z.string().transform((value) =>
    value
      .split('|')
      .map((part) => part.trim())
      .filter(Boolean),
  ),
  ISP_COMPANY_CURRENCY_DISPLAY: z.enum(['USD+SSP', 'USD']),
});

type Values = z.output<typeof variables>;

/** A check that ISP_PAYMENTS=momo has what it cannot do without. */
function neededForMomo(name: 'MOMO_URL' | 'MOMO_SUBSCRIPTION_KEY' | 'MOMO_USER' | 'MOMO_API_KEY') {
  const isGiven = (values: Values) => values.ISP_PAYMENTS !== 'momo' || Boolean(values[name]);
  const options: { path: PropertyKey[]; when: () => boolean } = { path: [name], when: () => true };
  return [isGiven, options] as const;
}

/** Decodes the texts of all variables. */
export const environment = variables
  // The embedded database has no roles: an owner's address without DATABASE_URL is an oversight.
  .refine(
    (values) => !values.ISP_OWNER_URL || values.DATABASE_URL !== '',
    // Also when another variable is wrong, so that all errors are named at once.
    { path: ['ISP_OWNER_URL'], when: () => true },
  )
  .refine((values) => !values.SMS_URL?.startsWith('http') || Boolean(values.SMS_GATEWAY), {
    path: ['SMS_GATEWAY'],
    when: () => true,
  })
  .refine((values) => !values.AI_BASE_URL || Boolean(values.AI_MODEL), {
    path: ['AI_MODEL'],
    when: () => true,
  })
  .refine(...neededForMomo('MOMO_URL'))
  .refine(...neededForMomo('MOMO_SUBSCRIPTION_KEY'))
  .refine(...neededForMomo('MOMO_USER'))
  .refine(...neededForMomo('MOMO_API_KEY'));
