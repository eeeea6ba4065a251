import type { Alarm } from '@nimule/core/network/schema';

const units = { down: '', utilisation: '%', latency: ' ms', loss: '%' } as const;

/** '92% of at most 80%', '240 ms of at most 150 ms'; a dash for 'down'. */
export function valueText({
  kind,
  value,
  threshold,
}: Pick<Alarm, 'kind' | 'value' | 'threshold'>): string {
  const unit = units[kind];
  if (value === null || kind === 'down') return '–';
  const measured = `${value.toLocaleString('en-US')}${unit}`;
  return threshold === null
    ? measured
    : `${measured} of at most ${threshold.toLocaleString('en-US')}${unit}`;
}

const endings: Readonly<Record<string, string>> = {
  recovered: 'recovered',
  maintenance: 'maintenance began',
  retired: 'node retired',
  parent: 'parent is down',
};

/** Why an alarm ended: 'recovered', 'parent is down'. */
export function endingText(reason: string): string {
  return endings[reason] ?? reason;
}

const MINUTE_MS = 60_000;
const HOUR_MINUTES = 60;
const DAY_MINUTES = 24 * HOUR_MINUTES;

/** '45 min', '3 h 05 min', '2 d 4 h'. */
export function durationText(from: Date, to: Date): string {
  const minutes = Math.max(0, Math.round((to.getTime() - from.getTime()) / MINUTE_MS));
  if (minutes < HOUR_MINUTES) return `${minutes} min`;
  const hours = Math.floor(minutes / HOUR_MINUTES);
  if (minutes < DAY_MINUTES)
    return `${hours} h ${String(minutes % HOUR_MINUTES).padStart(2, '0')} min`;
  return `${Math.floor(minutes / DAY_MINUTES)} d ${hours % 24} h`;
}
