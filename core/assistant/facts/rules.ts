import { overdueBoundary } from '../../billing/rules.ts';
import { DISCONNECT_FLOOR } from '../../billing/runs/schema.ts';
import { OVERDUE_DAYS } from '../../billing/schema-days.ts';
import { addDays, type IsoDate, laterDate } from '../../kernel/dates.ts';
import { type Cents, sumOf, ZERO } from '../../kernel/money.ts';
import type { AlarmKind } from '../../network/schema.ts';
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

interface Debt {
  openUsd: Cents;
  dueDate: IsoDate;
  disputedSince: IsoDate | null;
  countedDueDate: IsoDate | null;
}

/** The day as on which it counts as due; undefined while it is disputed (decision 120). */
function countedDue({ dueDate, disputedSince, countedDueDate }: Debt): IsoDate | undefined {
  if (disputedSince) return undefined;
  return countedDueDate ? laterDate(dueDate, countedDueDate) : dueDate;
}

interface Disconnectable {
  status: CustomerFacts['customer']['status'];
  suspendedByRule: boolean;
  doNotDisconnectUntil: IsoDate | null;
}

/**
 * What lifts a suspension by the 15-day rule, or the day on which it will come, by today's debts: the invoices that are
 * open, the oldest first (decision 3). US cents.
 */
export function suspensionFacts(
  customer: Disconnectable,
  open: readonly Debt[],
  today: IsoDate,
): { toRestoreUsd: Cents; suspendsOn: IsoDate | null } {
  if (customer.suspendedByRule) {
    const boundary = overdueBoundary(today);
    const old = open.filter((debt) => {
      const due = countedDue(debt);
      return due !== undefined && due <= boundary;
    });
    return { toRestoreUsd: sumOf(old, ({ openUsd }) => openUsd), suspendsOn: null };
  }
  const [first] = open
    .filter(({ openUsd }) => openUsd >= DISCONNECT_FLOOR)
    .flatMap((debt) => countedDue(debt) ?? [])
    .sort();
  if (customer.status !== 'Active' || !first) return { toRestoreUsd: ZERO, suspendsOn: null };
  const late = laterDate(addDays(first, OVERDUE_DAYS), today);
  const promise = customer.doNotDisconnectUntil;
  return {
    toRestoreUsd: ZERO,
    suspendsOn: promise ? laterDate(late, addDays(promise, 1)) : late,
  };
}

/** Alarms in the words that a customer reads. */
export const alarmWords: Record<AlarmKind, string> = {
  down: 'not reachable',
  utilisation: 'overloaded',
  latency: 'slow to answer',
  loss: 'losing data',
};

interface NodeState {
  name: string;
  status: 'operational' | 'maintenance' | 'offline';
  isReachable: boolean | null;
  inKbps: number | null;
  outKbps: number | null;
  typedKbps: number;
  capacityKbps: number;
  alarm: AlarmKind | null;
  alarmSince: Date | null;
}

/**
 * The state of the customer's node, the first of `nodes`. The others are those through which it is connected: where one
 * of them is offline, in maintenance or down, so is what it serves.
 */
export function nodeFacts(nodes: readonly NodeState[]): CustomerFacts['node'] {
  const [own] = nodes;
  if (!own) return null;
  const has = (status: NodeState['status']) => nodes.some((node) => node.status === status);
  const down = nodes.find(({ alarm }) => alarm === 'down');
  const { alarm, alarmSince } = down ?? own;
  const isMeasured = own.inKbps !== null && own.outKbps !== null;
  const used = isMeasured ? Math.max(own.inKbps!, own.outKbps!) : own.typedKbps;
  const isKnown = own.capacityKbps > 0 && used > 0;
  return {
    name: own.name,
    status: has('offline') ? 'offline' : has('maintenance') ? 'maintenance' : 'operational',
    isReachable: own.isReachable,
    outage: alarm && alarmSince ? { kind: alarmWords[alarm], since: alarmSince } : null,
    utilization: isKnown ? Math.round((used * 100) / own.capacityKbps) : null,
  };
}
