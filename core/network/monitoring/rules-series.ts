import { uptimeOf } from '../nodes/rules.ts';
import type { Series, SeriesSpan } from '../schema.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;
/** Juba is two hours before UTC all year, so that buckets of a day begin at midnight there. */
export const OFFSET_SECONDS = 2 * HOUR;

export interface SeriesPlan {
  span: SeriesSpan;
  source: 'samples' | 'hour' | 'day';
  /** Length of a point. */
  seconds: number;
  /** Number of the first and last point: seconds since 1970 in Juba, divided by the length. */
  first: number;
  last: number;
}

const plans: Record<SeriesSpan, Pick<SeriesPlan, 'source' | 'seconds'> & { points: number }> = {
  day: { source: 'samples', seconds: 300, points: DAY / 300 },
  week: { source: 'hour', seconds: HOUR, points: (7 * DAY) / HOUR },
  month: { source: 'hour', seconds: 2 * HOUR, points: (30 * DAY) / (2 * HOUR) },
  year: { source: 'day', seconds: DAY, points: 365 },
};

/** From which rows the points of a span are summed: at most 400 points, whatever was measured. */
export function planOf(span: SeriesSpan, now: Date): SeriesPlan {
  const { source, seconds, points } = plans[span];
  const last = Math.floor((now.getTime() / 1000 + OFFSET_SECONDS) / seconds);
  return { span, source, seconds, first: last - points + 1, last };
}

/** The instant at which a point begins. */
export function startOf(bucket: number, seconds: number): Date {
  return new Date((bucket * seconds - OFFSET_SECONDS) * 1000);
}

/** Sums of the rows of a point. */
export interface Sums {
  bucket: number;
  samples: number;
  upSamples: number;
  sent: number;
  received: number;
  latencyCount: number;
  latencySumUs: number;
  trafficCount: number;
  inSumKbps: number;
  inMaxKbps: number | null;
  outSumKbps: number;
  outMaxKbps: number | null;
}

const rounded = (value: number, digits: number) => Number(value.toFixed(digits));
const mbps = (kbps: number | null) => (kbps === null ? null : kbps / 1000);

/** All points of a plan in order; those without a measurement hold nulls. */
export function toSeries(
  { span, seconds, first, last }: SeriesPlan,
  rows: readonly Sums[],
): Series {
  const found = new Map(rows.map((row) => [row.bucket, row]));
  const points = Array.from({ length: last - first + 1 }, (_, place) => {
    const bucket = first + place;
    const sums = found.get(bucket);
    const mean = (sum: number, count: number) => (count === 0 ? null : rounded(sum / count, 3));
    return {
      at: new Date(startOf(bucket, seconds).getTime() + seconds * 500),
      upPercent: sums ? uptimeOf({ samples: sums.samples, up: sums.upSamples }, null) : null,
      latencyMs: sums ? mean(sums.latencySumUs / 1000, sums.latencyCount) : null,
      lossPercent:
        sums && sums.sent > 0 ? rounded(100 - (sums.received * 100) / sums.sent, 2) : null,
      inMbps: sums ? mean(sums.inSumKbps / 1000, sums.trafficCount) : null,
      outMbps: sums ? mean(sums.outSumKbps / 1000, sums.trafficCount) : null,
      inMaxMbps: mbps(sums?.inMaxKbps ?? null),
      outMaxMbps: mbps(sums?.outMaxKbps ?? null),
    };
  });
  return { span, seconds, points };
}
