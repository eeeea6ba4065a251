import { DATE_NOT_ALLOWED, type IsoDate, isDateAllowed } from '../kernel/dates.ts';
import { AppError, type FieldErrors, invalidField } from '../kernel/errors.ts';
import { ZERO } from '../kernel/money.ts';
import { COUNTER_REACH } from '../kernel/numbering.ts';
import { dialled } from '../kernel/phone.ts';
import { foldForSearch, otherSpellings, searchTextOf } from '../kernel/search.ts';
import {
  type CustomerInput,
  FLEXIBLE_PLAN,
  fixedPackage,
  type PackageName,
  type PromiseInput,
} from './schema.ts';
import { newCustomerDefaults } from './schema-defaults.ts';

/** The fields that users enter; the other fields of the record are computed or belong to billing. */
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
  'contactBy',
  'refusesNews',
  'nodeId',
  'accessType',
  'ipAddress',
  'macAddress',
  'deviceSerial',
  'port',
] as const satisfies readonly (keyof CustomerFields)[];

type PackageChoice = Pick<CustomerFields, 'packageType' | 'bandwidth' | 'monthlyFeeUsd'>;

/** A fixed package sets bandwidth and fee; the Flexible Plan keeps the given ones (seeds/000 5). */
export function applyPackage<T extends PackageChoice>(fields: T): T {
  const fixed = fixedPackage(fields.packageType);
  return fixed
    ? { ...fields, bandwidth: fixed.bandwidth, monthlyFeeUsd: fixed.monthlyFee }
    : fields;
}

/** Whether the fixed package replaced a fee or a bandwidth that was sent. */
export function termsDiffer(sent: Partial<CustomerInput>, fields: CustomerFields): boolean {
  return (
    (sent.monthlyFeeUsd !== undefined && sent.monthlyFeeUsd !== fields.monthlyFeeUsd) ||
    (sent.bandwidth !== undefined && sent.bandwidth !== fields.bandwidth)
  );
}

/**
 * The sent fields, with a fixed package replaced by the Flexible Plan if fee or bandwidth differ from the package's:
 * imported customers keep their agreed prices (decision 32). `packageType` is the customer's current package.
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
 * Whether a known customer has the Flexible Plan with the fee and bandwidth of the row: an earlier import kept them in
 * place of the row's package. It stays, also without the option (decision 77).
 */
export function hasKeptPrices(before: PackageChoice, sent: Partial<CustomerInput>): boolean {
  const kept = keepingPrices(sent, sent.packageType);
  return (
    kept !== sent &&
    kept.packageType === before.packageType &&
    kept.bandwidth === before.bandwidth &&
    kept.monthlyFeeUsd === before.monthlyFeeUsd
  );
}

/**
 * Without a package, a given fee or bandwidth makes it a Flexible Plan, so that the given fee is billed; without those
 * it is the first package of the form.
 */
function packageOf(input: CustomerInput): PackageName {
  const ownTerms = input.bandwidth !== undefined || input.monthlyFeeUsd !== undefined;
  return input.packageType ?? (ownTerms ? FLEXIBLE_PLAN : newCustomerDefaults.packageType);
}

/**
 * The fields of a new customer of a file: one of whom it says neither package nor fee has the Flexible Plan at no fee, so
 * that nobody is billed what the file does not say (decision 101). The form keeps its own first choice.
 */
export function importedFields<T extends Partial<CustomerInput>>(row: T): T {
  return saysNoTerms(row) ? { ...row, packageType: FLEXIBLE_PLAN } : row;
}

/** Whether the row of a new customer says neither a package nor a fee. */
export function saysNoTerms({ packageType, monthlyFeeUsd }: Partial<CustomerInput>): boolean {
  return packageType === undefined && monthlyFeeUsd === undefined;
}

/**
 * A new customer with defaults: an individual in Juba Central, Active, starting today. The specification only gives
 * the start date (seeds/000 5); the others are the form's first choices.
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
    contactBy: input.contactBy ?? 'sms',
    refusesNews: input.refusesNews ?? false,
    nodeId: input.nodeId ?? null,
    accessType: input.accessType ?? null,
    ipAddress: input.ipAddress ?? '',
    macAddress: input.macAddress ?? '',
    deviceSerial: input.deviceSerial ?? '',
    port: input.port ?? '',
  });
}

/** A customer after an edit: fields that were not sent are unchanged. */
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
    // Null removes a value; only undefined keeps it.
    installationDate:
      updates.installationDate === undefined ? before.installationDate : updates.installationDate,
    status: updates.status ?? before.status,
    contactBy: updates.contactBy ?? before.contactBy,
    refusesNews: updates.refusesNews ?? before.refusesNews,
    nodeId: updates.nodeId === undefined ? before.nodeId : updates.nodeId,
    accessType: updates.accessType === undefined ? before.accessType : updates.accessType,
    ipAddress: updates.ipAddress ?? before.ipAddress,
    macAddress: updates.macAddress ?? before.macAddress,
    deviceSerial: updates.deviceSerial ?? before.deviceSerial,
    port: updates.port ?? before.port,
  });
}

/** The fields in which two customers differ, for the audit line. */
export function changedFields(
  before: CustomerFields,
  after: CustomerFields,
): (keyof CustomerFields)[] {
  return customerFieldNames.filter((name) => before[name] !== after[name]);
}

const dateFields = ['serviceStartDate', 'installationDate'] as const;

/**
 * Messages for dates outside the allowed range (see `isDateAllowed`), by field. A date that the customer already has is
 * accepted, so that other fields of an old record can be edited.
 */
export function implausibleDates(
  after: CustomerFields,
  today: IsoDate,
  before?: CustomerFields,
): FieldErrors {
  const implausible = dateFields.filter((name) => {
    const date = after[name];
    return date !== null && date !== before?.[name] && !isDateAllowed(date, today);
  });
  return Object.fromEntries(implausible.map((name) => [name, DATE_NOT_ALLOWED]));
}

/** @throws AppError invalid for dates that `implausibleDates` reports. */
export function assertDates(after: CustomerFields, today: IsoDate, before?: CustomerFields): void {
  const fields = implausibleDates(after, today, before);
  if (Object.keys(fields).length > 0)
    throw new AppError('invalid', 'input.invalid', DATE_NOT_ALLOWED, { fields });
}

/** A status set by a user is no longer the 15-day rule's: the rule does not restore it (decision 3). */
export function keepsRuleMark(
  before: { status: string; suspendedByRule: boolean },
  after: { status: string },
): boolean {
  return before.suspendedByRule && before.status === after.status;
}

type Searched = Pick<
  CustomerFields,
  'name' | 'location' | 'phone' | 'email' | 'ipAddress' | 'macAddress' | 'deviceSerial'
> & { customerId: string };

/** The folded addresses and serial number of a customer's device; '' for most customers. */
function deviceText({ ipAddress, macAddress, deviceSerial }: Searched): string {
  const text = searchTextOf(ipAddress, macAddress, deviceSerial);
  return text && foldForSearch(text);
}

/**
 * The text that search matches: name, customer ID and location (seeds/000 2), telephone, e-mail, IP address, MAC address
 * and serial number, folded. The name comes first, so the text also sorts by name.
 */
export function customerSearchText(customer: Searched): string {
  const { name, customerId, location, phone, email } = customer;
  return searchTextOf(
    foldForSearch(`${name} ${customerId} ${location}`),
    dialled(phone),
    foldForSearch(email),
    otherSpellings(name),
    deviceText(customer),
  );
}

/** Customer ids generated by us: SC003 (decision 7). */
export const CUSTOMER_COUNTER = 'customer';
export const CUSTOMER_PREFIX = 'SC';
export const CUSTOMER_NUMBER_WIDTH = 3;

/**
 * The form in which ids are compared, since people write sc005 for SC005: ASCII letters in upper case, as the
 * database's `upper` of the column.
 */
export function customerIdKey(customerId: string): string {
  return customerId.replace(/[a-z]+/g, (letters) => letters.toUpperCase());
}

/** Finds a record by its id: the exact spelling first, else another case, upper case first. */
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
 * The number of an imported id that the counter could generate later, undefined for other ids. The counter never
 * exceeds COUNTER_REACH, and raising it there would make every later id as long.
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
 * A new or withdrawn promise to pay (decision 3).
 * @throws AppError invalid without a reason or for a past day.
 */
export function promiseOf(input: PromiseInput, today: IsoDate): PromiseToPay {
  if (input.until === null) return { until: null, reason: '' };
  if (input.until < today) invalidField('until', 'Choose today or a later date.');
  if (!input.reason) invalidField('reason', 'Give the reason for waiting.');
  return { until: input.until, reason: input.reason };
}
