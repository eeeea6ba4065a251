import { z } from 'zod';
import { dateText, instant } from '../../kernel/dates.ts';
import { money } from '../../kernel/money.ts';

/** The topics of the billing insights, in their order. */
export const insightTopics = [
  'collection',
  'ageing',
  'debtors',
  'risk',
  'suspension',
  'packages',
  'anomalies',
  // Not of billing, and only for who may see access.
  'network',
] as const;
export type InsightTopic = (typeof insightTopics)[number];

/** Lists of the portal that an insight opens; the page makes the link. */
export const insightLinks = [
  'invoices',
  'customers',
  'customer',
  'payments',
  'packages',
  'ageing',
  // The list of the suspended, the monthly run with its preview, and the panel of rates and profit of the billing tab.
  'suspended',
  'automation',
  'profit',
  // Open sessions, who used most, and refused sign-ins.
  'online',
  'topUsers',
  'refusals',
] as const;

/** One finding: a sentence with its figure, and the list or record behind it. */
export const insightLine = z.object({
  text: z.string(),
  /** Null for a finding without an amount. */
  amountUsd: money.nullable(),
  link: z
    .object({
      to: z.enum(insightLinks),
      /** Filters of the list or the key of the record, as the page of the list names them. */
      query: z.record(z.string(), z.string()),
    })
    .nullable(),
});
export type InsightLine = z.output<typeof insightLine>;
export const insightSection = z.object({
  topic: z.enum(insightTopics),
  title: z.string(),
  lines: insightLine.array(),
});
export type InsightSection = z.output<typeof insightSection>;

/** seeds/000 3: `insight` is the whole text; the sections are the facts behind it. */
export const insightResult = z.object({
  insight: z.string(),
  asOf: dateText,
  generatedAt: instant,
  /** 'fallback': the local text, because the model failed or named figures that the facts do not hold. */
  driver: z.enum(['local', 'model', 'fallback']),
  sections: insightSection.array(),
});
export type InsightResult = z.output<typeof insightResult>;
