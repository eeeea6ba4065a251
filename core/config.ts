import { join, resolve } from 'node:path';
import { environment } from './config-values.ts';
import { environmentVariables, type LogLevel } from './config-variables.ts';
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

/** The SMS gateway. */
export interface SmsConfig {
  /** smpp://, smpps:// or https://; undefined: no message is sent. */
  url: string | undefined;
  /** The sender that recipients see; '' for the gateway's default. */
  sender: string;
  /** The key of a gateway with an HTTP interface. */
  key: string;
  /** Absolute; the file with the pattern of requests and answers of such a gateway. */
  gatewayFile: string | undefined;
}

/** MTN MoMo's interface for collections. */
export interface MomoConfig {
  url: string;
  subscriptionKey: string;
  user: string;
  apiKey: string;
  /** X-Target-Environment. */
  environment: string;
  /** As it is sent; the sandbox takes EUR alone. */
  currency: 'SSP' | 'USD' | 'EUR';
  /** The reference of the request is appended; undefined: no callbacks. */
  callbackUrl: string | undefined;
}

/** How mobile money is collected. */
export interface PaymentsConfig {
  driver: 'simulated' | 'momo' | 'off';
  /** MTN MoMo, m-GURUSH and NilePay in this order; without a name one is not offered. */
  providers: readonly { name: string; dialCode: string }[];
  momo: MomoConfig;
}

/** The language model of the assistant. */
export interface AssistantConfig {
  /** Undefined: the assistant answers by its own rules. */
  url: string | undefined;
  /** '' for an endpoint that needs none. */
  apiKey: string;
  model: string;
  /** The most requests of a day. */
  dailyRequests: number;
}

export interface Config {
  port: number;
  host: string;
  databaseUrl: string | undefined;
  /** The role that owns the tables, where it is another one than that of `databaseUrl`. */
  ownerUrl: string | undefined;
  /** Connections to PostgreSQL a process. */
  poolSize: number;
  dataDir: string;
  /** Absolute. */
  backupDir: string;
  /** A directory, or a command that gets the path of each verified backup as its last argument. */
  backupCopy: string | undefined;
  /** 32 bytes as 64 lower-case hexadecimal digits. Never logged or printed; read it through `ports.secrets`. */
  secretKey: string | undefined;
  smtpUrl: string | undefined;
  sms: SmsConfig;
  payments: PaymentsConfig;
  assistant: AssistantConfig;
  /** The program that sends echo requests: a path, or a name on PATH. */
  fping: string;
  logLevel: LogLevel;
  /** Public address. With https, cookies are Secure and HSTS is sent. */
  publicUrl: string | undefined;
  /** IP addresses and networks of trusted reverse proxies. */
  trustProxy: readonly string[];
  company: CompanyConfig;
}

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
        const given = secret || !env[name] ? '' : `, not '${env[name]}'`;
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
    poolSize: value.ISP_POOL_SIZE,
    dataDir,
    backupDir: value.ISP_BACKUP_DIR ? resolve(value.ISP_BACKUP_DIR) : join(dataDir, 'backups'),
    backupCopy: value.ISP_BACKUP_COPY || undefined,
    secretKey: value.ISP_SECRET_KEY,
    smtpUrl: value.SMTP_URL || undefined,
    sms: {
      url: value.SMS_URL || undefined,
      sender: value.SMS_SENDER,
      key: value.SMS_KEY,
      gatewayFile: value.SMS_GATEWAY ? resolve(value.SMS_GATEWAY) : undefined,
    },
    payments: {
      driver: value.ISP_PAYMENTS,
      providers: value.ISP_PAYMENT_PROVIDERS,
      momo: {
        url: value.MOMO_URL,
        subscriptionKey: value.MOMO_SUBSCRIPTION_KEY,
        user: value.MOMO_USER,
        apiKey: value.MOMO_API_KEY,
        environment: value.MOMO_ENVIRONMENT,
        currency: value.MOMO_CURRENCY,
        callbackUrl: value.MOMO_CALLBACK_URL || undefined,
      },
    },
    assistant: {
      url: value.AI_BASE_URL || undefined,
      apiKey: value.AI_API_KEY,
      model: value.AI_MODEL,
      dailyRequests: value.AI_DAILY_REQUESTS,
    },
    fping: value.ISP_FPING,
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
