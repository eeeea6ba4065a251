import { searchKey } from '../../kernel/text.ts';
import { type EmployeeRecord, fullNameOf, nameOfEmployee } from './rules.ts';

/** What one employee may share with another only if they are asked about. */
export type Identity = Pick<
  EmployeeRecord,
  'employeeNumber' | 'firstName' | 'lastName' | 'email' | 'bankAccount'
>;

/** The keys by which two employees are the same: in any case, a bank account without blanks and dashes. */
const keys: Record<string, (one: Identity) => string> = {
  name: (one) => searchKey(fullNameOf(one)),
  'e-mail address': ({ email }) => searchKey(email),
  'bank account': ({ bankAccount }) => searchKey(bankAccount).replaceAll(/[^\p{L}\p{N}]/gu, ''),
};

/** Employees by what they may share. */
export type KnownEmployees = Map<string, Identity>;

const entryOf = (what: string, one: Identity): string | undefined => {
  const key = keys[what]!(one);
  return key === '' ? undefined : `${what} ${key}`;
};

/** Adds an employee; of several with the same key the first is kept. */
export function keepEmployee(known: KnownEmployees, one: Identity): void {
  for (const what of Object.keys(keys)) {
    const entry = entryOf(what, one);
    if (entry !== undefined && !known.has(entry)) known.set(entry, one);
  }
}

interface Asked {
  /** The employee before a change: what it already shared is not asked about again. */
  before?: Identity | undefined;
  /** Whether the caller may learn that two bank accounts are equal. */
  seesPay: boolean;
}

/**
 * 'EMP-003 Deng Akol has the same name and e-mail address.' for an employee who shares name, e-mail address or bank account
 * with another; undefined for one who does not (decision 81).
 */
export function sameEmployeeProblem(
  one: Identity,
  known: KnownEmployees,
  { before, seesPay }: Asked,
): string | undefined {
  let other: Identity | undefined;
  const shared: string[] = [];
  for (const [what, keyOf] of Object.entries(keys)) {
    if (what === 'bank account' && !seesPay) continue;
    if (before && keyOf(before) === keyOf(one)) continue;
    const entry = entryOf(what, one);
    const found = entry === undefined ? undefined : known.get(entry);
    if (!found || (before && found.employeeNumber === before.employeeNumber)) continue;
    other ??= found;
    if (found === other) shared.push(what);
  }
  if (!other) return undefined;
  const words =
    shared.length > 1 ? `${shared.slice(0, -1).join(', ')} and ${shared.at(-1)}` : shared[0];
  // A new row of a file has no number yet.
  const who = other.employeeNumber === '' ? fullNameOf(other) : nameOfEmployee(other);
  return `${who} has the same ${words}.`;
}
