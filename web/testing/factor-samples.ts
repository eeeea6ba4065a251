import { onTestFinished, vi } from 'vitest';

/** A second factor in wire form: an authenticator app. */
export function aFactor(changes: Record<string, unknown> = {}) {
  return {
    id: 1,
    kind: 'totp',
    name: '',
    createdAt: '2026-11-20T08:00:00.000Z',
    lastUsedAt: '2026-11-21T06:00:00.000Z',
    ...changes,
  };
}

/** A session in wire form: the present one. */
export function aSession(changes: Record<string, unknown> = {}) {
  return {
    id: 11,
    device: 'Firefox on Linux',
    ip: '192.0.2.1',
    createdAt: '2026-11-21T06:00:00.000Z',
    lastActivityAt: '2026-11-21T07:30:00.000Z',
    isCurrent: true,
    ...changes,
  };
}

/** Ten recovery codes. */
export const someCodes = Array.from({ length: 10 }, (_, at) => `abcd${at}-efgh${at}`);

/** How a sign-in that waits can be completed, in wire form: by an app or a recovery code. */
export function aSecondStep(changes: Record<string, unknown> = {}) {
  return {
    step: 'code',
    hasApp: true,
    hasPasskeys: false,
    passkeysWhyNot: '',
    hasRecoveryCodes: true,
    ...changes,
  };
}

/** An authenticator app that is being set up, in wire form. */
export const anAppSetUp = {
  secret: 'JBSWY3DPEHPK3PXP',
  address: 'otpauth://totp/Nimule:achol?secret=JBSWY3DPEHPK3PXP',
  picture: '<svg xmlns="http://www.w3.org/2000/svg"/>',
};

/** Replaces what the browser offers of passkeys until the end of the test. */
export function stubPasskeys(
  credentials: Partial<Record<keyof CredentialsContainer, unknown>>,
): void {
  vi.stubGlobal('PublicKeyCredential', class {});
  Object.defineProperty(navigator, 'credentials', { value: credentials, configurable: true });
  onTestFinished(() => {
    Reflect.deleteProperty(navigator, 'credentials');
  });
}
