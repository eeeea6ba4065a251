import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { z } from 'zod';
import type { Ctx } from '../../context.ts';
import { AppError, breaksRule } from '../../kernel/errors.ts';
import type { StaffActor } from '../actor.ts';
import * as queries from './queries.ts';
import {
  CHALLENGE_MINUTES,
  MAX_PASSKEYS,
  type NewPasskey,
  type PasskeyAnswer,
  type PasskeyCreation,
  type PasskeyRequest,
} from './schema.ts';

const CHALLENGE_MS = CHALLENGE_MINUTES * 60_000;
/** ES256 and RS256: what every authenticator has. */
const ALGORITHMS = [-7, -257];
const LOCALHOST = 'localhost';
const LOCAL_ORIGIN = /^http:\/\/localhost(:\d{1,5})?$/;

/** Whom a passkey is made for: the host, and the addresses of its pages. */
interface RelyingParty {
  id: string;
  isOurs(origin: string): boolean;
}

function relyingParty(ctx: Ctx): RelyingParty | undefined {
  const { publicUrl } = ctx.config;
  if (publicUrl === undefined) {
    const { host } = ctx.origin;
    if (host !== undefined && host.replace(/:\d+$/, '') !== LOCALHOST) return undefined;
    return { id: LOCALHOST, isOurs: (origin) => LOCAL_ORIGIN.test(origin) };
  }
  const { protocol, hostname, origin } = new URL(publicUrl);
  if (protocol !== 'https:' && hostname !== LOCALHOST) return undefined;
  return { id: hostname, isOurs: (other) => other === origin };
}

/** Why passkeys cannot be used, for the user; empty if they can. Browsers offer them on pages with https and localhost alone. */
export function passkeysWhyNot(ctx: Ctx): string {
  if (relyingParty(ctx)) return '';
  return 'Passkeys need an address that begins with https://, which ISP_PUBLIC_URL names on the server.';
}

function requireRelyingParty(ctx: Ctx): RelyingParty {
  return relyingParty(ctx) ?? breaksRule('factor.noPasskeys', passkeysWhyNot(ctx));
}

function refused(ctx: Ctx, reason: unknown): never {
  const cause = reason instanceof Error ? reason.message : String(reason);
  ctx.log.warn({ ip: ctx.origin.ip, reason: cause.slice(0, 200) }, 'passkey refused');
  throw new AppError(
    'rule',
    'factor.wrongPasskey',
    'This passkey was not accepted. Try again, or use a code.',
  );
}

const clientData = z.object({ origin: z.string().max(300) });

/** The address of the page that asked the passkey, which the passkey has signed. Undefined if it is none of ours. */
function originOf(party: RelyingParty, clientDataJSON: string): string | undefined {
  try {
    const text = Buffer.from(clientDataJSON, 'base64url').toString('utf8');
    const { origin } = clientData.parse(JSON.parse(text));
    return party.isOurs(origin) ? origin : undefined;
  } catch {
    return undefined;
  }
}

const refsOf = (passkeys: readonly queries.Passkey[]) =>
  passkeys.map(({ credentialId, transports }) => ({ id: credentialId, transports }));

const challengesSince = (ctx: Ctx) => new Date(ctx.now.getTime() - CHALLENGE_MS);

/** A challenge for one of the user's passkeys. @throws AppError rule where the user has none, or they cannot be used. */
export async function askForPasskey(
  ctx: Ctx,
  actor: StaffActor,
  purpose: 'signIn' | 'confirm',
): Promise<PasskeyRequest> {
  const party = requireRelyingParty(ctx);
  const allowed = refsOf(await queries.findPasskeys(ctx.db, actor.userId));
  if (allowed.length === 0) breaksRule('factor.noPasskey', 'This account has no passkey.');
  const { challenge } = await generateAuthenticationOptions({ rpID: party.id });
  await queries.updateChallenge(ctx.db, actor.sessionId, {
    text: challenge,
    purpose,
    at: ctx.now,
  });
  return { challenge, rpId: party.id, timeoutMs: CHALLENGE_MS, allowed };
}

/**
 * Checks the answer of a passkey to the session's challenge, which is of no use afterwards, and writes its counter. Call it
 * outside a transaction, since a refused answer uses the challenge up too.
 * @throws AppError rule factor.wrongPasskey for an unknown passkey, another challenge, another page, a wrong signature, or a
 *   counter that went back, as that of a copy does.
 */
export async function checkPasskey(
  ctx: Ctx,
  actor: StaffActor,
  purpose: 'signIn' | 'confirm',
  answer: PasskeyAnswer,
): Promise<void> {
  const party = requireRelyingParty(ctx);
  const challenge = await queries.takeChallenge(
    ctx.db,
    actor.sessionId,
    purpose,
    challengesSince(ctx),
  );
  const passkey = await queries.getPasskey(ctx.db, actor.userId, answer.id);
  const origin = originOf(party, answer.clientDataJSON);
  if (!challenge || !passkey || !origin) return refused(ctx, 'no challenge, passkey or page');
  const { id, clientDataJSON, authenticatorData, signature } = answer;
  const result = await verifyAuthenticationResponse({
    response: {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON, authenticatorData, signature },
    },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: party.id,
    requireUserVerification: false,
    credential: {
      id: passkey.credentialId,
      publicKey: new Uint8Array(passkey.publicKey),
      counter: passkey.counter,
    },
  }).catch((error: unknown) => refused(ctx, error));
  if (!result.verified) refused(ctx, 'not verified');
  const { newCounter } = result.authenticationInfo;
  if (!(await queries.usePasskey(ctx.db, passkey, newCounter, ctx.now)))
    refused(ctx, 'used at the same time');
}

/** A challenge for a new passkey. @throws AppError rule where they cannot be used, or the user has `MAX_PASSKEYS`. */
export async function askForNewPasskey(ctx: Ctx, actor: StaffActor): Promise<PasskeyCreation> {
  const party = requireRelyingParty(ctx);
  const excluded = refsOf(await queries.findPasskeys(ctx.db, actor.userId));
  if (excluded.length >= MAX_PASSKEYS)
    breaksRule('factor.tooManyPasskeys', `An account can have ${MAX_PASSKEYS} passkeys.`);
  const { challenge } = await generateRegistrationOptions({
    rpID: party.id,
    rpName: ctx.config.company.name,
    userName: actor.username,
  });
  await queries.updateChallenge(ctx.db, actor.sessionId, {
    text: challenge,
    purpose: 'add',
    at: ctx.now,
  });
  return {
    challenge,
    rpId: party.id,
    rpName: ctx.config.company.name,
    // Says nothing about the person.
    userId: Buffer.from(`user ${actor.userId}`).toString('base64url'),
    userName: actor.username,
    userDisplayName: actor.fullName,
    algorithms: ALGORITHMS,
    timeoutMs: CHALLENGE_MS,
    excluded,
  };
}

/** A new passkey whose answer to the session's challenge was checked. @throws AppError rule factor.wrongPasskey. */
export async function checkNewPasskey(
  ctx: Ctx,
  actor: StaffActor,
  input: NewPasskey,
): Promise<Omit<queries.Passkey, 'id'>> {
  const party = requireRelyingParty(ctx);
  const challenge = await queries.takeChallenge(
    ctx.db,
    actor.sessionId,
    'add',
    challengesSince(ctx),
  );
  const origin = originOf(party, input.clientDataJSON);
  if (!challenge || !origin) return refused(ctx, 'no challenge or page');
  const { id, clientDataJSON, attestationObject, transports } = input;
  const result = await verifyRegistrationResponse({
    response: {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON, attestationObject },
    },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: party.id,
    requireUserVerification: false,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch((error: unknown) => refused(ctx, error));
  if (!result.verified) return refused(ctx, 'not verified');
  const { credential } = result.registrationInfo;
  return {
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports,
  };
}
