import { z } from 'zod';
import { dateText, instant } from '../kernel/dates.ts';
import { ipAddress } from '../kernel/net-addresses.ts';
import { exportFormats, pagingQuery } from '../kernel/paging.ts';
import { recordId, wholeNumber } from '../kernel/text.ts';
import { accessReasons, accessStates, accountKinds } from './schema.ts';
import { codeReasons } from './schema-codes.ts';

/** A session may be that of a code, whose name is its label: VB-2026-000001/3 in small letters. */
const sessionKinds = [...accountKinds, 'code'] as const;
export type SessionKind = (typeof sessionKinds)[number];

const session = z.object({
  id: recordId,
  accountId: recordId,
  username: z.string(),
  kind: z.enum(sessionKinds),
  /** Null of a code. */
  customerId: recordId.nullable(),
  customerNumber: z.string(),
  customerName: z.string(),
  routerId: recordId,
  routerName: z.string(),
  startedAt: instant,
  device: z.string(),
  ip: z.string(),
  ipv6Prefix: z.string(),
  delegatedPrefix: z.string(),
  seconds: z.number(),
  uploadBytes: z.number(),
  downloadBytes: z.number(),
});

/** Somebody who is online. */
export const openSession = session.extend({
  lastAt: instant,
  /** What the account gets now; with 'observe only' its session goes on all the same. */
  access: z.enum(accessStates),
  reason: z.enum([...accessReasons, ...codeReasons]),
  /** Whether the router has the newest decision for it. */
  isAsDecided: z.boolean(),
});
export type OpenSession = z.output<typeof openSession>;

export const closedSession = session.extend({ endedAt: instant, cause: z.string() });
export type ClosedSession = z.output<typeof closedSession>;

export const sessionFilter = pagingQuery(['startedAt', 'username', 'downloadBytes']).extend({
  accountId: recordId.optional(),
  customerId: recordId.optional(),
  routerId: recordId.optional(),
  access: z.enum(accessStates).optional(),
});
export type SessionFilter = z.output<typeof sessionFilter>;
export const sessionExport = sessionFilter.extend({ format: z.enum(exportFormats).optional() });

/** Ended sessions, also by the address that they had. */
export const closedFilter = pagingQuery(['startedAt', 'endedAt']).extend({
  accountId: recordId.optional(),
  customerId: recordId.optional(),
  routerId: recordId.optional(),
  ip: ipAddress.optional(),
  from: dateText.optional(),
  to: dateText.optional(),
});
export type ClosedFilter = z.output<typeof closedFilter>;

/** All open sessions together; speeds in kbps of those whose package names one. */
export const sessionSums = z.object({
  sessions: z.number(),
  asDecided: z.number(),
  downloadKbps: z.number(),
  uploadKbps: z.number(),
  routers: z
    .object({ id: recordId, name: z.string(), sessions: z.number(), waiting: z.number() })
    .array(),
});
export type SessionSums = z.output<typeof sessionSums>;

export const usageQuery = z.object({ days: wholeNumber('The days', 1, 731).optional() });
export const usageDay = z.object({
  day: dateText,
  uploadBytes: z.number(),
  downloadBytes: z.number(),
});
export type UsageDay = z.output<typeof usageDay>;

export const refusalReasons = [
  'unknown',
  'password',
  'suspended',
  'inactive',
  'blocked',
  'tooMany',
  /** Of a code that is bound to the device of its first sign-in. */
  'otherDevice',
  'throttled',
  'void',
  'ended',
  'usedUp',
] as const;
export type RefusalReason = (typeof refusalReasons)[number];

/** Refused sign-ins of one account or name, device and reason in one hour. */
export const refusal = z.object({
  id: recordId,
  hour: instant,
  lastAt: instant,
  accountId: recordId.nullable(),
  /** The account's, or the text that was typed. */
  username: z.string(),
  customerId: recordId.nullable(),
  /** '' for a name without an account. */
  customerNumber: z.string(),
  customerName: z.string(),
  routerId: recordId,
  routerName: z.string(),
  device: z.string(),
  reason: z.enum(refusalReasons),
  count: z.number(),
});
export type Refusal = z.output<typeof refusal>;
export const refusalFilter = pagingQuery(['lastAt', 'count']).extend({
  accountId: recordId.optional(),
  customerId: recordId.optional(),
  routerId: recordId.optional(),
  reason: z.enum(refusalReasons).optional(),
});
export type RefusalFilter = z.output<typeof refusalFilter>;

/** Why a report of a router could not be stored. */
export const unusableReasons = [
  'router',
  'time',
  'status',
  'session',
  'account',
  'counters',
  'text',
] as const;
export type UnusableReason = (typeof unusableReasons)[number];

/** Reports of one day (Juba), router and reason that could not be stored. */
export const unusableReport = z.object({
  day: dateText,
  /** Null for a router that is not here any more. */
  routerId: recordId.nullable(),
  routerName: z.string(),
  reason: z.enum(unusableReasons),
  count: z.number(),
});
export type UnusableReport = z.output<typeof unusableReport>;
