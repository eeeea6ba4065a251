const WORD = 2n ** 32n;
const TICKS = 2 ** 32;
const MS_PER_TICK = 10;
/** How far the clock of a device may fall behind ours between two readings. */
const TOLERANCE_TICKS = 500;
const DRIFT = 0.02;
/** More than any interface carries: 1 Tbps. A larger rate is an error of the device. */
const MAX_KBPS = 1_000_000_000;
/** A rate over a longer time says nothing about the usage now. */
const MAX_ELAPSED_MS = 15 * 60_000;

export interface Reading {
  readAt: Date;
  /** sysUpTime in hundredths of a second, modulo 2^32; null if the device does not tell. */
  uptime: number | null;
}

export interface Counters {
  counterBits: 32 | 64;
  inOctets: bigint;
  outOctets: bigint;
}

/** Between two readings: 'same' if the device ran on, 'restarted', also if it was replaced, or 'unknown' without its uptime. */
export type Continuity = 'same' | 'restarted' | 'unknown';

/**
 * Whether a device ran on between two readings. Its uptime starts again with it, and wraps after 497 days.
 */
export function continuityOf(before: Reading, after: Reading): Continuity {
  if (before.uptime === null || after.uptime === null) return 'unknown';
  const elapsed = (after.readAt.getTime() - before.readAt.getTime()) / MS_PER_TICK;
  const tolerance = TOLERANCE_TICKS + elapsed * DRIFT;
  const grown = after.uptime - before.uptime;
  const runs = grown >= 0 ? grown : grown + TICKS;
  if (runs < elapsed - tolerance) return 'restarted';
  // After a restart the difference is near 2^32, unless the uptime was about to wrap; a device that has run for longer than
  // the time between the readings is another one, or our clock was set back.
  return runs > elapsed + tolerance ? 'restarted' : 'same';
}

/** Interfaces below it, such as tunnels, often report a speed that is not theirs. */
const TRUSTED_SPEED_KBPS = 100_000;

/** The most that an interface can carry, in kbps: twice its speed, since readings are not evenly spaced. */
function mostKbps(speedKbps: number | null): number {
  return speedKbps === null || speedKbps < TRUSTED_SPEED_KBPS
    ? MAX_KBPS
    : Math.min(MAX_KBPS, 2 * speedKbps);
}

/**
 * The rate between two values of a counter of octets, in kbps. Null if it is not known: after a restart, when a counter
 * went back without a wrap that is possible at the speed of the interface, when a 32-bit counter may have wrapped more
 * than once, and when a counter jumped by more than the interface can carry.
 */
export function rateOf(
  before: bigint,
  after: bigint,
  {
    counterBits,
    elapsedMs,
    speedKbps,
    continuity,
  }: { counterBits: 32 | 64; elapsedMs: number; speedKbps: number | null; continuity: Continuity },
): number | null {
  if (continuity === 'restarted' || elapsedMs <= 0 || elapsedMs > MAX_ELAPSED_MS) return null;
  const range = counterBits === 32 ? WORD : WORD * WORD;
  const possible = speedKbps === null ? null : (BigInt(speedKbps) * BigInt(elapsedMs)) / 8n;
  if (possible !== null && possible >= range) return null;
  let octets = after - before;
  if (octets < 0n) {
    octets += range;
    if (continuity !== 'same' || possible === null || octets > possible) return null;
  }
  const kbps = Number((octets * 8n) / BigInt(elapsedMs));
  return kbps > mostKbps(speedKbps) ? null : kbps;
}

export interface Traffic {
  inKbps: number | null;
  outKbps: number | null;
}

const UNKNOWN: Traffic = { inKbps: null, outKbps: null };

interface CountedInterface extends Counters {
  name: string;
  speedKbps: number | null;
}

/**
 * The traffic of each interface since the reading before, by name; interfaces that were not part of it have none yet. The
 * speed is the present one.
 */
export function trafficOf(
  before: Reading & { interfaces: readonly CountedInterface[] },
  after: Reading & { interfaces: readonly CountedInterface[] },
): Map<string, Traffic> {
  const continuity = continuityOf(before, after);
  const elapsedMs = after.readAt.getTime() - before.readAt.getTime();
  const earlier = new Map(before.interfaces.map((one) => [one.name, one]));
  return new Map(
    after.interfaces.map((one) => {
      const then = earlier.get(one.name);
      if (!then || then.counterBits !== one.counterBits) return [one.name, UNKNOWN];
      const { counterBits, speedKbps } = one;
      const facts = { counterBits, elapsedMs, speedKbps, continuity };
      return [
        one.name,
        {
          inKbps: rateOf(then.inOctets, one.inOctets, facts),
          outKbps: rateOf(then.outOctets, one.outOctets, facts),
        },
      ];
    }),
  );
}

/**
 * The traffic of a node: the sum of the interfaces that are counted; unknown if that of one of them is, and without any.
 * Interfaces that the device no longer has carry nothing.
 */
export function sumTraffic(counted: readonly Traffic[]): Traffic {
  let [inKbps, outKbps] = [0, 0];
  for (const one of counted) {
    if (one.inKbps === null || one.outKbps === null) return UNKNOWN;
    inKbps += one.inKbps;
    outKbps += one.outKbps;
  }
  return counted.length === 0 ? UNKNOWN : { inKbps, outKbps };
}

/** The larger direction; null if neither is known. */
export function usageOf({ inKbps, outKbps }: Traffic): number | null {
  return inKbps === null && outKbps === null ? null : Math.max(inKbps ?? 0, outKbps ?? 0);
}
