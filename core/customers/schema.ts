import { z } from 'zod';
import { locations } from '../company/schema-places.ts';
import { emailAddress, phone } from '../kernel/contact.ts';
import { dateText, instant, optionalDate } from '../kernel/dates.ts';
import { money, moneyNotNegative } from '../kernel/money.ts';
import { ipAddress, macAddress } from '../kernel/net-addresses.ts';
import {
  optionalLines,
  optionalText,
  recordId,
  recordVersion,
  requiredText,
  yesNo,
} from '../kernel/text.ts';
import { ignoring } from '../kernel/unknown-keys.ts';
import { bandwidth, packageName, packageNames } from './schema-packages.ts';

export { type Location, locations, locationsIn } from '../company/schema-places.ts';
export {
  bandwidthDoubt,
  FLEXIBLE_PLAN,
  fixedPackage,
  fixedPackages,
  type PackageName,
  packageNamed,
  packageNames,
} from './schema-packages.ts';

/** How a customer is connected. */
export const accessTypes = ['fiber', 'wireless', 'hotspot'] as const;

export const customerTypes = ['individual', 'business'] as const;
export type CustomerType = (typeof customerTypes)[number];
export const customerStatuses = ['Active', 'Suspended', 'Inactive'] as const;
export type CustomerStatus = (typeof customerStatuses)[number];
/** How a customer wants to hear of the account. */
export const contactWays = ['sms', 'email', 'both'] as const;

/** A customer as lists and forms read it; SSP values at today's standard rate (seeds/000 3). */
export const customer = z.object({
  id: z.number(),
  customerId: z.string(),
  name: z.string(),
  type: z.enum(customerTypes),
  email: z.string(),
  phone: z.string(),
  location: z.enum(locations),
  address: z.string(),
  packageType: z.enum(packageNames),
  bandwidth: z.number(),
  monthlyFeeUsd: money,
  connectionFeeUsd: money,
  otherExpensesUsd: money,
  monthlyFeeSsp: money,
  connectionFeeSsp: money,
  otherExpensesSsp: money,
  connectionFeeBilled: z.boolean(),
  serviceStartDate: dateText,
  installationDate: dateText.nullable(),
  status: z.enum(customerStatuses),
  contactBy: z.enum(contactWays),
  /** Gets no messages about offers and news. */
  refusesNews: z.boolean(),
  /** The network node of the connection. */
  nodeId: recordId.nullable(),
  nodeName: z.string(),
  accessType: z.enum(accessTypes).nullable(),
  ipAddress: z.string(),
  macAddress: z.string(),
  deviceSerial: z.string(),
  port: z.string(),
  suspendedByRule: z.boolean(),
  doNotDisconnectUntil: dateText.nullable(),
  doNotDisconnectReason: z.string(),
  createdAt: instant,
  version: z.number(),
});
export type Customer = z.output<typeof customer>;

/** Only the name is required (decision 18). SSP fees are computed; missing fields get the defaults of `newCustomer`. */
export const customerInput = z.object({
  name: requiredText('The name', 200),
  type: z.enum(customerTypes).optional(),
  email: emailAddress.optional(),
  phone: phone.optional(),
  location: z.enum(locations).optional(),
  address: optionalText('The address', 500).optional(),
  packageType: packageName.optional(),
  bandwidth: bandwidth.optional(),
  monthlyFeeUsd: moneyNotNegative.optional(),
  connectionFeeUsd: moneyNotNegative.optional(),
  otherExpensesUsd: moneyNotNegative.optional(),
  serviceStartDate: dateText.optional(),
  installationDate: optionalDate.optional(),
  status: z.enum(customerStatuses).optional(),
  contactBy: z.enum(contactWays).optional(),
  refusesNews: yesNo.optional(),
  nodeId: recordId.nullable().optional(),
  accessType: z.enum(accessTypes).nullable().optional(),
  ipAddress: ipAddress.optional(),
  macAddress: macAddress.optional(),
  deviceSerial: optionalText('The serial number', 100).optional(),
  port: optionalText('The port', 60).optional(),
});
export type CustomerInput = z.output<typeof customerInput>;

/** What the forms send besides: fees in pounds are computed (decision 28). */
export const newCustomerInput = ignoring(customerInput, [
  'customerId',
  'monthlyFeeSsp',
  'connectionFeeSsp',
  'otherExpensesSsp',
]);

export const customerUpdate = z.object({
  id: recordId.optional(),
  version: recordVersion,
  /** A record that is sent back as read contains its version, and fields that are not changed this way. */
  updates: ignoring(
    customerInput.partial().extend({ version: recordVersion }),
    Object.keys(customer.shape),
  ),
});
export type CustomerUpdate = z.output<typeof customerUpdate>;

/** Decision 9: revenue is the monthly fees of Active customers. */
export const customerStats = z.object({
  total: z.number(),
  active: z.number(),
  totalRevenueUsd: money,
  /** Null if it is too large to be exact to the cent. */
  totalRevenueSsp: money.nullable(),
  locations: z.number(),
});
export type CustomerStats = z.output<typeof customerStats>;

export const deleteResult = z.object({
  outcome: z.enum(['deleted', 'deactivated']),
  message: z.string(),
});
export type DeleteResult = z.output<typeof deleteResult>;

/** Decision 3: a promise to pay, with its reason; null withdraws it. */
export const promiseInput = z.object({
  until: dateText.nullable(),
  reason: optionalLines('The reason', 500).optional(),
  version: recordVersion,
});
export type PromiseInput = z.output<typeof promiseInput>;

export const MAX_CUSTOMER_ID = 60;
export const lookupQuery = z.object({
  customerId: requiredText('The customer ID', MAX_CUSTOMER_ID),
});

/** Connects the customers of a location to a node: those without one, or all of them. */
export const assignNodeInput = z.object({
  nodeId: recordId,
  location: z.enum(locations),
  /** Those that have another node too. */
  includeAssigned: yesNo.optional(),
});
export type AssignNodeInput = z.output<typeof assignNodeInput>;
export const assignNodeResult = z.object({ customers: z.number() });
