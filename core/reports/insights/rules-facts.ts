import type { RefusalReason } from '../../access/schema-sessions.ts';
import type { IsoDate, IsoMonth } from '../../kernel/dates.ts';
import type { Cents } from '../../kernel/money.ts';
import type { DayRange } from '../../kernel/periods.ts';
import type { BillingAnalysis } from '../comprehensive/schema.ts';

// Who is at risk of leaving (docs/insights.md): points for what they went through; two or more count.
export const AT_RISK_POINTS = 2;
/** Invoices that were, or are, this many days past due count as late; their due dates lie in the last months. */
export const LATE_DAYS = 15;
export const RISK_MONTHS = 6;
/** More than one late invoice is one point; this many are two. */
export const MANY_LATE = 3;
/** Tickets in these days: one point. */
export const MANY_TICKETS = 3;
export const TICKET_DAYS = 90;
/** A suspension that has lasted longer is two points. A change to a cheaper package in the last three months is one. */
export const LONG_SUSPENSION_DAYS = 20;

/** The same amount again within these days is taken for a doubled payment. */
export const DOUBLE_DAYS = 3;
/** Payments of these days are looked at. */
export const DOUBLE_SINCE_DAYS = 30;
/** The usual invoice of a customer is the mean of these months. */
export const USUAL_MONTHS = 6;

export interface Customer {
  customerId: string;
  name: string;
}

export interface AtRisk extends Customer {
  feeUsd: Cents;
  late: number;
  tickets: number;
  suspendedDays: number;
  hasDowngraded: boolean;
}

export interface PackageCost {
  packageType: string;
  customers: number;
  mbps: number;
  feesUsd: Cents;
}

/** Who is online, who used most this month, and who cannot sign in; bytes of upload and download together. */
export interface AccessFacts {
  sessions: number;
  routers: readonly { name: string; sessions: number }[];
  top: readonly (Customer & { bytes: number })[];
  /** Active customers who are offline and were refused within a day. */
  refused: {
    customers: number;
    first: readonly (Customer & { reason: RefusalReason; count: number; lastAt: Date })[];
  };
}

/** Input of the insights; amounts in US cents. */
export interface InsightFacts {
  month: IsoMonth;
  today: IsoDate;
  /** Of the invoices billed in this month so far, and in the last one. */
  billing: Pick<BillingAnalysis, 'billedAmount' | 'paidAmount' | 'collectionRate'>;
  billingBefore: Pick<BillingAnalysis, 'billedAmount' | 'paidAmount' | 'collectionRate'>;
  daysBefore: DayRange;
  ageing: {
    customers: number;
    notDue: Cents;
    days30: Cents;
    days60: Cents;
    days90: Cents;
    older: Cents;
    total: Cents;
  };
  debtors: readonly (Customer & { total: Cents; late: Cents; status: string })[];
  risk: { customers: number; feesUsd: Cents; first: readonly AtRisk[] };
  suspension: { customers: number; days: number; lostUsd: Cents };
  packages: readonly PackageCost[];
  /** Bought, or sold where no purchase is entered (decision 10). */
  bandwidthMbps: number;
  bandwidthConfigured: boolean;
  bandwidthCosts: Cents;
  /** Null where nobody has an access account, and for who may not see access. */
  access: AccessFacts | null;
  /** Null while the run of the month is not done. */
  unbilled: number | null;
  doubles: {
    total: number;
    sumUsd: Cents;
    first: readonly (Customer & {
      receiptId: string;
      earlierReceiptId: string;
      paymentDate: IsoDate;
      earlierDate: IsoDate;
      amountUsd: Cents;
    })[];
  };
  unusual: {
    total: number;
    first: readonly (Customer & { invoiceId: string; amountUsd: Cents; usualUsd: Cents })[];
  };
}
