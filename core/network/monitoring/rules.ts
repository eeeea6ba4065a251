import { dateInJuba, startOfDay } from '../../kernel/dates.ts';
import { invalidField } from '../../kernel/errors.ts';
import type { NetworkSettings } from '../schema.ts';
import type { Traffic } from './rules-rates.ts';

export const defaultSettings: NetworkSettings = {
  isPolling: false,
  pings: 5,
  timeoutMs: 1000,
  badSamples: 3,
  goodSamples: 3,
  maxUtilisation: 85,
  maxLatencyMs: 500,
  maxLoss: 20,
  keepSamplesDays: 14,
  keepHoursDays: 100,
};

/** Echo requests to a node follow each other by the time to wait; all of them, and SNMP, are done within a minute. */
const MAX_PINGING_MS = 20_000;

/** @throws AppError invalid, field `timeoutMs`, for settings with which a measurement would take longer than a minute. */
export function assertSettings({ pings, timeoutMs }: NetworkSettings): void {
  if (pings * timeoutMs > MAX_PINGING_MS)
    invalidField(
      'timeoutMs',
      `${pings} pings that wait ${timeoutMs} ms each take longer than ${MAX_PINGING_MS / 1000} s. Choose fewer pings or a shorter time.`,
    );
}

/** The start of the minute: a minute is measured once. */
export function minuteOf(now: Date): Date {
  return new Date(Math.floor(now.getTime() / 60_000) * 60_000);
}

/** Lost requests in percent, rounded to the nearest whole one; neither 0 nor 100 unless it is exact. */
export function lossOf(sent: number, received: number): number {
  if (received === sent) return 0;
  if (received === 0) return 100;
  return Math.min(99, Math.max(1, Math.round(100 - (received * 100) / sent)));
}

export interface Sample extends Traffic {
  nodeId: number;
  at: Date;
  isUp: boolean;
  inMaintenance: boolean;
  latencyUs: number | null;
  sent: number;
  received: number;
}

/** A sample as the sums of its hour or day. Samples in maintenance do not count for the uptime. */
export interface Rollup {
  nodeId: number;
  span: 'hour' | 'day';
  start: Date;
  samples: number;
  upSamples: number;
  maintenanceSamples: number;
  sent: number;
  received: number;
  latencyCount: number;
  latencySumUs: number;
  latencyMaxUs: number | null;
  trafficCount: number;
  inSumKbps: number;
  inMaxKbps: number | null;
  outSumKbps: number;
  outMaxKbps: number | null;
}

const HOUR_MS = 3_600_000;

/** What a sample adds to its hour and to its day in Juba. */
export function rollupsOf(sample: Sample): [Rollup, Rollup] {
  const { nodeId, at, isUp, inMaintenance, latencyUs, sent, received, inKbps, outKbps } = sample;
  const hasTraffic = inKbps !== null && outKbps !== null;
  const sums = {
    nodeId,
    samples: inMaintenance ? 0 : 1,
    upSamples: isUp && !inMaintenance ? 1 : 0,
    maintenanceSamples: inMaintenance ? 1 : 0,
    sent,
    received,
    latencyCount: latencyUs === null ? 0 : 1,
    latencySumUs: latencyUs ?? 0,
    latencyMaxUs: latencyUs,
    trafficCount: hasTraffic ? 1 : 0,
    inSumKbps: hasTraffic ? inKbps : 0,
    inMaxKbps: hasTraffic ? inKbps : null,
    outSumKbps: hasTraffic ? outKbps : 0,
    outMaxKbps: hasTraffic ? outKbps : null,
  };
  const hour = new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS);
  return [
    { ...sums, span: 'hour', start: hour },
    { ...sums, span: 'day', start: startOfDay(dateInJuba(at)) },
  ];
}
