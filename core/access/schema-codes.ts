import { z } from 'zod';
import { instant } from '../kernel/dates.ts';
import { recordId } from '../kernel/text.ts';

/** What is sold with a code that opens a hotspot: a voucher or a WiFi session. */
export type CodeSource = 'voucher' | 'wifi';

/** Why a code was closed. */
export const codeReasons = ['void', 'ended'] as const;
export type CodeReason = (typeof codeReasons)[number];

/** What ends a code: it was taken back, ended by a person, or its time, its data or the days for its first use are over. */
export const codeEnds = ['void', 'person', 'time', 'data', 'lapsed'] as const;
export type CodeEnd = (typeof codeEnds)[number];

/** Where a code was used to sign in, without the code. */
export const codeUse = z.object({
  /** The voucher or WiFi session. */
  sourceId: recordId,
  /** VB-2026-000001/3. */
  label: z.string(),
  firstSignInAt: instant.nullable(),
  /** Open now. */
  session: z.object({ routerName: z.string(), device: z.string(), startedAt: instant }).nullable(),
  /** The last one that has ended; sessions are kept as long as the settings of access say. */
  last: z
    .object({
      routerName: z.string(),
      device: z.string(),
      endedAt: instant,
      cause: z.string(),
    })
    .nullable(),
  /** Upload and download together; a limit of null is none. */
  usedBytes: z.number(),
  dataBytes: z.number().nullable(),
  endsAt: instant.nullable(),
  /** Null where its time has not begun, or something has ended it. */
  secondsLeft: z.number().nullable(),
  endedBy: z.enum(codeEnds).nullable(),
});
export type CodeUse = z.output<typeof codeUse>;
