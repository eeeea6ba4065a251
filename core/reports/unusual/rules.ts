import { deviceInWords } from '../../identity/factors/rules.ts';
import { type Permission, permissionWords } from '../../identity/permissions.ts';
import { type RefusalKind, refusalsInWords } from '../../identity/refusals/rules.ts';
import { counted } from '../../kernel/counted.ts';
import { addDays, dateInJuba, formatDate, type IsoDate, startOfDay } from '../../kernel/dates.ts';
import { type Cents, formatSsp, formatUsd } from '../../kernel/money.ts';
import { recordKinds } from '../kinds/schema.ts';
import type { UnusualLink } from './schema.ts';

/** What the rules compare with (decision 130). */
export const thresholds = {
  /** Refusals of an account on one day. */
  refusals: { code: 5, confirm: 5, password: 10, permission: 20 } satisfies Record<
    RefusalKind,
    number
  >,
  /** Accounts with a wrong password from one address on one day, in devices that they do not know. */
  spreadNames: 10,
  /** Of an exchange rate, by which it differs from the one before. */
  rateChange: 0.1,
  /** Counts of a person's tills that were short within `shortDays`. */
  shortCounts: 3,
  shortDays: 30,
  /** Hours in Juba between which money is not moved usually. */
  nightFrom: 22,
  nightTo: 5,
} as const;

const HOUR_MS = 3_600_000;

/** A stretch of time: from `since` to before `until`. */
export interface Span {
  since: Date;
  until: Date;
}

/** The nights that begin in a stretch of whole days, each to its end, so that no night belongs to two days. */
export function nightsIn({ since, until }: Span): Span[] {
  const nights: Span[] = [];
  for (let day = dateInJuba(since); startOfDay(day) < until; day = addDays(day, 1))
    nights.push({
      since: new Date(startOfDay(day).getTime() + thresholds.nightFrom * HOUR_MS),
      until: new Date(startOfDay(addDays(day, 1)).getTime() + thresholds.nightTo * HOUR_MS),
    });
  return nights;
}

/** Actions of the audit log that move money or post entries, but sales, which are made at any hour. */
export const moneyActions = [
  'payment.record',
  'payment.reverse',
  'credit.grant',
  'creditNote.issue',
  'refund.record',
  'cash.import',
  'expense.create',
  'expense.update',
  'expense.delete',
  'expense.pay',
  'expense.reversePayment',
  'expense.import',
  'supplierPayment.create',
  'supplierPayment.reverse',
  'employeeAdvance.create',
  'employeeAdvance.repay',
  'employeeAdvance.reverse',
  'employeeAdvance.reverseRepayment',
  'payrollPayment.create',
  'payrollPayment.reverse',
  'payrollRemittance.create',
  'payrollRemittance.reverse',
  'journal.post',
  'journal.reverse',
  'journal.import',
  'opening.import',
] as const;

/** Exports that hold everything of a kind, by their operations, and what they are called. */
export const wholeExports: Readonly<Record<string, string>> = {
  exportCustomers: 'customers',
  exportAccessAccounts: 'access accounts',
  exportPayments: 'payments',
  exportBooks: 'the books',
  exportEmployees: 'employees',
  exportPayroll: 'payroll',
  exportSuppliers: 'suppliers',
  exportVouchers: 'vouchers',
  downloadBackup: 'a backup',
};

/** Who did it, when, and the username for the audit log. */
export interface By {
  who: string;
  username: string | null;
  at: Date;
}

/** The lines of the audit log about a record. */
const aboutRecord = (entity: string, id: number | string): UnusualLink => ({
  to: 'users',
  query: { view: 'audit', 'audit-entity': entity, 'audit-entityId': String(id) },
});

/** What a person did on the days of a stretch of time. */
function linesOf({ username }: By, from: IsoDate, to: IsoDate): UnusualLink {
  const days = { 'audit-since': from, 'audit-until': to };
  return {
    to: 'users',
    query: { view: 'audit', ...(username === null ? {} : { 'audit-user': username }), ...days },
  };
}

/** A rule in words: what was found as a sentence, and the page where it can be looked into. */
interface Told<F> {
  label: string;
  /** Whether it is told. */
  isUnusual(found: F): boolean;
  text(found: F): string;
  link(found: F): UnusualLink;
}

export type NewDevice = By & { userId: number; userAgent: string };
export const newDevice: Told<NewDevice> = {
  label: 'New device of a user who manages users',
  isUnusual: () => true,
  text: ({ who, userAgent }) =>
    `${who} signed in with ${deviceInWords(userAgent)}, where this account had not signed in before.`,
  link: ({ userId }) => aboutRecord('user', userId),
};

export type Refusals = By & { entityId: string; kind: RefusalKind; tries: number };
export const refusals: Told<Refusals> = {
  label: 'Many refusals',
  isUnusual: ({ kind, tries }) => tries >= thresholds.refusals[kind],
  text: ({ who, kind, tries, at }) =>
    `${refusalsInWords(kind, tries)} of ${who} on ${formatDate(dateInJuba(at))}.`,
  link: ({ entityId }) => aboutRecord('user', entityId),
};

/** `who` is the address. */
export type SpreadRefusals = By & { names: number; tries: number };
export const spreadRefusals: Told<SpreadRefusals> = {
  label: 'Passwords of many accounts tried from one address',
  isUnusual: ({ names }) => names >= thresholds.spreadNames,
  text: ({ who, names, tries, at }) =>
    `${refusalsInWords('password', tries)} of ${names} accounts from ${who} on ${formatDate(dateInJuba(at))}.`,
  link: (found) => linesOf(found, dateInJuba(found.at), dateInJuba(found.at)),
};

export type LateReversal = By & {
  paymentId: number;
  receipt: string;
  amountUsd: Cents;
  tillNumber: string;
};
export const lateReversal: Told<LateReversal> = {
  label: 'Payment reversed after its till was closed',
  isUnusual: () => true,
  text: ({ who, receipt, amountUsd, tillNumber }) =>
    `${who} reversed ${receipt} of ${formatUsd(amountUsd)} after its till ${tillNumber} was counted.`,
  link({ paymentId }) {
    const { module, query, parameter } = recordKinds.payment;
    return { to: module, query: { ...query, [parameter]: String(paymentId) } };
  },
};

export type FirstGrant = By & { userId: number; target: string; permission: string };
export const firstGrant: Told<FirstGrant> = {
  label: 'First grant of a permission',
  isUnusual: () => true,
  text: ({ who, target, permission }) =>
    `${who} let ${target} ${permissionWords(permission as Permission)}, for the first time.`,
  link: ({ userId }) => aboutRecord('user', userId),
};

export type RateChange = By & {
  rateId: number;
  purpose: string;
  rate: Cents;
  /** Of the same purpose; null for the first. */
  previous: Cents | null;
};
const changeOf = ({ rate, previous }: RateChange) =>
  previous === null ? 0 : (rate - previous) / previous;
export const rateChange: Told<RateChange> = {
  label: 'Exchange rate far from the last one',
  isUnusual: (found) => Math.abs(changeOf(found)) >= thresholds.rateChange,
  text(found) {
    const percent = Math.round(Math.abs(changeOf(found)) * 100);
    const how = changeOf(found) > 0 ? 'above' : 'below';
    const which = found.purpose === 'standard' ? '' : ` of ${found.purpose}s`;
    return `${found.who} set the exchange rate${which} to ${formatSsp(found.rate)}, ${percent}% ${how} the last one.`;
  },
  link: ({ rateId }) => aboutRecord('currencyRate', rateId),
};

export type ShortCount = By & { tillId: number; tillNumber: string; holder: string; times: number };
export const shortCount: Told<ShortCount> = {
  label: `Cash counted short ${thresholds.shortCounts} times`,
  isUnusual: ({ times }) => times >= thresholds.shortCounts,
  text: ({ holder, times, tillNumber }) =>
    `The cash of ${holder} was counted short ${times} times within ${thresholds.shortDays} days, the last time in ${tillNumber}.`,
  link: ({ tillId }) => aboutRecord('till', tillId),
};

export type WholeExport = By & { operations: readonly string[] };
export const wholeExport: Told<WholeExport> = {
  label: 'Everything of a list exported',
  isUnusual: () => true,
  text: ({ who, operations }) =>
    `${who} exported everything: ${operations.map((one) => wholeExports[one] ?? one).join(', ')}.`,
  link: (found) => linesOf(found, dateInJuba(found.at), dateInJuba(found.at)),
};

export type NightWork = By & { times: number; since: Date };
export const nightWork: Told<NightWork> = {
  label: 'Money moved at night',
  isUnusual: () => true,
  text: ({ who, times, at }) =>
    `${who} moved money or posted entries ${counted(times, 'time')} between ${thresholds.nightFrom}:00 and 0${thresholds.nightTo}:00, in the night to ${formatDate(morningOf(at))}.`,
  link: (found) => linesOf(found, dateInJuba(found.since), dateInJuba(found.at)),
};

/** The day on which the night of a moment ends. */
function morningOf(at: Date): IsoDate {
  return dateInJuba(new Date(at.getTime() + (24 - thresholds.nightFrom) * HOUR_MS));
}
