import { z } from 'zod';
import { type Cents, cents } from '../kernel/money.ts';

export interface Package {
  name: string;
  /** Mbps. */
  bandwidth: number;
  monthlyFee: Cents;
}

/** seeds/000 3: these packages have a fixed bandwidth and fee. */
export const fixedPackages = [
  { name: 'Basic Fiber', bandwidth: 10, monthlyFee: cents(12_500) },
  { name: 'Standard Fiber', bandwidth: 50, monthlyFee: cents(45_000) },
  { name: 'Business Fiber', bandwidth: 100, monthlyFee: cents(85_000) },
  { name: 'Enterprise Fiber', bandwidth: 500, monthlyFee: cents(320_000) },
] as const satisfies readonly Package[];
export const FLEXIBLE_PLAN = 'Flexible Plan';
export const packageNames = [
  'Basic Fiber',
  'Standard Fiber',
  'Business Fiber',
  'Enterprise Fiber',
  FLEXIBLE_PLAN,
] as const;
export type PackageName = (typeof packageNames)[number];

export function fixedPackage(name: string): Package | undefined {
  return fixedPackages.find((candidate) => candidate.name === name);
}

/** Package names are compared without case and spaces. */
function packageKey(text: string): string {
  return text.toLowerCase().replace(/[ _-]/g, '');
}

const MAX_PACKAGE_TEXT = 100;
const packagesByKey = new Map<string, PackageName>([
  ...packageNames.map((name): [string, PackageName] => [packageKey(name), name]),
  ...fixedPackages.map(({ name, bandwidth }): [string, PackageName] => [
    packageKey(`${name} ${bandwidth}Mbps`),
    name,
  ]),
]);

/**
 * The stored name of the package that a text names: 'Basic Fiber', or with its bandwidth as in the specification,
 * 'Basic Fiber 10Mbps' (decision 32). Undefined for anything else.
 */
export function packageNamed(text: string): PackageName | undefined {
  return text.length > MAX_PACKAGE_TEXT ? undefined : packagesByKey.get(packageKey(text));
}

/** A package by `packageNamed`, or one of `words`. */
function packageCodec<const W extends string>(words: readonly W[]) {
  const names: (W | PackageName)[] = [...words, ...packageNames];
  const [first] = fixedPackages;
  const description = `One of: ${names.join(', ')}. A package with its bandwidth too, as in ${first.name} ${first.bandwidth}Mbps.`;
  const name = z.custom<W | PackageName>((value) => names.includes(value as PackageName));
  return z.codec(z.string().meta({ description }), name, {
    decode: (input, payload) => {
      const found = words.find((word) => word === input) ?? packageNamed(input);
      if (found !== undefined) return found;
      payload.issues.push({
        code: 'custom',
        message: `Choose one of: ${names.join(', ')}.`,
        input,
      });
      return z.NEVER;
    },
    encode: (value) => value,
  });
}

/** A package's name on the wire, in either form. */
export const packageName = packageCodec([]);
export const packageFilter = packageCodec(['all']);

const MAX_BANDWIDTH = 1_000_000;
const MAX_BANDWIDTH_TEXT = 100;
const GROUPED_NUMBER = /\d{1,3}(?:[, \u00a0\u202f]\d{3})+(?!\d)|\d+/;

/**
 * Parses Mbps: the whole number in the text, 0 if there is none (decision 48). '12.7' is 12, '50 Mbps' 50, '1,000' 1000,
 * 'fast' 0. NaN for invalid values: a blank, a text of more than 100 characters, a number below zero.
 */
function readBandwidth(input: string | number): number {
  if (typeof input === 'number') return Math.trunc(input);
  const text = input.length > MAX_BANDWIDTH_TEXT ? '' : input.trim();
  if (text === '') return Number.NaN;
  const found = GROUPED_NUMBER.exec(text);
  if (!found) return 0;
  // In '.5' the digits are decimals.
  const isFraction = found.index === 1 && text.startsWith('.');
  const value = isFraction ? 0 : Number(found[0].replace(/\D/g, ''));
  return text.startsWith('-') && value !== 0 ? Number.NaN : value;
}

/** A warning if the stored bandwidth differs from the typed one; else undefined. */
export function bandwidthDoubt(typed: string): string | undefined {
  const value = readBandwidth(typed);
  const isPlain = typed.length <= MAX_BANDWIDTH_TEXT && /^\s*\d+\s*$/.test(typed);
  return isPlain || !isBandwidth(value) ? undefined : `It is stored as ${value} Mbps.`;
}

function isBandwidth(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= MAX_BANDWIDTH;
}

/** A bandwidth as a person types it. */
export const bandwidth = z.codec(z.union([z.number(), z.string()]), z.number(), {
  decode: (input, payload) => {
    const value = readBandwidth(input);
    if (isBandwidth(value)) return value;
    const message = `The bandwidth must be a whole number from 0 to ${MAX_BANDWIDTH}.`;
    payload.issues.push({ code: 'custom', message, input });
    return z.NEVER;
  },
  encode: (value) => value,
});
