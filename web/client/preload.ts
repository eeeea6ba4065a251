/**
 * Answers that the HTML of a page preloads. Browsers give one to the first request of its address with the default cache mode,
 * however long after the page was opened, so it is taken once, and not after somebody has signed in or out.
 */
const taken = new Set<string>();
let isOfThisUser = true;

/** Whether the preloaded answer of an address may be used, which this call does. */
export function takePreloaded(address: string): boolean {
  if (!isOfThisUser || taken.has(address)) return false;
  taken.add(address);
  return true;
}

/** The user has changed: what was preloaded is of another one. */
export function dropPreloaded(): void {
  isOfThisUser = false;
}
