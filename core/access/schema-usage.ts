import { z } from 'zod';
import { packageNames } from '../customers/schema-packages.ts';
import { monthText } from '../kernel/dates.ts';
import { pagingQuery } from '../kernel/paging.ts';
import { recordId } from '../kernel/text.ts';

/** An access account with what it has used in a month, in bytes. */
export const topUser = z.object({
  accountId: recordId,
  username: z.string(),
  customerNumber: z.string(),
  customerName: z.string(),
  packageType: z.enum(packageNames),
  /** Null where the package names no speed. */
  downloadKbps: z.number().nullable(),
  uploadBytes: z.number(),
  downloadBytes: z.number(),
  totalBytes: z.number(),
});
export type TopUser = z.output<typeof topUser>;

export const topUserSorts = ['totalBytes', 'downloadBytes', 'uploadBytes'] as const;
export const topUserFilter = pagingQuery(topUserSorts).extend({ month: monthText.optional() });
export type TopUserFilter = z.output<typeof topUserFilter>;
