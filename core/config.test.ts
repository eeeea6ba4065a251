import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { guideFile, withSettings } from '../scripts/settings-doc.ts';
import { environmentVariables, readConfig } from './config.ts';
import { isAppError } from './kernel/errors.ts';

function refusalOf(env: Record<string, string>): string {
  try {
    readConfig(env);
  } catch (error) {
    if (isAppError(error)) return `${error.kind}: ${error.message}`;
    throw error;
  }
  return 'accepted';
}

describe('readConfig', () => {
  it('needs no setting at all', () => {
    expect(readConfig({})).toMatchObject({
      port: 3000,
      host: 'localhost',
      databaseUrl: undefined,
      dataDir: resolve('./data'),
      smtpUrl: undefined,
      publicUrl: undefined,
      trustProxy: false,
      company: {
        name: 'Nimule Networks',
        paymentInstructions: [expect.any(String), expect.any(String)],
      },
    });
  });

  it('takes an empty or blank variable as one that is not set', () => {
    const empty = Object.fromEntries(environmentVariables.map(({ name }) => [name, ' ']));
    expect(readConfig(empty)).toEqual(readConfig({}));
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
    ['ISP_PUBLIC_URL', 'portal.example.net'],
    ['ISP_TRUST_PROXY', 'perhaps'],
    ['ISP_LOG_LEVEL', 'loud'],
    ['ISP_COMPANY_LOGO_TEXT', 'NIMULE'],
    ['ISP_COMPANY_EMAILS', 'nobody'],
  ])('refuses %s=%s by name, with what it should be', (name, value) => {
    const { meaning } = environmentVariables.find((variable) => variable.name === name)!;
    expect(refusalOf({ [name]: value })).toBe(`invalid: ${name} is not usable. ${meaning}`);
  });

  it('names everything that is wrong at once', () => {
    expect(refusalOf({ PORT: 'x', SMTP_URL: 'y' }).split('\n')).toHaveLength(2);
  });
});

it('docs/guide.md has the settings as they are', async () => {
  const guide = await readFile(guideFile, 'utf8');
  expect(guide, 'Run: npx tsx -C nimule-source scripts/settings-doc.ts').toBe(withSettings(guide));
});
