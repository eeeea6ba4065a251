import { cents } from '@nimule/core/kernel/plain/formats';

/** An amount of money or an instant; with '?' it may be missing. */
type ScalarPlan = 'm' | 'm?' | 'd' | 'd?';

/**
 * What of an answer is decoded: amounts to cents, instants to Date. Everything else is used as it is sent and has no plan:
 * the server writes answers by the contract.
 */
export type Plan =
  | ScalarPlan
  | { of: Readonly<Record<string, Plan>>; maybe?: true }
  | { list: Plan | null; maybe?: true }
  | { each: Plan | null; maybe?: true };

/** A value that is not what the plan says. */
export class UnreadableAnswer extends Error {}

function refuse(expected: string, value: unknown): never {
  throw new UnreadableAnswer(`expected ${expected} instead of ${JSON.stringify(value)}`);
}

/** Units, as a number or as a text with two decimals, in cents. */
function centsOf(value: unknown): number {
  const units = typeof value === 'string' ? Number(value) : value;
  if (typeof units !== 'number' || !Number.isFinite(units)) return refuse('an amount', value);
  // The nearest cent: a product with 100 is not, above 10^13.
  return cents(Number(units.toFixed(2).replace('.', '')));
}

function instantOf(value: unknown): Date {
  const instant = new Date(typeof value === 'string' ? value : Number.NaN);
  return Number.isNaN(instant.getTime()) ? refuse('an instant', value) : instant;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Decodes parsed JSON by its plan, in place.
 * @throws UnreadableAnswer
 */
export function decoded(plan: Plan, value: unknown): unknown {
  const isMissing = value === undefined || value === null;
  if (typeof plan === 'string') {
    if (isMissing && plan.endsWith('?')) return value;
    return plan.startsWith('m') ? centsOf(value) : instantOf(value);
  }
  if (isMissing && plan.maybe) return value;
  if ('list' in plan) {
    if (!Array.isArray(value)) return refuse('a list', value);
    const { list } = plan;
    return list === null ? value : value.map((item) => decoded(list, item));
  }
  if (!isObject(value)) return refuse('an object', value);
  if ('each' in plan) {
    const { each } = plan;
    if (each !== null) for (const key of Object.keys(value)) value[key] = decoded(each, value[key]);
    return value;
  }
  for (const [key, part] of Object.entries(plan.of)) {
    const field = decoded(part, value[key]);
    if (field !== undefined) value[key] = field;
  }
  return value;
}
