import { z } from 'zod';
import { builtImportTypes } from '../../imports/schema-types.ts';

/** The steps of moving in, in the order in which a company takes them (decision 110). */
export const movingInKeys = [
  'openingDate',
  'accounts',
  'customers',
  'fees',
  'debts',
  'payments',
  'balances',
  'suppliers',
  'equipment',
  'expenses',
  'employees',
  'nodes',
] as const;
export type MovingInKey = (typeof movingInKeys)[number];

export const movingInStep = z.object({
  key: z.enum(movingInKeys),
  title: z.string(),
  /** 'open' is needed and missing; 'optional' is missing, and a company can do without it. */
  state: z.enum(['done', 'open', 'optional', 'doubtful']),
  /** What is there and what is missing. */
  told: z.string(),
  /** The type of file that brings it; null for the opening date. */
  type: z.enum(builtImportTypes).nullable(),
});
export type MovingInStep = z.output<typeof movingInStep>;

export const movingIn = z.object({ steps: z.array(movingInStep) });
export type MovingIn = z.output<typeof movingIn>;
