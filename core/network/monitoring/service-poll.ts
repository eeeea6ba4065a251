import { type Ctx, transact } from '../../context.ts';
import { AppError, breaksRule } from '../../kernel/errors.ts';
import { measuringStopped } from '../../ports/network.ts';
import { thresholdsOf } from '../nodes/rules.ts';
import type { NetworkSettings, PollResult } from '../schema.ts';
import { removeInterfaces } from './queries-interfaces.ts';
import * as queries from './queries-poll.ts';
import { lossOf, minuteOf, rollupsOf, type Sample } from './rules.ts';
import { belowUnreachable, judge } from './rules-alarms.ts';
import { sumTraffic, usageOf } from './rules-rates.ts';
import { endLeftOpen, followAlarms, type NodeVerdict } from './service-alarms.ts';
import { type NodeTraffic, readTraffic, storeInterfaces } from './service-interfaces.ts';
import { type Measurement, measure } from './service-measure.ts';
import { storedSettings } from './service-settings.ts';

/** A measurement of all nodes ends before the next one begins. */
const MAX_POLL_MS = 50_000;
/** Two servers may differ by so much. */
const MAX_AHEAD_MS = 5 * 60_000;

/**
 * Measures all nodes and stores the measurement of this minute: samples, sums, states, interfaces, alarms and the status
 * of the nodes. A minute is stored once, however often and wherever it is measured. No transaction is open while the
 * network is awaited; the whole measurement is stored in one. It takes at most 50 s.
 * @throws AppError rule network.off while polling is off; unavailable network.fping, network.stopped, network.late.
 */
export async function pollNetwork(ctx: Ctx): Promise<PollResult> {
  const settings = await storedSettings.read(ctx.db);
  if (!settings.isPolling)
    breaksRule('network.off', 'Polling is off. Switch it on in the settings of the network.');
  const begun = performance.now();
  const at = minuteOf(ctx.clock());
  const deadline = AbortSignal.timeout(MAX_POLL_MS);
  const signal = ctx.stopping ? AbortSignal.any([deadline, ctx.stopping]) : deadline;
  const nodes = await queries.findPolled(ctx.db);
  const found = await measure(ctx, nodes, settings, signal).catch((error: unknown) => {
    if (!deadline.aborted) throw error;
    const message = `The nodes could not be measured within ${MAX_POLL_MS / 1000} s.`;
    throw new AppError('unavailable', 'network.late', message, { cause: error });
  });
  if (ctx.stopping?.aborted) throw measuringStopped();
  const alarms = await transact(ctx, (tx) => store(tx, found, at, settings));
  const reachable = found.filter(({ ping }) => ping.received > 0).length;
  return {
    nodes: found.length,
    reachable,
    unreachable: found.length - reachable,
    snmpFailed: found.filter(({ snmpError }) => snmpError !== '').length,
    alarmsRaised: alarms.raised,
    alarmsEnded: alarms.ended,
    seconds: Math.round(performance.now() - begun) / 1000,
  };
}

/** As `pollNetwork`, for the job: '' while polling is off or nothing is measured. */
export async function pollByJob(ctx: Ctx): Promise<string> {
  const { isPolling } = await storedSettings.read(ctx.db);
  if (!isPolling) return '';
  const { nodes, unreachable, alarmsRaised, alarmsEnded } = await pollNetwork(ctx);
  // A minute as the one before is not told.
  if (alarmsRaised + alarmsEnded === 0) return '';
  return `${nodes} nodes, ${unreachable} not reachable, ${alarmsRaised} alarms raised, ${alarmsEnded} ended`;
}

/** A measurement that is stored: of a node that is still measured as it was when the measurement began. */
interface Kept extends Measurement {
  isUp: boolean;
  isNewest: boolean;
  state: queries.State | undefined;
  traffic: NodeTraffic;
}

async function store(
  tx: Ctx,
  found: readonly Measurement[],
  at: Date,
  settings: NetworkSettings,
): Promise<{ raised: number; ended: number }> {
  await queries.lockStore(tx.db);
  // Switched off while the network was awaited: the open alarms have ended, and nothing would end new ones.
  if (!(await storedSettings.read(tx.db)).isPolling) return { raised: 0, ended: 0 };
  const kept = await keep(tx, found, at);
  const inserted = await queries.insertSamples(
    tx.db,
    kept.map((one) => sampleOf(one, at)),
  );
  const fresh = kept.filter(({ node }) => inserted.has(node.id));
  await queries.addRollups(
    tx.db,
    fresh.flatMap((one) => rollupsOf(sampleOf(one, at))),
  );
  // A measurement that ends after a later one changes the sums alone.
  const newest = fresh.filter(({ isNewest }) => isNewest);
  await queries.saveStates(
    tx.db,
    newest.map((one) => stateOf(one, at)),
  );
  await storeInterfaces(tx, newest);
  await queries.updateNodes(tx.db, newest.flatMap(changeOf));
  const alarms = await followAlarms(tx, await verdictsOf(tx, newest, kept, settings), at, settings);
  return { raised: alarms.raised, ended: alarms.ended + (await endLeftOpen(tx, at)) };
}

/**
 * Whether a measurement is later than the stored one. One that is stored as far ahead as no measurement can be comes from
 * a clock that was wrong and has been set back.
 */
function isLater(at: Date, stored: Date): boolean {
  return stored < at || stored.getTime() - at.getTime() > MAX_AHEAD_MS;
}

/** The measurements of nodes that nobody has retired, deleted or given another address meanwhile. */
async function keep(tx: Ctx, found: readonly Measurement[], at: Date): Promise<Kept[]> {
  const ids = found.map(({ node }) => node.id);
  const locked = new Map((await queries.lockPolled(tx.db, ids)).map((node) => [node.id, node]));
  const still = found.flatMap((one) => {
    const node = locked.get(one.node.id);
    return node?.address === one.node.address ? [{ ...one, node }] : [];
  });
  const states = await queries.findStates(tx.db, [...locked.keys()]);
  const traffic = await readTraffic(tx, still, states);
  return still.map((one) => {
    const state = states.get(one.node.id);
    return {
      ...one,
      state,
      isUp: one.ping.received > 0,
      isNewest: !state || isLater(at, state.polledAt),
      traffic: traffic.get(one.node.id) ?? { counted: [], changes: [] },
    };
  });
}

function sampleOf({ node, ping, isUp, traffic }: Kept, at: Date): Sample {
  return {
    nodeId: node.id,
    at,
    isUp,
    inMaintenance: node.status === 'maintenance',
    latencyUs: ping.latencyUs,
    sent: ping.sent,
    received: ping.received,
    ...sumTraffic(traffic.counted),
  };
}

function stateOf(
  { node, ping, isUp, state, reading, snmpError, traffic }: Kept,
  at: Date,
): queries.State {
  return {
    nodeId: node.id,
    polledAt: at,
    isReachable: isUp,
    since: state && state.isReachable === isUp && state.since < at ? state.since : at,
    latencyUs: ping.latencyUs,
    lossPercent: lossOf(ping.sent, ping.received),
    ...sumTraffic(traffic.counted),
    snmpError,
    // That of the last reading, with which the next one is compared.
    deviceUptime: reading ? reading.uptime : (state?.deviceUptime ?? null),
  };
}

/** The measured status and usage of a node, if they differ. A node in maintenance stays so until somebody ends it. */
function changeOf({ node, isUp, traffic }: Kept): queries.NodeChange[] {
  const measured = isUp ? 'operational' : 'offline';
  const status = node.status === 'maintenance' ? node.status : measured;
  const usageKbps = usageOf(sumTraffic(traffic.counted)) ?? node.usageKbps;
  const isSame = status === node.status && usageKbps === node.usageKbps;
  return isSame ? [] : [{ id: node.id, status, usageKbps }];
}

async function verdictsOf(
  tx: Ctx,
  newest: readonly Kept[],
  all: readonly Kept[],
  settings: NetworkSettings,
): Promise<NodeVerdict[]> {
  const unreachable = new Set(all.filter(({ isUp }) => !isUp).map(({ node }) => node.id));
  const down = [...unreachable];
  const parents = down.length > 0 ? await queries.findParents(tx.db) : new Map();
  const below = belowUnreachable(down, parents, unreachable);
  return newest.map(({ node, ping, isUp, traffic }) => ({
    nodeId: node.id,
    judged: judge(
      {
        isReachable: isUp,
        isInMaintenance: node.status === 'maintenance',
        isParentDown: below.has(node.id),
        latencyUs: ping.latencyUs,
        lossPercent: lossOf(ping.sent, ping.received),
        usageKbps: usageOf(sumTraffic(traffic.counted)),
        capacityKbps: node.capacityKbps,
      },
      thresholdsOf(node, settings, ['maxUtilisation', 'maxLatencyMs', 'maxLoss']),
    ),
  }));
}

const DAY_MS = 86_400_000;
/** Interfaces that a device no longer has are kept so long. */
const KEEP_INTERFACES_DAYS = 30;

/** Removes samples and hours that are older than the settings say; the sums of days stay. */
export async function purgeMeasurements(ctx: Ctx): Promise<string> {
  const { keepSamplesDays, keepHoursDays } = await storedSettings.read(ctx.db);
  const before = (days: number) => new Date(ctx.now.getTime() - days * DAY_MS);
  const samples = await queries.removeSamples(ctx.db, before(keepSamplesDays));
  const hours = await queries.removeHours(ctx.db, before(keepHoursDays));
  await removeInterfaces(ctx.db, before(KEEP_INTERFACES_DAYS));
  return `${samples} samples, ${hours} hours`;
}
