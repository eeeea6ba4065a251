import type {
  NewPasskey,
  PasskeyAnswer,
  PasskeyCreation,
  PasskeyRequest,
} from '@nimule/core/identity/factors/schema';
import { ClientError } from '../../client/errors.ts';

const REFUSED = 422;

function refused(code: string, message: string, cause?: unknown): ClientError {
  return new ClientError(REFUSED, message, { code: `passkey.${code}`, cause });
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const binary = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
}

function base64urlOf(bytes: ArrayBuffer): string {
  const binary = Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join('');
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

const refsOf = (passkeys: PasskeyRequest['allowed']): PublicKeyCredentialDescriptor[] =>
  passkeys.map(({ id, transports }) => ({
    type: 'public-key',
    id: bytesOf(id),
    transports: transports as AuthenticatorTransport[],
  }));

/** What a browser says when it has no passkey for us, in the user's words. */
const reasons: Readonly<Record<string, string>> = {
  NotAllowedError: 'No passkey was used: it was cancelled, or took too long. Try again.',
  InvalidStateError: 'This device has a passkey for your account already.',
  SecurityError:
    'Passkeys do not work at this address. Use the address that your administrator gave you.',
};

async function answerOf(asked: Promise<Credential | null>): Promise<PublicKeyCredential> {
  try {
    const credential = await asked;
    if (credential) return credential as PublicKeyCredential;
  } catch (cause) {
    const { name } = cause as Error;
    throw refused(name, reasons[name] ?? 'The browser could not use a passkey.', cause);
  }
  throw refused('none', 'The browser has no passkey for this account.');
}

function assertSupported(): void {
  if (!('PublicKeyCredential' in window))
    throw refused('unsupported', 'This browser has no passkeys. Use an authenticator app.');
}

/**
 * Asks the browser for one of the user's passkeys.
 * @throws ClientError
 */
export async function answerByPasskey(asked: PasskeyRequest): Promise<PasskeyAnswer> {
  assertSupported();
  const { id, response } = await answerOf(
    navigator.credentials.get({
      publicKey: {
        challenge: bytesOf(asked.challenge),
        rpId: asked.rpId,
        timeout: asked.timeoutMs,
        allowCredentials: refsOf(asked.allowed),
        userVerification: 'preferred',
      },
    }),
  );
  const { clientDataJSON, authenticatorData, signature } =
    response as AuthenticatorAssertionResponse;
  return {
    id,
    clientDataJSON: base64urlOf(clientDataJSON),
    authenticatorData: base64urlOf(authenticatorData),
    signature: base64urlOf(signature),
  };
}

/**
 * Asks the browser to make a passkey.
 * @throws ClientError
 */
export async function createPasskey(asked: PasskeyCreation): Promise<Omit<NewPasskey, 'name'>> {
  assertSupported();
  const { id, response } = await answerOf(
    navigator.credentials.create({
      publicKey: {
        challenge: bytesOf(asked.challenge),
        rp: { id: asked.rpId, name: asked.rpName },
        user: {
          id: bytesOf(asked.userId),
          name: asked.userName,
          displayName: asked.userDisplayName,
        },
        pubKeyCredParams: asked.algorithms.map((alg) => ({ type: 'public-key', alg })),
        timeout: asked.timeoutMs,
        excludeCredentials: refsOf(asked.excluded),
        authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
        attestation: 'none',
      },
    }),
  );
  const made = response as AuthenticatorAttestationResponse;
  return {
    id,
    clientDataJSON: base64urlOf(made.clientDataJSON),
    attestationObject: base64urlOf(made.attestationObject),
    // Missing in older browsers.
    transports: made.getTransports?.() ?? [],
  };
}
