/** Percent with one decimal; null where there is nothing to compare with. */
export function percentOf(part: number | null, whole: number): number | null {
  return part === null || whole <= 0 ? null : Math.round((part / whole) * 1000) / 10;
}

/** The change against an earlier figure in percent with one decimal; null without an earlier figure. */
export function changeOf(now: number, before: number): number | null {
  return percentOf(now - before, before);
}
