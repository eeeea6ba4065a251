import { z } from 'zod';
import { locations } from '../../company/schema-places.ts';
import { money } from '../../kernel/money.ts';
import { node, technologies } from '../../network/schema.ts';
import { placeFigures } from '../network/schema.ts';

/** The towns of the coverage page, in the order of decision 39. */
export const coverageTowns = ['Juba', 'Wau', 'Malakal', 'Bentiu', 'Bor', 'Yei'] as const;

/** seeds/002 4. */
export const townStatuses = ['full_coverage', 'expanding', 'planned'] as const;
export type TownStatus = (typeof townStatuses)[number];

/** Percent of nodes that are up; null without a node. */
const coverage = z.number().nullable();
/** Monthly fees of the Active customers. */
const feesUsd = money;
/** At today's standard rate; null where it is too large to be exact to the cent. */
const feesSsp = money.nullable();

/** A town with its nodes and customers. */
export const townCoverage = placeFigures.extend({
  town: z.string(),
  /** Its locations (decision 22). */
  locations: z
    .object({ location: z.enum(locations), customers: z.number(), activeCustomers: z.number() })
    .array(),
  status: z.enum(townStatuses),
  coverage,
  /** Technologies of its nodes. */
  technologies: z.enum(technologies).array(),
  feesUsd,
  feesSsp,
});
export type TownCoverage = z.output<typeof townCoverage>;

/** Of the six towns together. */
const coverageSummary = placeFigures
  .pick({ nodes: true, operational: true, towers: true, customers: true, activeCustomers: true })
  .extend({
    towns: z.number(),
    fullCoverage: z.number(),
    expanding: z.number(),
    planned: z.number(),
    coverage,
    feesUsd,
    feesSsp,
  });
export type CoverageSummary = z.output<typeof coverageSummary>;

/** Towns that have a technology. */
const technologyShare = z.object({
  technology: z.enum(technologies),
  towns: z.number(),
  /** Of the six towns. */
  percent: z.number(),
  isSample: z.boolean(),
});
export type TechnologyShare = z.output<typeof technologyShare>;

/** A quarter of the expansion plans, as fixed text. */
const expansionPlan = z.object({ quarter: z.string(), title: z.string(), text: z.string() });
export type ExpansionPlan = z.output<typeof expansionPlan>;

/** seeds/002 2 and 9: six towns, what lies outside them, technologies and plans. */
export const coverageReport = z.object({
  summary: coverageSummary,
  towns: townCoverage.array(),
  /** Towns of the locations outside the six. */
  outside: townCoverage.array(),
  technologies: technologyShare.array(),
  plans: expansionPlan.array(),
  /** Nodes for the map: of each town a limited number, those that are not up first. */
  nodes: node
    .pick({ id: true, name: true, location: true, type: true, status: true })
    .extend({ town: z.string() })
    .array(),
});
export type CoverageReport = z.output<typeof coverageReport>;
export type CoverageNode = CoverageReport['nodes'][number];
