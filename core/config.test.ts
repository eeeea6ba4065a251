import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { guideFile, withSettings } from '../scripts/settings-doc.ts';
import { readConfig, withoutSecrets } from './config.ts';
import { environmentVariables } from './config-variables.ts';
import { isAppError } from './kernel/errors.ts';

function refusalOf(env: Record<string, string>, typedAs?: Record<string, string>): string {
  try {
    readConfig(env, typedAs);
  } catch (error) {
    if (isAppError(error)) return `${error.kind}: ${error.message}`;
    throw error;
  }
  return 'accepted';
}

describe('readConfig', () => {
  it('works without any setting', () => {
    expect(readConfig({})).toMatchObject({
      port: 3000,
      host: 'localhost',
      databaseUrl: undefined,
      ownerUrl: undefined,
      dataDir: resolve('./data'),
      backupDir: resolve('./data/backups'),
      backupCopy: undefined,
      secretKey: undefined,
      smtpUrl: undefined,
      sms: { url: undefined, sender: '', key: '', gatewayFile: undefined },
      publicUrl: undefined,
      trustProxy: [],
      company: {
        name: 'Nimule Networks',
        paymentInstructions: [expect.any(String), expect.any(String)],
      },
    });
  });

  it('treats an empty or blank variable as not set', () => {
    const empty = Object.fromEntries(environmentVariables.map(({ name }) => [name, ' ']));
    expect(readConfig(empty)).toEqual(readConfig({}));
  });

  it.each([
    ['yes', ['127.0.0.0/8', '::1']],
    ['TRUE', ['127.0.0.0/8', '::1']],
    ['no', []],
    [' 10.0.0.5 , 192.168.7.0/24,fd00::/8', ['10.0.0.5', '192.168.7.0/24', 'fd00::/8']],
  ])('reads the trusted proxies %s', (value, networks) => {
    expect(readConfig({ ISP_TRUST_PROXY: value }).trustProxy).toEqual(networks);
  });

  it('keeps backups in the data directory unless another one is named', () => {
    expect(readConfig({ ISP_DATA_DIR: '/srv/nimule' }).backupDir).toBe('/srv/nimule/backups');
    expect(readConfig({ ISP_BACKUP_DIR: 'kept' }).backupDir).toBe(resolve('kept'));
  });

  it('reads a key in hexadecimal digits and in base64', () => {
    const bytes = Buffer.alloc(32, 0xfb);
    const forms = ['hex', 'base64', 'base64url'] as const;
    for (const text of [...forms.map((form) => bytes.toString(form)), 'FB'.repeat(32)])
      expect(readConfig({ ISP_SECRET_KEY: ` ${text} ` }).secretKey).toBe('fb'.repeat(32));
  });

  it('reads the SMS gateway, and asks for a description of one with an HTTP interface', () => {
    const smpp = { SMS_URL: 'smpps://u:p@sms.example.net?window=5', SMS_SENDER: ' NIMULE ' };
    expect(readConfig(smpp).sms).toEqual({
      url: smpp.SMS_URL,
      sender: 'NIMULE',
      key: '',
      gatewayFile: undefined,
    });
    const http = { SMS_URL: 'https://sms.example.net/send', SMS_KEY: 's3cret' };
    expect(readConfig({ ...http, SMS_GATEWAY: 'gateway.json' }).sms.gatewayFile).toBe(
      resolve('gateway.json'),
    );
    expect(refusalOf(http)).toBe(
      'invalid: SMS_GATEWAY must be the name of a file, which a gateway at an https address needs.',
    );
  });

  it('collects nothing for real unless MTN MoMo is named with all its keys', () => {
    const { payments } = readConfig({});
    expect(payments.driver).toBe('simulated');
    expect(payments.providers).toEqual([
      { name: 'MTN MoMo', dialCode: '*165#' },
      { name: 'm-GURUSH', dialCode: '*185#' },
      { name: 'NilePay', dialCode: '*844#' },
    ]);
    const momo = {
      ISP_PAYMENTS: 'momo',
      MOMO_URL: 'https://momo.example.net',
      MOMO_SUBSCRIPTION_KEY: 'sub',
      MOMO_USER: 'user',
      MOMO_API_KEY: 's3cret',
    };
    expect(readConfig(momo).payments.momo).toEqual({
      url: 'https://momo.example.net',
      subscriptionKey: 'sub',
      user: 'user',
      apiKey: 's3cret',
      environment: 'sandbox',
      currency: 'SSP',
      callbackUrl: undefined,
    });
    expect(refusalOf({ ISP_PAYMENTS: 'momo' })).toContain('MOMO_API_KEY must be');
    expect(refusalOf({ ...momo, MOMO_URL: 'http://momo.example.net' })).toContain(
      'MOMO_URL must be',
    );
    expect(refusalOf({ ...momo, MOMO_API_KEY: 'two words' })).not.toContain('two words');
    expect(readConfig({ ...momo, MOMO_URL: 'http://127.0.0.1:8080' }).payments.momo.url).toBe(
      'http://127.0.0.1:8080',
    );
    expect(
      readConfig({ ISP_PAYMENT_PROVIDERS: 'MoMo *1#||' }).payments.providers.map(
        ({ name }) => name,
      ),
    ).toEqual(['MoMo', '', '']);
    expect(refusalOf({ ISP_PAYMENT_PROVIDERS: 'MoMo *1#' })).toContain('ISP_PAYMENT_PROVIDERS');
  });

  it('reads lists', () => {
    const { company } = readConfig({
      ISP_COMPANY_EMAILS: 'billing@example.net, info@example.net',
      ISP_COMPANY_PAYMENT: 'Bank: 1 | Cash',
    });
    expect(company.emails).toEqual(['billing@example.net', 'info@example.net']);
    expect(company.paymentInstructions).toEqual(['Bank: 1', 'Cash']);
  });

  it.each([
    ['PORT', '70000'],
    ['PORT', '-1'],
    ['PORT', 'http'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['DATABASE_URL', 'localhost:5432'],
    ['SMTP_URL', 'https://mail.example.net'],
    ['SMS_URL', 'smtp://gateway.example.net'],
    ['SMS_URL', 'smpp://user:100%@gateway.example.net'],
    ['SMS_SENDER', 'Nimule Networks'],
    ['SMS_SENDER', '+2119000000001234'],
    ['SMS_KEY', 'k'.repeat(1001)],
    ['SMTP_URL', 'smtp://grace:50%@mail.example.net'],
    ['DATABASE_URL', 'postgres://grace:50%@db/x'],
    ['ISP_OWNER_URL', 'mysql://localhost/x'],
    ['ISP_OWNER_URL', 'postgres://owner:secret@db/x'],
    ['ISP_BACKUP_COPY', 'c'.repeat(1001)],
    ['ISP_SECRET_KEY', 'secret'],
    ['ISP_SECRET_KEY', 'f'.repeat(63)],
    ['ISP_SECRET_KEY', 'A'.repeat(42)],
    ['ISP_SECRET_KEY', 'f'.repeat(1_000_000)],
    ['ISP_PUBLIC_URL', 'portal.example.net'],
    ['ISP_TRUST_PROXY', 'perhaps'],
    ['ISP_TRUST_PROXY', 'localhost'],
    ['ISP_TRUST_PROXY', '10.0.0.5,'],
    ['ISP_TRUST_PROXY', '10.0.0.5/33'],
    ['ISP_TRUST_PROXY', '10.0.0'],
    ['ISP_TRUST_PROXY', '1'.repeat(100_000)],
    ['ISP_LOG_LEVEL', 'loud'],
    ['ISP_COMPANY_LOGO_TEXT', 'NIMULE'],
    ['ISP_COMPANY_EMAILS', 'nobody'],
    ['ISP_COMPANY_NAME', 'N'.repeat(201)],
    ['ISP_COMPANY_CURRENCY_DISPLAY', 'EUR'],
  ])('refuses %s=%s by name, with what it must be', (name, value) => {
    const { rule, secret } = environmentVariables.find((variable) => variable.name === name)!;
    const given = secret ? '' : `, not '${value}'`;
    expect(rule).toBeTruthy();
    expect(refusalOf({ [name]: value })).toBe(`invalid: ${name} must be ${rule}${given}.`);
  });

  it('names the flag that was typed and does not repeat passwords', () => {
    expect(refusalOf({ PORT: 'abc' })).toBe(
      "invalid: PORT must be a whole number from 0 to 65535, not 'abc'.",
    );
    expect(refusalOf({ PORT: 'abc' }, { PORT: '--port' })).toContain(': --port must be');
    expect(refusalOf({ DATABASE_URL: 'mysql://grace:secret@db/x' })).not.toContain('secret');
    expect(refusalOf({ ISP_OWNER_URL: 'mysql://grace:pass@db/x' })).not.toContain('pass@');
    expect(refusalOf({ ISP_SECRET_KEY: 'abcdef0123' })).not.toContain('abcdef0123');
  });

  it('names all errors at once', () => {
    expect(refusalOf({ PORT: 'x', SMTP_URL: 'y' }).split('\n')).toHaveLength(2);
    const alone = { PORT: 'x', ISP_OWNER_URL: 'postgres://owner@db/x' };
    expect(refusalOf(alone).split('\n')).toHaveLength(2);
  });
});

it('a command of the administrator gets no key and no password', () => {
  const env = {
    PATH: '/bin',
    ISP_SECRET_KEY: 'a',
    DATABASE_URL: 'b',
    ISP_OWNER_URL: 'c',
    PORT: '1',
  };
  expect(withoutSecrets({ ...env, SMTP_URL: 'd' })).toEqual({ PATH: '/bin', PORT: '1' });
});

it('docs/guide/administrator.md has the settings as they are', async () => {
  const guide = await readFile(guideFile, 'utf8');
  expect(guide, 'Run: npx tsx -C nimule-source scripts/settings-doc.ts').toBe(withSettings(guide));
});
