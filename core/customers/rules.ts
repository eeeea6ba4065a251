import { DATE_NOT_ALLOWED, type IsoDate, isDateAllowed } from '../kernel/dates.ts';
import { AppError, type FieldErrors, invalidField } from '../kernel/errors.ts';
import { ZERO } from '../kernel/money.ts';
import { COUNTER_REACH } from '../kernel/numbering.ts';
import { dialled } from '../kernel/phone.ts';
import { foldForSearch, otherSpellings } from '../kernel/search.ts';
import {
  type CustomerInput,
  FLEXIBLE_PLAN,
  fixedPackage,
  type PackageName,
  type PromiseInput,
} from './schema.ts';
import { newCustomerDefaults } from './schema-defaults.ts';

/** What people decide about a customer; all the rest of the record follows from it or belongs to billing. */
export type CustomerFields = Required<CustomerInput>;

export const customerFieldNames = [
  'name',
  'type',
  'email',
  'phone',
  'location',
  'address',
  'packageType',
  'bandwidth',
  'monthlyFeeUsd',
  'connectionFeeUsd',
  'otherExpensesUsd',
  'serviceStartDate',
  'installationDate',
  'status',
] as const satisfies readonly (keyof CustomerFields)[];

type PackageChoice = Pick<CustomerFields, 'packageType' | 'bandwidth' | 'monthlyFeeUsd'>;

/** A fixed package sets bandwidth and fee whatever was sent; the Flexible Plan takes them (seeds/000 5). */
export function applyPackage<T extends PackageChoice>(fields: T): T {
  const fixed = fixedPackage(fields.packageType);
  return fixed
    ? { ...fields, bandwidth: fixed.bandwidth, monthlyFeeUsd: fixed.monthlyFee }
    : fields;
}

/** Did the fixed package overrule a fee or a bandwidth that was sent? */
export function termsDiffer(sent: Partial<CustomerInput>, fields: CustomerFields): boolean {
  return (
    (sent.monthlyFeeUsd !== undefined && sent.monthlyFeeUsd !== fields.monthlyFeeUsd) ||
    (sent.bandwidth !== undefined && sent.bandwidth !== fields.bandwidth)
  );
}

/**
 * What was sent, with the fixed package replaced by the Flexible Plan where a fee or a bandwidth beside it is not the
 * package's: a company that moves here keeps its agreed prices (decision 32). `packageType` is the customer's package.
 */
export function keepingPrices<T extends Partial<CustomerInput>>(
  sent: T,
  packageType: PackageName | undefined,
): T {
  const fixed = packageType && fixedPackage(packageType);
  if (!fixed) return sent;
  const bandwidth = sent.bandwidth ?? fixed.bandwidth;
  const monthlyFeeUsd = sent.monthlyFeeUsd ?? fixed.monthlyFee;
  if (bandwidth === fixed.bandwidth && monthlyFeeUsd === fixed.monthlyFee) return sent;
  return { ...sent, packageType: FLEXIBLE_PLAN, bandwidth, monthlyFeeUsd };
}

/**
 * Without a package named, a fee or a bandwidth of its own makes it a Flexible Plan, so that the figure
 * given is the figure billed; without those too it is the first package that the form offers.
 */
function packageOf(input: CustomerInput): PackageName {
  const ownTerms = input.bandwidth !== undefined || input.monthlyFeeUsd !== undefined;
  return input.packageType ?? (ownTerms ? FLEXIBLE_PLAN : newCustomerDefaults.packageType);
}

/**
 * A new customer with what was left out: an individual in Juba Central, Active, starting today. The
 * specification gives the start date alone (seeds/000 5); the others are the form's first choices.
 */
export function newCustomer(input: CustomerInput, today: IsoDate): CustomerFields {
  return applyPackage({
    name: input.name,
    type: input.type ?? newCustomerDefaults.type,
    email: input.email ?? '',
    phone: input.phone ?? '',
    location: input.location ?? newCustomerDefaults.location,
    address: input.address ?? '',
    packageType: packageOf(input),
    bandwidth: input.bandwidth ?? 0,
    monthlyFeeUsd: input.monthlyFeeUsd ?? ZERO,
    connectionFeeUsd: input.connectionFeeUsd ?? ZERO,
    otherExpensesUsd: input.otherExpensesUsd ?? ZERO,
    serviceStartDate: input.serviceStartDate ?? today,
    installationDate: input.installationDate ?? null,
    status: input.status ?? newCustomerDefaults.status,
  });
}

/** A customer after an edit: what was not sent stays as it was. */
export function changedCustomer(
  before: CustomerFields,
  updates: Partial<CustomerInput>,
): CustomerFields {
  return applyPackage({
    name: updates.name ?? before.name,
    type: updates.type ?? before.type,
    email: updates.email ?? before.email,
    phone: updates.phone ?? before.phone,
    location: updates.location ?? before.location,
    address: updates.address ?? before.address,
    packageType: updates.packageType ?? before.packageType,
    bandwidth: updates.bandwidth ?? before.bandwidth,
    monthlyFeeUsd: updates.monthlyFeeUsd ?? before.monthlyFeeUsd,
    connectionFeeUsd: updates.connectionFeeUsd ?? before.connectionFeeUsd,
    otherExpensesUsd: updates.otherExpensesUsd ?? before.otherExpensesUsd,
    serviceStartDate: updates.serviceStartDate ?? before.serviceStartDate,
    // Null takes the date away, so only "not sent" leaves it.
    installationDate:
      updates.installationDate === undefined ? before.installationDate : updates.installationDate,
    status: updates.status ?? before.status,
  });
}

/** The fields in which two customers differ, for the audit line; none when nothing was changed. */
export function changedFields(
  before: CustomerFields,
  after: CustomerFields,
): (keyof CustomerFields)[] {
  return customerFieldNames.filter((name) => before[name] !== after[name]);
}

const dateFields = ['serviceStartDate', 'installationDate'] as const;

/**
 * The dates of a customer that are a slip of the keyboard, with what is said of them: outside what Nimule books (see
 * `isDateAllowed`). A date that the customer has already stays, so that the rest of an old record can be edited.
 */
export function slippedDates(
  after: CustomerFields,
  today: IsoDate,
  before?: CustomerFields,
): FieldErrors {
  const slipped = dateFields.filter((name) => {
    const date = after[name];
    return date !== null && date !== before?.[name] && !isDateAllowed(date, today);
  });
  return Object.fromEntries(slipped.map((name) => [name, DATE_NOT_ALLOWED]));
}

/** @throws AppError invalid for dates that `slippedDates` names. */
export function assertDates(after: CustomerFields, today: IsoDate, before?: CustomerFields): void {
  const fields = slippedDates(after, today, before);
  if (Object.keys(fields).length > 0)
    throw new AppError('invalid', 'input.invalid', DATE_NOT_ALLOWED, { fields });
}

/** A status set by hand is the person's: the 15-day rule then restores it no more (decision 3). */
export function keepsRuleMark(
  before: { status: string; suspendedByRule: boolean },
  after: { status: string },
): boolean {
  return before.suspendedByRule && before.status === after.status;
}

/**
 * What search looks through: name, customer ID and location (seeds/000 2), telephone and e-mail, folded. The name comes
 * first, so the text also sorts by name.
 */
export function searchTextOf(
  customer: Pick<CustomerFields, 'name' | 'location' | 'phone' | 'email'> & { customerId: string },
): string {
  const { name, customerId, location, phone, email } = customer;
  return [
    foldForSearch(`${name} ${customerId} ${location}`),
    dialled(phone),
    foldForSearch(email),
    otherSpellings(name),
  ]
    .filter(Boolean)
    .join(' ');
}

/** Customer ids of our own: SC003 (decision 7). */
export const CUSTOMER_COUNTER = 'customer';
export const CUSTOMER_PREFIX = 'SC';
export const CUSTOMER_NUMBER_WIDTH = 3;

/**
 * The form in which ids are compared, since people write sc005 for SC005: the letters of ASCII as capitals, which is
 * what `upper` makes of the column in the database.
 */
export function customerIdKey(customerId: string): string {
  return customerId.replace(/[a-z]+/g, (letters) => letters.toUpperCase());
}

/** Finds a record by its id, spelled so exactly or else in another case; capitals go first, as in a lookup. */
export function finderById<T extends { customerId: string }>(
  records: readonly T[],
): (customerId: string) => T | undefined {
  const exact = new Map(records.map((record) => [record.customerId, record]));
  const byKey = new Map<string, T>();
  for (const record of records) {
    const key = customerIdKey(record.customerId);
    const other = byKey.get(key);
    if (!other || record.customerId < other.customerId) byKey.set(key, record);
  }
  return (customerId) => exact.get(customerId) ?? byKey.get(customerIdKey(customerId));
}

/**
 * The number of an imported id that could one day be given out by the counter, undefined for other ids.
 * Beyond COUNTER_REACH the counter never comes, and following it there would make every later id as long.
 */
export function counterNumberOf(customerId: string): number | undefined {
  const match = /^SC(\d{1,9})$/i.exec(customerId);
  const number = Number(match?.[1]);
  return number <= COUNTER_REACH ? number : undefined;
}

export interface PromiseToPay {
  until: IsoDate | null;
  reason: string;
}

/**
 * A promise to pay, or the end of one (decision 3).
 * @throws AppError invalid without a reason or for a day that is over.
 */
export function promiseOf(input: PromiseInput, today: IsoDate): PromiseToPay {
  if (input.until === null) return { until: null, reason: '' };
  if (input.until < today) invalidField('until', 'Choose today or a later date.');
  if (!input.reason) invalidField('reason', 'Give the reason for waiting.');
  return { until: input.until, reason: input.reason };
}
