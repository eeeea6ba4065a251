import { locationsIn, locations as places, townOf } from '../../company/schema-places.ts';
import { type Cents, sumOf, sumToSsp } from '../../kernel/money.ts';
import { type NodeStatus, technologies } from '../../network/schema.ts';
import { figuresOf, type LocationGroup, type NodeRow } from '../network/rules-figures.ts';
import {
  type CoverageNode,
  type CoverageReport,
  type CoverageSummary,
  coverageTowns,
  type ExpansionPlan,
  type TechnologyShare,
  type TownCoverage,
  type TownStatus,
} from './schema.ts';

/** Percent of nodes up from which a town is fully covered. */
const FULL_COVERAGE = 90;

/** Most nodes of a town on the map; more dots could not be told apart. */
export const MAP_NODES = 36;

/** seeds/002 9: shown while no node of the six towns names a technology (decision 19). */
const SAMPLE_SHARES = { '4G': 100, fiber: 33, microwave: 67 } as const;

/** The specification gives neither titles nor texts of the plans: they are written down in decision 39. */
const expansionPlans: readonly ExpansionPlan[] = [
  {
    quarter: 'Q1 2025',
    title: 'Juba',
    text: 'Fiber to Juba Commercial, and 4G for all of Juba from a second mast.',
  },
  {
    quarter: 'Q2 2025',
    title: 'Wau',
    text: 'A gateway in Wau with its own fiber, from which the north-west is connected.',
  },
  {
    quarter: 'Q3 2025',
    title: 'Bor and Yei',
    text: 'Microwave links from Juba, with a 4G mast at the end of each.',
  },
  {
    quarter: 'Q4 2025',
    title: 'Malakal and Bentiu',
    text: 'Microwave links from Bor and Wau, with 4G masts on solar power.',
  },
];

/** The share of nodes that are up in percent, rounded down to one decimal, so that 100 means all; null without a node. */
export function coverageOf(operational: number, nodes: number): number | null {
  return nodes > 0 ? Math.floor((operational * 1000) / nodes) / 10 : null;
}

export function townStatusOf(coverage: number | null): TownStatus {
  if (coverage === null) return 'planned';
  return coverage >= FULL_COVERAGE ? 'full_coverage' : 'expanding';
}

interface Facts {
  /** Nodes that are not retired. */
  nodes: readonly NodeRow[];
  customers: readonly LocationGroup[];
  /** SSP cents for one dollar. */
  rate: Cents;
}

function feesOf(groups: readonly LocationGroup[], rate: Cents) {
  const feesUsd = sumOf(groups, (group) => group.feesUsd);
  return { feesUsd, feesSsp: sumToSsp(feesUsd, rate) };
}

function townCoverageOf(town: string, { nodes, customers, rate }: Facts): TownCoverage {
  const here = nodes.filter((node) => townOf[node.location] === town);
  const groups = customers.filter(({ key }) => townOf[key] === town);
  const figures = figuresOf(here, groups);
  const coverage = coverageOf(figures.operational, figures.nodes);
  return {
    town,
    ...figures,
    locations: locationsIn(town).map((location) => {
      const group = groups.find(({ key }) => key === location);
      return {
        location,
        customers: group?.customers ?? 0,
        activeCustomers: group?.active ?? 0,
      };
    }),
    status: townStatusOf(coverage),
    coverage,
    technologies: technologies.filter((one) =>
      here.some((node) => node.technologies.includes(one)),
    ),
    ...feesOf(groups, rate),
  };
}

function summaryOf(towns: readonly TownCoverage[], rate: Cents): CoverageSummary {
  const total = (of: (town: TownCoverage) => number) =>
    towns.reduce((sum, town) => sum + of(town), 0);
  const inStatus = (status: TownStatus) => towns.filter((town) => town.status === status).length;
  const nodes = total((town) => town.nodes);
  const operational = total((town) => town.operational);
  const feesUsd = sumOf(towns, (town) => town.feesUsd);
  return {
    towns: towns.length,
    fullCoverage: inStatus('full_coverage'),
    expanding: inStatus('expanding'),
    planned: inStatus('planned'),
    nodes,
    operational,
    towers: total((town) => town.towers),
    customers: total((town) => town.customers),
    activeCustomers: total((town) => town.activeCustomers),
    coverage: coverageOf(operational, nodes),
    feesUsd,
    feesSsp: sumToSsp(feesUsd, rate),
  };
}

function sharesOf(towns: readonly TownCoverage[]): TechnologyShare[] {
  const isSample = towns.every((town) => town.technologies.length === 0);
  return technologies.map((technology) => {
    const having = towns.filter((town) => town.technologies.includes(technology)).length;
    const percent = isSample
      ? SAMPLE_SHARES[technology]
      : Math.round((having * 100) / towns.length);
    return { technology, towns: having, percent, isSample };
  });
}

const URGENCY: Readonly<Record<NodeStatus, number>> = {
  offline: 0,
  maintenance: 1,
  operational: 2,
};

/** Of each town at most `MAP_NODES`, those that are not up first, then in the order given. */
function nodesOnMap(nodes: readonly NodeRow[]): CoverageNode[] {
  const taken = new Map<string, number>();
  return nodes
    .toSorted((one, other) => URGENCY[one.status] - URGENCY[other.status])
    .flatMap(({ id, name, location, type, status }) => {
      const town = townOf[location];
      const number = (taken.get(town) ?? 0) + 1;
      taken.set(town, number);
      return number > MAP_NODES ? [] : [{ id, name, location, town, type, status }];
    });
}

/**
 * The coverage page (seeds/002 2, 4 and 9, decisions 19, 22 and 39): the six towns, the towns of the other locations,
 * technologies in percent of the six towns, plans, and nodes for the map.
 */
export function coverageReportOf(facts: Facts): CoverageReport {
  const isOutside = (town: string) => !(coverageTowns as readonly string[]).includes(town);
  const others = [...new Set(places.map((location) => townOf[location]))].filter(isOutside);
  const towns = coverageTowns.map((town) => townCoverageOf(town, facts));
  return {
    summary: summaryOf(towns, facts.rate),
    towns,
    outside: others.map((town) => townCoverageOf(town, facts)),
    technologies: sharesOf(towns),
    plans: [...expansionPlans],
    nodes: nodesOnMap(facts.nodes),
  };
}
