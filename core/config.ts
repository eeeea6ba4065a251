import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { AppError } from './kernel/errors.ts';

/** The company's identity is configuration (decision 29); the defaults belong to an invented company. */
export interface CompanyConfig {
  name: string;
  city: string;
  address: string;
  phone: string;
  emails: string[];
  logoText: string;
  taxNumber: string;
  website: string;
  paymentInstructions: string[];
  /** Whether documents and messages show amounts in South Sudanese pounds next to the dollars. */
  showsSsp: boolean;
}

export interface Config {
  port: number;
  host: string;
  databaseUrl: string | undefined;
  /** The role that owns the tables, where it is another one than that of `databaseUrl`. */
  ownerUrl: string | undefined;
  dataDir: string;
  /** Absolute. */
  backupDir: string;
  /** A directory, or a command that gets the path of each verified backup as its last argument. */
  backupCopy: string | undefined;
  /** 32 bytes as 64 lower-case hexadecimal digits. Never logged or printed; read it through `ports.secrets`. */
  secretKey: string | undefined;
  smtpUrl: string | undefined;
  logLevel: LogLevel;
  /** Public address. With https, cookies are Secure and HSTS is sent. */
  publicUrl: string | undefined;
  /** IP addresses and networks of trusted reverse proxies. */
  trustProxy: readonly string[];
  company: CompanyConfig;
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

interface Variable {
  name: string;
  fallback: string;
  meaning: string;
  /** What a valid value is; completes the sentence 'PORT must be …'. */
  rule?: string;
  /** May hold a password: error messages do not repeat the value. */
  secret?: true;
}

/** All environment variables, as the guide's table and `isp doctor` print them. */
export const environmentVariables: readonly Variable[] = [
  {
    name: 'PORT',
    fallback: '3000',
    meaning: 'Port of the portal and the API.',
    rule: 'a whole number from 0 to 65535',
  },
  {
    name: 'HOST',
    fallback: 'localhost',
    meaning: 'Address to listen on; 0.0.0.0 for every interface.',
  },
  {
    name: 'DATABASE_URL',
    fallback: '',
    meaning:
      'PostgreSQL 15 or newer, postgres://user:password@host:5432/name. Empty: the embedded database in the data directory.',
    rule: 'an address such as postgres://user:password@host:5432/name, with % in the password written as %25',
    secret: true,
  },
  {
    name: 'ISP_OWNER_URL',
    fallback: '',
    meaning:
      'The same database as the role that owns its tables, where DATABASE_URL names one with fewer rights: migrations, and verifying, restoring and moving backups, connect with it. The role needs CREATEDB.',
    rule: 'an address such as postgres://owner:password@host:5432/name, with % in the password written as %25, and DATABASE_URL must be set too',
    secret: true,
  },
  {
    name: 'ISP_DATA_DIR',
    fallback: './data',
    meaning:
      'Embedded database, backups, outbox of unsent mail, demo sign-ins, and the key of secrets without ISP_SECRET_KEY.',
  },
  {
    name: 'ISP_BACKUP_DIR',
    fallback: '',
    meaning: 'Directory of the backups. Empty: backups in the data directory.',
  },
  {
    name: 'ISP_BACKUP_COPY',
    fallback: '',
    meaning:
      'Where each verified backup is copied to: a directory, such as a mounted disk, or a command that gets the path of the file as its last argument.',
    rule: 'a directory, or a command of at most 1000 characters',
    secret: true,
  },
  {
    name: 'ISP_SECRET_KEY',
    fallback: '',
    meaning:
      'The key that encrypts what must be readable but not stolen with a backup. Empty: a key that is made once, secret.key in the data directory. Keep a copy apart from the backups; openssl rand -hex 32 makes one.',
    rule: '64 hexadecimal digits, or 32 bytes in base64',
    secret: true,
  },
  {
    name: 'ISP_PUBLIC_URL',
    fallback: '',
    meaning:
      'Address people type, e.g. https://portal.example.net. With https cookies are Secure; changes are taken from pages of this address alone.',
    rule: 'an address such as https://portal.example.net',
  },
  {
    name: 'ISP_TRUST_PROXY',
    fallback: 'no',
    meaning:
      'Reverse proxies that set X-Forwarded-For and X-Forwarded-Proto: yes for one on this machine, else their IP addresses and networks, separated by commas, e.g. 10.0.0.5,192.168.7.0/24.',
    rule: 'yes, no, or IP addresses and networks such as 10.0.0.5,192.168.7.0/24',
  },
  {
    name: 'ISP_LOG_LEVEL',
    fallback: 'info',
    meaning: `One of ${logLevels.join(', ')}.`,
    rule: `one of ${logLevels.join(', ')}`,
  },
  {
    name: 'SMTP_URL',
    fallback: '',
    meaning:
      'smtp://user:password@host:587 or smtps://…; a password is sent over TLS alone, except to this machine, or with ?insecure=yes at the end. Empty: messages become .eml files in the outbox.',
    rule: 'an address such as smtp://user:password@host:587, with % in the password written as %25',
    secret: true,
  },
  {
    name: 'ISP_COMPANY_NAME',
    fallback: 'Nimule Networks',
    meaning: 'Company name on screens, documents and messages.',
    rule: 'at most 200 characters long',
  },
  {
    name: 'ISP_COMPANY_LOGO_TEXT',
    fallback: 'NN',
    meaning: 'One to four letters drawn as the mark.',
    rule: 'one to four letters',
  },
  { name: 'ISP_COMPANY_CITY', fallback: 'Juba, South Sudan', meaning: 'City and country.' },
  {
    name: 'ISP_COMPANY_ADDRESS',
    fallback: 'Hai Cinema, Ministries Road',
    meaning: 'Street or district.',
  },
  { name: 'ISP_COMPANY_PHONE', fallback: '+211 900 000 000', meaning: 'Telephone.' },
  {
    name: 'ISP_COMPANY_EMAILS',
    fallback: 'info@nimule.example, support@nimule.example',
    meaning: 'Addresses, separated by commas; the first is the sender of mail.',
    rule: 'e-mail addresses, separated by commas',
  },
  { name: 'ISP_COMPANY_TAX_NUMBER', fallback: '', meaning: 'Printed on invoices.' },
  { name: 'ISP_COMPANY_WEBSITE', fallback: '', meaning: 'Printed on documents.' },
  {
    name: 'ISP_COMPANY_PAYMENT',
    fallback:
      'Bank: Nimule Networks, account 000-000000-00|Mobile money: +211 900 000 000, reference your customer ID',
    meaning: 'Lines of payment instructions on invoices, separated by |.',
  },
  {
    name: 'ISP_COMPANY_CURRENCY_DISPLAY',
    fallback: 'USD+SSP',
    meaning: 'USD+SSP: documents and messages give amounts in pounds too. USD: in dollars alone.',
    rule: 'USD+SSP or USD',
  },
];

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

const variables = z.object({
  PORT: z
    .string()
    .regex(/^\d{1,5}$/)
    .transform(Number)
    .refine((port) => port < 65_536),
  HOST: z.string().trim().min(1),
  DATABASE_URL: urlOrNone(POSTGRES),
  ISP_OWNER_URL: urlOrNone(POSTGRES),
  ISP_DATA_DIR: z.string().min(1),
  ISP_BACKUP_DIR: z.string(),
  ISP_BACKUP_COPY: z.string().trim().max(1000),
  ISP_SECRET_KEY: secretKey,
  ISP_PUBLIC_URL: urlOrNone(/^https?:$/),
  ISP_TRUST_PROXY: proxies,
  ISP_LOG_LEVEL: z.enum(logLevels),
  SMTP_URL: urlOrNone(/^smtps?:$/),
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

/** The embedded database has no roles: an owner's address without DATABASE_URL is an oversight. */
const environment = variables.refine(
  (values) => !values.ISP_OWNER_URL || values.DATABASE_URL !== '',
  // Also when another variable is wrong, so that all errors are named at once.
  { path: ['ISP_OWNER_URL'], when: () => true },
);

/**
 * Reads and checks the environment. `typedAs` maps variables to the command-line flags that set them.
 * @throws AppError invalid that names every wrong variable and what it must be.
 */
export function readConfig(
  env: Record<string, string | undefined>,
  typedAs: Record<string, string> = {},
): Config {
  const raw = Object.fromEntries(
    environmentVariables.map(({ name, fallback }) => [
      name,
      env[name]?.trim() ? env[name] : fallback,
    ]),
  );
  const result = environment.safeParse(raw);
  if (!result.success) {
    const wrong = new Set(result.error.issues.map((issue) => String(issue.path[0])));
    const lines = environmentVariables
      .filter(({ name }) => wrong.has(name))
      .map(({ name, rule, secret }) => {
        const given = secret ? '' : `, not '${env[name]}'`;
        return `${typedAs[name] ?? name} must be ${rule}${given}.`;
      });
    throw new AppError('invalid', 'config.invalid', lines.join('\n'));
  }
  const value = result.data;
  const dataDir = resolve(value.ISP_DATA_DIR);
  return {
    port: value.PORT,
    host: value.HOST,
    databaseUrl: value.DATABASE_URL || undefined,
    ownerUrl: value.ISP_OWNER_URL || undefined,
    dataDir,
    backupDir: value.ISP_BACKUP_DIR ? resolve(value.ISP_BACKUP_DIR) : join(dataDir, 'backups'),
    backupCopy: value.ISP_BACKUP_COPY || undefined,
    secretKey: value.ISP_SECRET_KEY,
    smtpUrl: value.SMTP_URL || undefined,
    logLevel: value.ISP_LOG_LEVEL,
    publicUrl: value.ISP_PUBLIC_URL || undefined,
    trustProxy: value.ISP_TRUST_PROXY,
    company: {
      name: value.ISP_COMPANY_NAME,
      city: value.ISP_COMPANY_CITY,
      address: value.ISP_COMPANY_ADDRESS,
      phone: value.ISP_COMPANY_PHONE,
      emails: value.ISP_COMPANY_EMAILS,
      logoText: value.ISP_COMPANY_LOGO_TEXT,
      taxNumber: value.ISP_COMPANY_TAX_NUMBER,
      website: value.ISP_COMPANY_WEBSITE,
      paymentInstructions: value.ISP_COMPANY_PAYMENT,
      showsSsp: value.ISP_COMPANY_CURRENCY_DISPLAY === 'USD+SSP',
    },
  };
}

/** The environment without the settings that hold keys or passwords, for a command of the administrator. */
export function withoutSecrets(
  env: Record<string, string | undefined>,
): Record<string, string | undefined> {
  const names = new Set(
    environmentVariables.filter(({ secret }) => secret).map(({ name }) => name),
  );
  return Object.fromEntries(Object.entries(env).filter(([name]) => !names.has(name)));
}
