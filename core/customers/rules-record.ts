import type { IsoDate } from '../kernel/dates.ts';
import { type Cents, usdToSsp } from '../kernel/money.ts';
import { knownRate } from '../rates/rules.ts';
import type { CustomerFields } from './rules.ts';
import type { Customer } from './schema.ts';

/** A row of the customers table; fees in US cents. */
export interface CustomerRecord extends CustomerFields {
  id: number;
  customerId: string;
  connectionFeeBilled: boolean;
  suspendedByRule: boolean;
  doNotDisconnectUntil: IsoDate | null;
  doNotDisconnectReason: string;
  createdAt: Date;
  version: number;
}

/** A customer with the name of the node and the standard rate of a date, null before the first rate. */
export type RatedCustomer = CustomerRecord & { nodeName: string; rate: Cents | null };

/**
 * The customer as the API answers it, with fees in pounds at `row.rate`, the rate of today. A literal, since spreading rows of the driver costs a list half its speed.
 * @throws AppError rule where no rate is known.
 */
export function toCustomer(row: RatedCustomer, today: IsoDate): Customer {
  const rate = knownRate(row.rate, today);
  return {
    id: row.id,
    customerId: row.customerId,
    name: row.name,
    type: row.type,
    email: row.email,
    phone: row.phone,
    location: row.location,
    address: row.address,
    packageType: row.packageType,
    bandwidth: row.bandwidth,
    monthlyFeeUsd: row.monthlyFeeUsd,
    connectionFeeUsd: row.connectionFeeUsd,
    otherExpensesUsd: row.otherExpensesUsd,
    monthlyFeeSsp: usdToSsp(row.monthlyFeeUsd, rate),
    connectionFeeSsp: usdToSsp(row.connectionFeeUsd, rate),
    otherExpensesSsp: usdToSsp(row.otherExpensesUsd, rate),
    connectionFeeBilled: row.connectionFeeBilled,
    serviceStartDate: row.serviceStartDate,
    installationDate: row.installationDate,
    status: row.status,
    contactBy: row.contactBy,
    refusesNews: row.refusesNews,
    nodeId: row.nodeId,
    nodeName: row.nodeName,
    accessType: row.accessType,
    ipAddress: row.ipAddress,
    macAddress: row.macAddress,
    deviceSerial: row.deviceSerial,
    port: row.port,
    suspendedByRule: row.suspendedByRule,
    doNotDisconnectUntil: row.doNotDisconnectUntil,
    doNotDisconnectReason: row.doNotDisconnectReason,
    createdAt: row.createdAt,
    version: row.version,
  };
}
