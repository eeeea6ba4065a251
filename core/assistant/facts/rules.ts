import type { IsoDate } from '../../kernel/dates.ts';
import type { Cents } from '../../kernel/money.ts';
import type { IssueType, TicketStatus } from '../../support/schema.ts';

/** What the assistant may say about a customer: their own data alone. Amounts in US cents unless named otherwise. */
export interface CustomerFacts {
  today: IsoDate;
  company: { name: string; phone: string; email: string };
  customer: {
    id: number;
    customerId: string;
    name: string;
    status: 'Active' | 'Suspended' | 'Inactive';
    /** Suspended by the 15-day rule, which a payment lifts (decisions 3 and 41). */
    suspendedByRule: boolean;
    /** Why and since when it is suspended; '' where nothing was noted. */
    suspensionReason: string;
    statusSince: IsoDate | null;
    /** Promise to pay: not disconnected until this date. */
    promiseUntil: IsoDate | null;
    packageType: string;
    bandwidthMbps: number;
    monthlyFeeUsd: Cents;
    location: string;
    serviceStartDate: IsoDate;
  };
  /** SSP cents for one US dollar, standard rate of today. */
  rate: Cents;
  account: {
    /** What is owed, credits deducted; negative where the customer has credit. */
    balanceUsd: Cents;
    creditUsd: Cents;
    overdueUsd: Cents;
    /** The oldest first, at most ten. */
    openInvoices: {
      invoiceId: string;
      openUsd: Cents;
      dueDate: IsoDate;
      daysPastDue: number;
      isOverdue: boolean;
      description: string;
    }[];
    openInvoiceCount: number;
    /** What must be paid so that the rule lifts the suspension; 0 where it does not apply. */
    toRestoreUsd: Cents;
    /** When the rule will suspend, if nothing is paid. */
    suspendsOn: IsoDate | null;
    /** The newest first, at most five. */
    payments: {
      receiptId: string;
      amountUsd: Cents;
      paidOn: IsoDate;
      account: string;
      isReversed: boolean;
    }[];
  };
  /** The node that serves the customer; null where none is recorded. */
  node: {
    name: string;
    status: 'operational' | 'maintenance' | 'offline';
    /** Null while it is not measured. */
    isReachable: boolean | null;
    /** The open alarm that explains an outage, in words, and since when. */
    outage: { kind: string; since: Date } | null;
    /** Share of its capacity in use now, in percent; null where unknown. */
    utilization: number | null;
  } | null;
  /** Unresolved tickets of the customer, the newest first, at most five. */
  tickets: {
    ticketId: string;
    title: string;
    issueType: IssueType;
    status: TicketStatus;
    openedOn: IsoDate;
    visitDate: IsoDate | null;
  }[];
  /** Mobile money and other ways to pay, as the company offers them. */
  waysToPay: string[];
}
