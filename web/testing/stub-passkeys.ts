import { onTestFinished, vi } from 'vitest';

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
