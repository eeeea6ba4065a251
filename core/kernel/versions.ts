import { codeOf, conflicts } from './errors.ts';

/**
 * Refuses a change of a record that another user has changed since it was read. `noun` names the record in messages,
 * 'invoice'. Without `expected` nothing is compared.
 * @throws AppError conflict, '<noun>.stale'.
 */
export function assertVersion(noun: string, current: number, expected: number | undefined): void {
  if (expected === undefined || expected === current) return;
  conflicts(
    `${codeOf(noun)}.stale`,
    `Somebody else changed this ${noun.toLowerCase()} in the meantime. Reload it and try again.`,
  );
}
