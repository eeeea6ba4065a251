import {
  type Cents,
  cents,
  formatDate,
  formatInstant,
  formatSsp,
  formatUsd,
  type IsoDate,
} from '@nimule/core/kernel/plain/formats';

/** Cents of an amount as the API sends it, a number of units. */
function centsOf(amount: number): Cents {
  return cents(Math.round(amount * 100));
}

/** '$0.50'. */
export function usdText(amount: number): string {
  return formatUsd(centsOf(amount));
}

/** 'SSP 1,600'. */
export function sspText(amount: number): string {
  return formatSsp(centsOf(amount));
}

/** '23 Nov 2026, 14:05' in Juba, of an instant as the API sends it. */
export function timeText(instant: string): string {
  return formatInstant(new Date(instant));
}

/** '23 Nov 2026' of a day as the API sends it. */
export function dayText(day: string): string {
  return formatDate(day as IsoDate);
}
