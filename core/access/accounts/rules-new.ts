const MIN_LENGTH = 3;
/** Leaves room for a suffix. */
const MAX_LENGTH = 56;

/** The user name that follows from a customer number: 'SC 003' is 'sc-003'. */
export function nameFor(customerNumber: string): string {
  const name = customerNumber
    .slice(0, MAX_LENGTH)
    .toLowerCase()
    .replace(/[^a-z0-9._@-]/g, '-');
  return name.padEnd(MIN_LENGTH, '0');
}

/** The name itself, or with the lowest number from 2 behind it with which it is free: 'sc003', 'sc003-2'. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name;
  for (let number = 2; ; number += 1) {
    const next = `${name}-${number}`;
    if (!taken.has(next)) return next;
  }
}
