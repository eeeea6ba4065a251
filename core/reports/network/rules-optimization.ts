import { gbpsOf, uptimeOf } from '../../network/nodes/rules.ts';
import { ancestorsOf, averageUptime, type NodeRow, shareOf } from './rules-figures.ts';
import type { NodeLoad, Optimization } from './schema.ts';

export type Advice = Optimization['advice'][number];
type Urgency = Advice['urgency'];

/** The limits of the suggestions. */
const LIMITS = {
  /** Percent of the capacity in use. */
  load: { now: 90, soon: 75 },
  /** Weeks until the daily peak reaches the capacity. */
  weeks: { now: 4, soon: 12, later: 26 },
  /** Sold Mbps for each Mbps of capacity; shared access is usually sold up to 20:1. */
  oversubscription: { now: 40, soon: 20 },
  /** Percent of 30 days. */
  uptime: { now: 98, soon: 99.5 },
  /** Customers who depend on one node. */
  singlePoint: 10,
  /** Percent of all connected customers. */
  singlePointShare: 50,
  /** How many times as many customers one node of a location has as another, and how many more. */
  spread: { times: 3, customers: 20 },
} as const;

/** Days with traffic that a trend needs. */
const MIN_DAYS = 14;
/** The growth within the measured days that counts, in percent of the capacity. */
const MIN_GROWTH = 2;
const MAX_PER_KIND = 20;
const NAMES = 5;

/** The highest traffic of some days in kbps; `days` are numbers from the first day of the period on. */
export interface Peaks {
  nodeId: number;
  days: readonly number[];
  kbps: readonly number[];
}

export interface Facts {
  nodes: readonly NodeRow[];
  loads: readonly NodeLoad[];
  peaks: readonly Peaks[];
  /** The number of today on the scale of `peaks`. */
  today: number;
  isPolling: boolean;
  /** Active customers whose node is not known. */
  withoutNode: number;
}

/** The line through points by least squares; undefined for fewer than two different x. */
export function trendOf(
  x: readonly number[],
  y: readonly number[],
): { slope: number; at: (x: number) => number } | undefined {
  const count = x.length;
  if (count < 2) return undefined;
  const meanX = x.reduce((sum, value) => sum + value, 0) / count;
  const meanY = y.reduce((sum, value) => sum + value, 0) / count;
  let xx = 0;
  let xy = 0;
  for (const [index, value] of x.entries()) {
    xx += (value - meanX) ** 2;
    xy += (value - meanX) * (y[index]! - meanY);
  }
  if (xx === 0) return undefined;
  const slope = xy / xx;
  return { slope, at: (value) => meanY + slope * (value - meanX) };
}

/**
 * Whole weeks, at least 0, until the trend of the daily peaks reaches the capacity; undefined without a clear growth: fewer
 * than 14 days, or less than 2 % of the capacity in the measured time.
 */
export function weeksUntilFull(
  { days, kbps }: Pick<Peaks, 'days' | 'kbps'>,
  capacityKbps: number,
  today: number,
): number | undefined {
  const trend = days.length < MIN_DAYS ? undefined : trendOf(days, kbps);
  if (!trend || capacityKbps <= 0 || trend.slope <= 0) return undefined;
  const grown = trend.slope * (days.at(-1)! - days[0]!);
  if (grown * 100 < capacityKbps * MIN_GROWTH) return undefined;
  const left = (capacityKbps - trend.at(today)) / trend.slope;
  return Math.max(0, Math.floor(left / 7));
}

function gbpsText(kbps: number): string {
  const value = gbpsOf(kbps);
  return `${value >= 1 ? Math.round(value * 100) / 100 : Math.round(value * 10_000) / 10_000} Gbps`;
}

function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** Names in words: the first five and the number of the others. */
function listed(names: readonly string[]): string {
  const more = names.length - NAMES;
  return more > 0 ? `${names.slice(0, NAMES).join(', ')} and ${more} more` : names.join(', ');
}

type ForNode = Omit<Advice, 'nodeId'>;

function loadAdvice(node: NodeRow): ForNode | undefined {
  const percent = shareOf(node.usageKbps, node.capacityKbps);
  if (node.capacityKbps === 0 || percent < LIMITS.load.soon) return undefined;
  const urgency = percent >= LIMITS.load.now ? 'now' : 'soon';
  const used = `${node.name} (${node.location}) uses ${percent}% of its capacity: ${gbpsText(node.usageKbps)} of ${gbpsText(node.capacityKbps)}.`;
  return {
    kind: 'capacity',
    urgency,
    text: `${used} Add capacity or move customers to another node.`,
  };
}

function growthAdvice(node: NodeRow, { peaks, today }: Facts): ForNode | undefined {
  const own = peaks.find(({ nodeId }) => nodeId === node.id);
  const weeks = own && weeksUntilFull(own, node.capacityKbps, today);
  if (!own || weeks === undefined || weeks > LIMITS.weeks.later) return undefined;
  const urgency: Urgency =
    weeks <= LIMITS.weeks.now ? 'now' : weeks <= LIMITS.weeks.soon ? 'soon' : 'later';
  const trend = trendOf(own.days, own.kbps)!;
  const perWeek = trend.slope * 7;
  const when =
    trend.at(today) >= node.capacityKbps
      ? 'It is full at the busiest time'
      : weeks === 0
        ? 'At this rate it is full within a week'
        : `At this rate it is full in ${counted(weeks, 'week')}`;
  const text = `The daily peak of ${node.name} (${node.location}) grows by ${gbpsText(perWeek)} a week, measured over ${own.days.length} days. ${when}; its capacity is ${gbpsText(node.capacityKbps)}.`;
  return { kind: 'growth', urgency, text };
}

/** The Mbps sold on each node and below it. */
function soldOn({ nodes, loads }: Pick<Facts, 'nodes' | 'loads'>): Map<number, number> {
  const sold = new Map(nodes.map(({ id }) => [id, 0]));
  const own = new Map(loads.map((load) => [load.nodeId, load.soldMbps]));
  for (const [id, ancestors] of ancestorsOf(nodes))
    for (const node of [id, ...ancestors])
      sold.set(node, (sold.get(node) ?? 0) + (own.get(id) ?? 0));
  return sold;
}

function oversubscriptionAdvice(node: NodeRow, load: NodeLoad, sold: number): ForNode | undefined {
  const ratio = load.oversubscription;
  if (ratio === null || ratio <= LIMITS.oversubscription.soon) return undefined;
  const urgency = ratio > LIMITS.oversubscription.now ? 'now' : 'soon';
  const text = `${node.name} (${node.location}) is oversubscribed ${ratio}:1: ${sold} Mbps are sold on it and below it, its capacity is ${gbpsText(node.capacityKbps)}. The limit for shared access is ${LIMITS.oversubscription.soon}:1.`;
  return { kind: 'oversubscription', urgency, text };
}

function uptimeAdvice(node: NodeRow): ForNode | undefined {
  const uptime = uptimeOf(node, node.typedUptime);
  if (uptime === null || uptime >= LIMITS.uptime.soon) return undefined;
  const urgency = uptime < LIMITS.uptime.now ? 'now' : 'soon';
  const source = node.samples > 0 ? 'measured over the last 30 days' : 'typed by hand';
  const text = `The uptime of ${node.name} (${node.location}) is ${uptime}%, ${source}; the target is ${LIMITS.uptime.soon}%. Check its power and its link.`;
  return { kind: 'uptime', urgency, text };
}

/** Nodes that could take over: in operation, in the same location, and neither above nor below. */
function alternatives(
  node: NodeRow,
  nodes: readonly NodeRow[],
  above: ReadonlyMap<number, number[]>,
) {
  return nodes.filter(
    (other) =>
      other.id !== node.id &&
      other.location === node.location &&
      other.status === 'operational' &&
      !above.get(other.id)?.includes(node.id) &&
      !above.get(node.id)?.includes(other.id),
  );
}

function singlePoints({ nodes, loads }: Facts): Advice[] {
  const above = ancestorsOf(nodes);
  const all = loads.reduce((sum, load) => sum + load.customers, 0);
  return nodes.flatMap((node, index): Advice[] => {
    const load = loads[index]!;
    const dependent = load.customers + load.customersBelow;
    if (dependent < LIMITS.singlePoint || alternatives(node, nodes, above).length > 0) return [];
    const share = shareOf(dependent, all);
    const urgency = share >= LIMITS.singlePointShare ? 'soon' : 'later';
    const text = `${node.name} (${node.location}) is a single point of failure: ${dependent} of ${all} connected customers (${share}%) depend on it, ${load.customers} directly, and no other node in ${node.location} could take over.`;
    return [{ kind: 'single_point', urgency, nodeId: node.id, text }];
  });
}

function spreads({ nodes, loads, withoutNode }: Facts): Advice[] {
  const serving = nodes
    .map((node, index) => ({ node, customers: loads[index]!.customers }))
    .filter(({ node, customers }) => customers > 0 && node.status !== 'offline');
  const found: Advice[] = [...new Set(serving.map(({ node }) => node.location))].flatMap(
    (location): Advice[] => {
      const here = serving
        .filter(({ node }) => node.location === location)
        .sort((a, b) => b.customers - a.customers);
      const [most, least] = [here[0]!, here.at(-1)!];
      const isEven =
        most.customers <= least.customers * LIMITS.spread.times ||
        most.customers - least.customers < LIMITS.spread.customers;
      if (isEven) return [];
      const text = `Customers in ${location} are spread unevenly: ${most.node.name} has ${most.customers}, ${least.node.name} ${least.customers}. Connect new customers to ${least.node.name}.`;
      return [{ kind: 'spread', urgency: 'later', nodeId: most.node.id, text }];
    },
  );
  if (withoutNode === 0 || nodes.length === 0) return found;
  const text = `${counted(withoutNode, 'Active customer has', 'Active customers have')} no network node, so loads and outages leave them out. Connect them by location.`;
  return [...found, { kind: 'spread', urgency: 'later', nodeId: null, text }];
}

function monitoring({ nodes, peaks, isPolling }: Facts): Advice[] {
  const unmeasured = nodes.filter((node) => !node.isPolled);
  const advice = (text: string): Advice => ({
    kind: 'monitoring',
    urgency: 'later',
    nodeId: null,
    text,
  });
  const found: Advice[] = [];
  if (!isPolling && nodes.length > 0)
    found.push(
      advice(
        peaks.length > 0 || nodes.some(({ samples }) => samples > 0)
          ? `Polling is off: usage and uptime of ${counted(nodes.length, 'node')} are no longer measured. What is called measured here is of the days before it was switched off.`
          : `Polling is off: the usage and uptime of ${counted(nodes.length, 'node')} are not measured.`,
      ),
    );
  if (unmeasured.length > 0)
    found.push(
      advice(
        `${counted(unmeasured.length, 'node')} of ${nodes.length} cannot be measured, having no address or being left out of polling: ${listed(unmeasured.map(({ name }) => name))}.`,
      ),
    );
  return found;
}

const ORDER: readonly Urgency[] = ['now', 'soon', 'later'];
const HEADINGS: Record<Urgency, string> = {
  now: 'Act now',
  soon: 'Plan soon',
  later: 'Consider later',
};

/** At most 20 of a kind, the most urgent ones; the others are counted. */
function limited(advice: readonly Advice[]): Advice[] {
  const kinds = [...new Set(advice.map(({ kind }) => kind))];
  return kinds.flatMap((kind) => {
    const own = advice.filter((item) => item.kind === kind);
    const rest = own.slice(MAX_PER_KIND);
    if (rest.length === 0) return own;
    const text = `${counted(rest.length, 'more suggestion')} of the same kind.`;
    return [...own.slice(0, MAX_PER_KIND), { ...rest[0]!, nodeId: null, text }];
  });
}

function byUrgency(advice: readonly Advice[]): Advice[] {
  return advice.toSorted((a, b) => ORDER.indexOf(a.urgency) - ORDER.indexOf(b.urgency));
}

function summary({ nodes }: Facts): string {
  const capacity = nodes.reduce((sum, node) => sum + node.capacityKbps, 0);
  const usage = nodes.reduce((sum, node) => sum + node.usageKbps, 0);
  const uptime = averageUptime(nodes);
  const known = uptime === null ? 'the uptime is not known' : `the average uptime is ${uptime}%`;
  return `${counted(nodes.length, 'node uses', 'nodes use')} ${gbpsText(usage)} of ${gbpsText(capacity)} (${shareOf(usage, capacity)}%), ${known}.`;
}

/**
 * Suggestions from load, growth, oversubscription, uptime, single points of failure, spread and monitoring, the most
 * urgent first, each with its figures; as text for copying and one by one.
 */
export function optimizationOf(facts: Facts): Optimization {
  if (facts.nodes.length === 0)
    return {
      suggestions: 'There are no network nodes yet. Suggestions need nodes with their capacity.',
      advice: [],
    };
  const sold = soldOn(facts);
  const ofNodes = facts.nodes.flatMap((node, index): Advice[] => {
    const found = [
      loadAdvice(node),
      growthAdvice(node, facts),
      oversubscriptionAdvice(node, facts.loads[index]!, sold.get(node.id)!),
      uptimeAdvice(node),
    ];
    return found.flatMap((advice) => (advice ? [{ ...advice, nodeId: node.id }] : []));
  });
  const all = [...ofNodes, ...singlePoints(facts), ...spreads(facts), ...monitoring(facts)];
  const advice = byUrgency(limited(byUrgency(all)));
  const sections = ORDER.flatMap((urgency) => {
    const own = advice.filter((item) => item.urgency === urgency);
    return own.length > 0
      ? [`${HEADINGS[urgency]}:\n${own.map(({ text }) => `- ${text}`).join('\n')}`]
      : [];
  });
  if (sections.length === 0) sections.push('Nothing needs attention.');
  return { suggestions: [summary(facts), ...sections].join('\n\n'), advice };
}
