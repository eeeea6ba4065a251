import { z } from 'zod';
import { invoice } from '../billing/invoices/schema.ts';
import { payment } from '../billing/payments/schema.ts';
import { customer } from '../customers/schema.ts';
import { expense } from '../expenses/schema.ts';
import { foundEmployee } from '../hr/employees/schema.ts';
import { dateText, instant } from '../kernel/dates.ts';
import { money } from '../kernel/money.ts';
import { MAX_SEARCH } from '../kernel/paging.ts';
import { requiredText } from '../kernel/text.ts';
import { purchaseOrder } from '../procurement/orders/schema.ts';
import { requisition } from '../procurement/requisitions/schema.ts';
import { supplier } from '../procurement/suppliers/schema.ts';
import { salesOrder } from '../sales/schema.ts';
import { equipment } from '../stock/schema.ts';
import { ticket } from '../support/schema.ts';
import { voucherBatch } from '../vouchers/schema.ts';
import type { recordKinds, SearchedKind } from './kinds/schema.ts';

/** seeds/000 9: shown with a 'sample' tag until nodes report (decision 19). */
export const FALLBACK_UPTIME = 98.5;

/** seeds/000 1: percent of the bandwidth in use, with a 'sample' tag until nodes report (decision 19). */
export const SAMPLE_UTILIZATION = 78;

/** A location with its customers and nodes: those of the Network Management tab (decision 19). */
const regionCoverage = z.object({
  location: z.string(),
  town: z.string(),
  /** In any status. */
  customers: z.number(),
  active: z.number(),
  /** Percent of all customers. */
  share: z.number(),
  /** Sold to the Active ones. */
  bandwidthMbps: z.number(),
  nodes: z.number(),
  operational: z.number(),
  /** Uptime of its nodes in percent; null while none is known. */
  uptime: z.number().nullable(),
  /** A region of the specification, while there are neither customers nor nodes. */
  isSample: z.boolean(),
});
const activity = z.object({
  id: z.number(),
  at: instant,
  actorName: z.string(),
  action: z.string(),
  /** What was done, in words: 'Payment recorded'. */
  title: z.string(),
  summary: z.string(),
});

/** Against the month before; null where there is nothing to compare with. */
const dashboardTrends = z.object({
  /** Active customers at the end of the last month. */
  activeBefore: z.number().nullable(),
  /** Revenue of the ledger from the first of this month to today: without what is dated later in it. */
  revenueSoFarUsd: money,
  /** The days of the last month that this month so far is compared with (decision 50), and their revenue. */
  previousRange: z.object({ startDate: dateText, endDate: dateText }),
  revenueSameDaysUsd: money,
  /** Uptime of the nodes in percent in this month so far and in `previousRange`. */
  uptimeThisMonth: z.number().nullable(),
  uptimeBefore: z.number().nullable(),
  /** Tickets that were not resolved at this time a month ago. */
  openTicketsBefore: z.number().nullable(),
});

/** seeds/000 2, Network Performance, in Gbps and percent. */
const dashboardNetwork = z.object({
  totalBandwidth: z.number(),
  currentUsage: z.number(),
  utilization: z.number(),
  /** What the total is: the capacity of the nodes, without nodes what is bought, without that what is sold. */
  basis: z.enum(['nodes', 'bought', 'sold']),
  nodes: z.number(),
  operational: z.number(),
  /** Measured every minute; otherwise the values of the nodes are typed. */
  isPolling: z.boolean(),
  isTotalSample: z.boolean(),
  isUsageSample: z.boolean(),
});

/** seeds/000 2, Dashboard Overview; the specification does not define the fields. */
export const dashboardStats = z.object({
  totalCustomers: z.number(),
  activeCustomers: z.number(),
  newCustomersThisMonth: z.number(),
  monthlyRevenueUsd: money,
  /** Null where it is too large to be exact to the cent. */
  monthlyRevenueSsp: money.nullable(),
  previousMonthRevenueUsd: money,
  networkUptime: z.number(),
  networkUptimeIsSample: z.boolean(),
  /** Open, assigned and in progress. */
  openTickets: z.number(),
  urgentTickets: z.number(),
  trends: dashboardTrends,
  network: dashboardNetwork,
  /** All ten locations, those with most customers first. */
  regions: z.array(regionCoverage),
  activities: z.array(activity),
  soldBandwidthMbps: z.number(),
  boughtBandwidthMbps: z.number().nullable(),
  revenueByMonth: z.array(z.object({ month: z.string(), revenueUsd: money })),
});
export type DashboardStats = z.output<typeof dashboardStats>;

/** Most records per kind in the search box. */
export const SEARCH_RESULTS = 6;
export const searchQuery = z.object({ q: requiredText('The search', MAX_SEARCH) });
const foundCustomer = customer.pick({
  id: true,
  customerId: true,
  name: true,
  status: true,
  suspendedByRule: true,
  phone: true,
  location: true,
});
const foundInvoice = invoice.pick({
  id: true,
  invoiceId: true,
  customerName: true,
  amountUsd: true,
  amountSsp: true,
  status: true,
  dueDate: true,
});
const foundReceipt = payment.pick({
  id: true,
  receiptId: true,
  customerName: true,
  amountUsd: true,
  amountSsp: true,
  paymentDate: true,
  reference: true,
  status: true,
});
const foundTicket = ticket.pick({
  id: true,
  ticketId: true,
  title: true,
  customerName: true,
  priority: true,
  status: true,
});
const foundExpense = expense.pick({
  id: true,
  transactionId: true,
  description: true,
  location: true,
  date: true,
  amountUsd: true,
  amountSsp: true,
  paid: true,
});
const foundOrder = purchaseOrder.pick({
  id: true,
  poNumber: true,
  supplierName: true,
  status: true,
  totalUsd: true,
});
const foundRequisition = requisition.pick({
  id: true,
  requisitionId: true,
  requestedBy: true,
  status: true,
});
const foundSupplier = supplier.pick({ id: true, supplierCode: true, name: true, status: true });
const foundEquipment = equipment.pick({
  id: true,
  equipmentId: true,
  name: true,
  brand: true,
  status: true,
});
const foundSale = salesOrder.pick({
  id: true,
  orderNumber: true,
  customerName: true,
  status: true,
  totalAmountUsd: true,
});
const foundVouchers = voucherBatch.pick({
  id: true,
  batchNumber: true,
  bundleName: true,
  customerName: true,
  quantity: true,
});
/** Null for a kind of record that the user may not see. */
export const searchAnswer = z.object({
  customers: z.array(foundCustomer).nullable(),
  invoices: z.array(foundInvoice).nullable(),
  receipts: z.array(foundReceipt).nullable(),
  tickets: z.array(foundTicket).nullable(),
  expenses: z.array(foundExpense).nullable(),
  suppliers: z.array(foundSupplier).nullable(),
  requisitions: z.array(foundRequisition).nullable(),
  orders: z.array(foundOrder).nullable(),
  equipment: z.array(foundEquipment).nullable(),
  sales: z.array(foundSale).nullable(),
  vouchers: z.array(foundVouchers).nullable(),
  employees: z.array(foundEmployee).nullable(),
});
export type SearchAnswer = z.output<typeof searchAnswer>;
/** What the search answers of a record of a kind. */
export type FoundOf<K extends SearchedKind> = NonNullable<
  SearchAnswer[(typeof recordKinds)[K]['search']['answer']]
>[number];
