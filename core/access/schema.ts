import { z } from 'zod';
import { packageNames } from '../customers/schema-packages.ts';
import { instant } from '../kernel/dates.ts';
import { ipAddress } from '../kernel/net-addresses.ts';
import { exportFormats, pagingQuery } from '../kernel/paging.ts';
import {
  optionalLines,
  optionalText,
  recordId,
  recordVersion,
  requiredText,
  wholeNumber,
  yesNo,
} from '../kernel/text.ts';

/** How an account signs in: with a name and a password, or by the address of a device. */
export const accountKinds = ['pppoe', 'hotspot', 'mac'] as const;
export type AccountKind = (typeof accountKinds)[number];

/** What a sign-in gets: the internet, the pages that take money alone, or a refusal. */
export const accessStates = ['on', 'garden', 'off'] as const;
export type AccessState = (typeof accessStates)[number];

/** Why an account is not on. */
export const accessReasons = ['', 'suspended', 'inactive', 'blocked'] as const;
export type AccessReason = (typeof accessReasons)[number];

const MAX_USERNAME = 64;

/** An access account as lists and forms read it; no password and nothing that could replace one. */
export const accessAccount = z.object({
  id: recordId,
  customerId: recordId,
  customerNumber: z.string(),
  customerName: z.string(),
  kind: z.enum(accountKinds),
  /** Of the kind mac the address of the device. */
  username: z.string(),
  fixedIp: z.string(),
  pool: z.string(),
  sessionsAtOnce: z.number(),
  isBlocked: z.boolean(),
  notes: z.string(),
  access: z.enum(accessStates),
  reason: z.enum(accessReasons),
  /** Kbps; null where the package names no speed: none is sent then. */
  downloadKbps: z.number().nullable(),
  uploadKbps: z.number().nullable(),
  /** Open sessions now. */
  sessions: z.number(),
  /** Of this month (Juba), with the open sessions. */
  uploadBytes: z.number(),
  downloadBytes: z.number(),
  /** Over the fair use of the package: at the reduced speed until the first of the month. */
  isReduced: z.boolean(),
  createdAt: instant,
  version: z.number(),
});
export type AccessAccount = z.output<typeof accessAccount>;

const accountFields = z.object({
  username: requiredText('The user name', MAX_USERNAME),
  /** IPv4 alone. */
  fixedIp: ipAddress.optional(),
  pool: optionalText('The pool', 60).optional(),
  sessionsAtOnce: wholeNumber('The sessions at once', 1, 100).optional(),
  notes: optionalLines('The notes', 1000).optional(),
});

const password = requiredText('The password', 64);

/** `customerId` is the internal id; without `password` one is made. */
export const accountInput = accountFields.extend({
  customerId: recordId,
  kind: z.enum(accountKinds),
  password: password.optional(),
});
export type AccountInput = z.output<typeof accountInput>;

export const accountUpdate = accountFields.partial().extend({
  isBlocked: yesNo.optional(),
  version: recordVersion,
});
export type AccountUpdate = z.output<typeof accountUpdate>;

/** A new password: the typed one, or one that is made. */
export const passwordInput = z.object({ password: password.optional() });
export const passwordAnswer = z.object({ username: z.string(), password: z.string() });

export const accountFilter = pagingQuery(['username', 'customerName', 'createdAt']).extend({
  customerId: recordId.optional(),
  kind: z.enum(accountKinds).optional(),
  access: z.enum(accessStates).optional(),
  online: yesNo.optional(),
});
export type AccountFilter = z.output<typeof accountFilter>;
export const accountExport = accountFilter.extend({ format: z.enum(exportFormats).optional() });

/** What a package gives beyond its bandwidth. */
export const accessProfile = z.object({
  packageType: z.enum(packageNames),
  /** Upload in percent of the download. */
  uploadPercent: wholeNumber('The upload', 1, 1000),
  /** Upload and download of a month; null: no limit. */
  fairUseGb: wholeNumber('The fair use', 1, 1_000_000).nullable(),
  /** Download speed from then on until the first of the next month. */
  reducedMbps: wholeNumber('The reduced speed', 1, 1_000_000).nullable(),
});
export type AccessProfile = z.output<typeof accessProfile>;
export const profileInput = accessProfile.omit({ packageType: true });
export const profileParams = z.object({ packageType: z.enum(packageNames) });

/** The row of `settings` that holds these; radius_* functions read it too. */
export const ACCESS_SETTINGS = 'access';

export const accessSettings = z.object({
  /** False is 'observe only': suspensions are shown and not applied. */
  enforced: yesNo,
  /** Nobody is refused for a suspension until then. */
  everybodyUntil: instant.nullable(),
  /** What a suspended customer gets. */
  suspended: z.enum(['garden', 'off']),
  /** The address list (MikroTik) or filter of those in the garden. */
  gardenList: requiredText('The list of the garden', 60).refine(
    (text) => /^[A-Za-z0-9._-]+$/.test(text),
    'The list has letters a to z, digits, dots, hyphens and underscores.',
  ),
  interimSeconds: wholeNumber('The seconds between reports', 60, 300),
  /** Whether a customer who is added gets an access account, and of which kind. */
  accountForNewCustomers: z.enum(['none', 'pppoe', 'hotspot']),
  keepSessionsDays: wholeNumber('The days of sessions', 7, 3650),
});
export type AccessSettings = z.output<typeof accessSettings>;
export const accessSettingsInput = accessSettings.omit({ everybodyUntil: true }).partial();
/** The end of 'let everybody on': at most seven days from now; null ends it. */
export const everybodyInput = z.object({
  until: instant.nullable(),
  reason: optionalText('The reason', 200).optional(),
});

/** A customer with a static address and no account: suspended or not, the network lets it pass. */
export const notEnforced = z.object({
  customerId: recordId,
  customerNumber: z.string(),
  customerName: z.string(),
  ipAddress: z.string(),
});
export const notEnforcedFilter = pagingQuery(['customerName']);
