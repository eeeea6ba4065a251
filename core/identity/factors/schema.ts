import { z } from 'zod';
import { instant } from '../../kernel/dates.ts';
import { requiredText, wholeNumber } from '../../kernel/text.ts';
import { secondSteps } from '../permissions.ts';
import { roles } from '../roles.ts';
import { MIN_PASSWORD_LENGTH, password } from '../schema.ts';

/** Days in which an account that must have a second factor can still sign in without one. */
export const GRACE_DAYS = 7;
export const RECOVERY_CODES = 10;
export const MAX_PASSKEYS = 10;
/** After so many wrong codes within the minutes, right ones wait too. */
export const CODE_TRIES = 5;
export const CODE_WINDOW_MINUTES = 15;
/** How long a passkey may take to answer a challenge. */
export const CHALLENGE_MINUTES = 5;
export const DEVICE_COOKIE = 'nimule_device';

/** Six digits of an authenticator app or a recovery code, as it is typed. */
const typedCode = requiredText('The code', 40);
export const codeInput = z.object({ code: typedCode });
export type CodeInput = z.output<typeof codeInput>;

/** Binary values of WebAuthn, in base64url. */
const binary = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[\w-]*$/, 'This is not the answer of a passkey.');
const credentialId = binary(1_400);

/** What the browser answers to `navigator.credentials.get`. */
export const passkeyAnswer = z.object({
  id: credentialId,
  clientDataJSON: binary(4_000),
  authenticatorData: binary(4_000),
  signature: binary(4_000),
});
export type PasskeyAnswer = z.output<typeof passkeyAnswer>;

/** What the browser answers to `navigator.credentials.create`, and the name that the user gives the passkey. */
export const newPasskey = z.object({
  name: requiredText('The name', 60),
  id: credentialId,
  clientDataJSON: binary(4_000),
  attestationObject: binary(60_000),
  transports: z.array(z.string().max(20)).max(10),
});
export type NewPasskey = z.output<typeof newPasskey>;

const credentialRef = z.object({ id: z.string(), transports: z.array(z.string()) });
/** Options for `navigator.credentials.get`; binary values in base64url. */
export const passkeyRequest = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeoutMs: z.number(),
  allowed: z.array(credentialRef),
});
export type PasskeyRequest = z.output<typeof passkeyRequest>;

/** Options for `navigator.credentials.create`. */
export const passkeyCreation = z.object({
  challenge: z.string(),
  rpId: z.string(),
  rpName: z.string(),
  userId: z.string(),
  userName: z.string(),
  userDisplayName: z.string(),
  algorithms: z.array(z.number()),
  timeoutMs: z.number(),
  excluded: z.array(credentialRef),
});
export type PasskeyCreation = z.output<typeof passkeyCreation>;

/** How a session can show its second factor, or that it must set one up. */
export const secondStep = z.object({
  step: z.enum(secondSteps).nullable(),
  hasApp: z.boolean(),
  hasPasskeys: z.boolean(),
  /** Why the passkeys that the account has cannot be used at this address; empty if they can, or there are none. */
  passkeysWhyNot: z.string(),
  hasRecoveryCodes: z.boolean(),
});
export type SecondStepState = z.output<typeof secondStep>;

export const factor = z.object({
  id: z.number(),
  kind: z.enum(['totp', 'passkey']),
  name: z.string(),
  createdAt: instant,
  lastUsedAt: instant.nullable(),
});
export type Factor = z.output<typeof factor>;

/** One's own second factors. */
export const factors = z.object({
  factors: z.array(factor),
  recoveryCodesLeft: z.number(),
  /** Whether the role or a permission of the account requires one. */
  isRequired: z.boolean(),
  /** Until when it can be done without: null if it need not, or if there is one. */
  graceUntil: instant.nullable(),
  /** Why passkeys cannot be used at this address; empty if they can. */
  passkeysWhyNot: z.string(),
});
export type Factors = z.output<typeof factors>;

/** The secret of an authenticator app that is being set up: shown once, as text and as a picture to scan. */
export const appSetUp = z.object({ secret: z.string(), address: z.string(), picture: z.string() });
export type AppSetUp = z.output<typeof appSetUp>;

/** New recovery codes, shown once; empty where the account has some already. */
export const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });
export type RecoveryCodes = z.output<typeof recoveryCodes>;

/** Again, before what `confirms` marks: the password, or a code. */
export const confirmInput = z.object({
  password: password.optional(),
  code: z.string().max(40).optional(),
});
export type ConfirmInput = z.output<typeof confirmInput>;
export const confirmed = z.object({ until: instant });

/** A session that has not ended. */
export const staffSession = z.object({
  id: z.number(),
  /** 'Firefox on Android'. */
  device: z.string(),
  ip: z.string(),
  createdAt: instant,
  lastActivityAt: instant,
  isCurrent: z.boolean(),
});
export type StaffSession = z.output<typeof staffSession>;
export const sessionsEnded = z.object({ ended: z.number() });

/** Who needs a second factor, and how long new passwords must be. */
export const securitySettings = z.object({
  requiredRoles: z.array(z.enum(roles)),
  minPasswordLength: z.number().int(),
});
export type SecuritySettings = z.output<typeof securitySettings>;

export const securitySettingsInput = z.object({
  requiredRoles: z.array(z.enum(roles)).max(roles.length).optional(),
  minPasswordLength: wholeNumber('The shortest password', MIN_PASSWORD_LENGTH, 64).optional(),
});
export type SecuritySettingsInput = z.output<typeof securitySettingsInput>;
