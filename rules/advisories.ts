/** An advisory about versions of a package. */
export interface Advisory {
  id: string;
  package: string;
  /** Versions that it concerns, as npm writes ranges: '>=1.0.0 <1.2.3 || <0.9.1'. */
  affected: string;
  title: string;
  /** Why the versions that are installed may stay, and until when. Without it `npm run check` fails. */
  accepted?: string;
}

/** docs/advisories.json: what was known of the packages of package-lock.json on a day. */
export interface AdvisoryList {
  /** The day on which it was asked for, 2026-11-28. */
  asOf: string;
  source: string;
  /** The packages that were asked for; 'all' after an answer of `npm audit`. */
  lookedUp: readonly string[] | 'all';
  advisories: readonly Advisory[];
}

/** A package of package-lock.json. */
export interface Installed {
  name: string;
  version: string;
  /** Not on a server: only to build and test. */
  isDev: boolean;
}

/** After so many days the list is told to be old. */
const MAX_AGE_DAYS = 90;
const DAY_MS = 24 * 60 * 60 * 1000;

interface LockEntry {
  name?: string;
  version?: string;
  link?: boolean;
  dev?: boolean;
}

/** The packages of a package-lock.json, each version once, without our own. An alias counts as the package behind it. */
export function installedIn(lock: { packages: Record<string, LockEntry> }): Installed[] {
  const found = new Map<string, Installed>();
  for (const [place, { name: behind, version, link, dev }] of Object.entries(lock.packages)) {
    const at = place.lastIndexOf('node_modules/');
    if (at < 0 || link || version === undefined) continue;
    const name = behind ?? place.slice(at + 'node_modules/'.length);
    const isDev = dev === true && (found.get(`${name}@${version}`)?.isDev ?? true);
    found.set(`${name}@${version}`, { name, version, isDev });
  }
  return [...found.values()];
}

/** The numbers of a version; one before a release ('1.0.0-beta.3') counts as lower than the release. */
function partsOf(version: string): number[] {
  const [release = '', before] = version.split('+')[0]!.split(/-(.*)/s);
  const numbers = release.split('.').map(Number);
  if (numbers.length > 3 || numbers.some((number) => !Number.isInteger(number)))
    throw new Error(`'${version}' is no version.`);
  return [...numbers, ...Array<number>(3 - numbers.length).fill(0), before === undefined ? 0 : -1];
}

function compare(a: string, b: string): number {
  const [left, right] = [partsOf(a), partsOf(b)];
  for (const [place, number] of left.entries())
    if (number !== right[place]) return number - right[place]!;
  return 0;
}

const COMPARATOR = /^(>=|<=|>|<|=)?(\d[\w.+-]{0,60})$/;

function holds(version: string, comparator: string): boolean {
  if (comparator === '*') return true;
  const [, operator = '=', limit] = COMPARATOR.exec(comparator) ?? [];
  if (limit === undefined) throw new Error(`'${comparator}' cannot be read as part of a range.`);
  const difference = compare(version, limit);
  if (operator === '>=') return difference >= 0;
  if (operator === '<=') return difference <= 0;
  if (operator === '>') return difference > 0;
  return operator === '<' ? difference < 0 : difference === 0;
}

/** Whether a range has a version. @throws Error for a range of another form, whatever its readable parts say. */
export function isAffected(version: string, range: string): boolean {
  const parts = range.split('||').map((part) =>
    part
      .trim()
      .split(/ +/)
      .map((comparator) => holds(version, comparator)),
  );
  return parts.some((comparators) => comparators.every(Boolean));
}

export interface Verdict {
  /** What must be mended: known to be affected, and accepted by nobody. */
  failures: string[];
  /** What is affected and may stay, with the reason. */
  accepted: string[];
  /** What is not known: the list is old, packages were not asked for. These never fail anything. */
  warnings: string[];
}

/** What a list says of the installed packages on a day ('2026-11-28'). The day decides about warnings alone. */
export function judge(list: AdvisoryList, installed: readonly Installed[], today: string): Verdict {
  const verdict: Verdict = { failures: [], accepted: [], warnings: [] };
  for (const { id, package: name, affected, title, accepted } of list.advisories) {
    for (const { version } of installed.filter((one) => one.name === name)) {
      if (!isAffected(version, affected)) continue;
      const text = `${name} ${version}: ${id}, ${title} (${affected})`;
      if (accepted) verdict.accepted.push(`${text}. ${accepted}`);
      else verdict.failures.push(text);
    }
  }
  const days = Math.floor((Date.parse(today) - Date.parse(list.asOf)) / DAY_MS);
  if (days > MAX_AGE_DAYS)
    verdict.warnings.push(
      `docs/advisories.json is of ${list.asOf}, ${days} days ago: npm run advisories`,
    );
  if (list.lookedUp !== 'all') {
    const known = new Set(list.lookedUp);
    const unknown = new Set(
      installed.filter(({ name, isDev }) => !isDev && !known.has(name)).map(({ name }) => name),
    );
    if (unknown.size > 0)
      verdict.warnings.push(
        `${unknown.size} packages of the server were not looked up by name on ${list.asOf}`,
      );
  }
  return verdict;
}

/** The part of `npm audit --json` that is read. */
export interface AuditReport {
  vulnerabilities?: Record<
    string,
    {
      via: readonly (
        | string
        | { source?: number; name: string; title: string; url: string; range: string }
      )[];
    }
  >;
}

/** The list of an answer of `npm audit`; what was accepted before stays accepted, by its id. */
export function listOf(report: AuditReport, asOf: string, before: AdvisoryList): AdvisoryList {
  const reasons = new Map(before.advisories.map(({ id, accepted }) => [id, accepted]));
  const found = new Map<string, Advisory>();
  for (const { via } of Object.values(report.vulnerabilities ?? {})) {
    for (const cause of via) {
      if (typeof cause === 'string') continue;
      const { name, title, url, range } = cause;
      const id = url.slice(url.lastIndexOf('/') + 1);
      const accepted = reasons.get(id);
      const advisory = { id, package: name, affected: range, title };
      found.set(`${id} ${name}`, accepted ? { ...advisory, accepted } : advisory);
    }
  }
  const advisories = [...found.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  return { asOf, source: 'npm audit', lookedUp: 'all', advisories };
}
