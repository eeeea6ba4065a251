import type { AlarmKind, NetworkSettings } from '../schema.ts';

/** How often in a row something was found bad or good. */
export interface Watch {
  bad: number;
  good: number;
  /** The first bad measurement of an alarm that is open or may come. */
  badSince: Date | null;
}

export const unwatched: Watch = { bad: 0, good: 0, badSince: null };

export const endReasons = ['recovered', 'maintenance', 'retired', 'parent', 'unpolled'] as const;
export type EndReason = (typeof endReasons)[number];

/**
 * What a measurement says of one kind of alarm: bad or good; nothing; or why an open alarm ends and nothing counts.
 */
export type Verdict = 'bad' | 'good' | 'none' | 'maintenance' | 'parent';

export interface Step {
  watch: Watch;
  /** An alarm that began at `beganAt`. */
  raises: { beganAt: Date } | null;
  ends: EndReason | null;
}

/** Larger counts change nothing. */
const MAX_COUNT = 1_000;

/**
 * The next state of a watch: so many bad measurements in a row raise an alarm, so many good ones end it, so that a node
 * that comes and goes raises none. A measurement that says nothing interrupts a row.
 */
export function nextStep(
  watch: Watch,
  verdict: Verdict,
  isOpen: boolean,
  at: Date,
  { badSamples, goodSamples }: Pick<NetworkSettings, 'badSamples' | 'goodSamples'>,
): Step {
  if (verdict === 'maintenance' || verdict === 'parent')
    return { watch: unwatched, raises: null, ends: isOpen ? verdict : null };
  if (verdict === 'none') return { watch: unwatched, raises: null, ends: null };
  if (verdict === 'bad') {
    // One that lies ahead is of a clock that was set back.
    const beganAt = watch.badSince && watch.badSince < at ? watch.badSince : at;
    const bad = Math.min(watch.bad + 1, MAX_COUNT);
    const raises = !isOpen && bad >= badSamples ? { beganAt } : null;
    return { watch: { bad, good: 0, badSince: beganAt }, raises, ends: null };
  }
  const good = Math.min(watch.good + 1, MAX_COUNT);
  const ends = isOpen && good >= goodSamples ? 'recovered' : null;
  return { watch: { bad: 0, good, badSince: null }, raises: null, ends };
}

export interface Judged {
  verdict: Verdict;
  /** What was measured, in whole percent or milliseconds; null for 'down'. */
  value: number | null;
  threshold: number | null;
}

export interface Measured {
  isReachable: boolean;
  isInMaintenance: boolean;
  /** A node above it was not reachable in the same measurement. */
  isParentDown: boolean;
  latencyUs: number | null;
  lossPercent: number;
  usageKbps: number | null;
  capacityKbps: number;
}

/** Values beyond are shown as this. */
const MAX_VALUE = 1_000_000;

/** Rounded up, so that a value above the threshold is never shown as equal to it. */
function above(value: number | null, threshold: number): Judged {
  if (value === null) return { verdict: 'none', value: null, threshold };
  const whole = Math.min(Math.ceil(value), MAX_VALUE);
  return { verdict: whole > threshold ? 'bad' : 'good', value: whole, threshold };
}

/** What a measurement says of each kind of alarm; load, latency and loss only of a node that answers. */
export function judge(
  measured: Measured,
  thresholds: Pick<NetworkSettings, 'maxUtilisation' | 'maxLatencyMs' | 'maxLoss'>,
): Record<AlarmKind, Judged> {
  const { isReachable, isInMaintenance, isParentDown, usageKbps, capacityKbps, latencyUs } =
    measured;
  const suspended: Judged | undefined = isInMaintenance
    ? { verdict: 'maintenance', value: null, threshold: null }
    : undefined;
  const whileUp = (value: number | null, threshold: number) =>
    suspended ?? above(isReachable ? value : null, threshold);
  const down = isReachable ? 'good' : isParentDown ? 'parent' : 'bad';
  const load = usageKbps === null || capacityKbps === 0 ? null : (usageKbps * 100) / capacityKbps;
  return {
    down: suspended ?? { verdict: down, value: null, threshold: null },
    utilisation: whileUp(load, thresholds.maxUtilisation),
    latency: whileUp(latencyUs === null ? null : latencyUs / 1000, thresholds.maxLatencyMs),
    loss: whileUp(measured.lossPercent, thresholds.maxLoss),
  };
}

/** The nodes of which one above is in `unreachable`. `parents` has the parent of each node; a circle ends a way up. */
export function belowUnreachable(
  ids: readonly number[],
  parents: ReadonlyMap<number, number | null>,
  unreachable: ReadonlySet<number>,
): Set<number> {
  return new Set(
    ids.filter((id) => {
      const seen = new Set([id]);
      for (let above = parents.get(id); typeof above === 'number'; above = parents.get(above)) {
        if (unreachable.has(above)) return true;
        if (seen.has(above)) return false;
        seen.add(above);
      }
      return false;
    }),
  );
}
