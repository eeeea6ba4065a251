import { searchInvoices, searchReceipts } from '../../billing/invoices/service-search.ts';
import type { Ctx } from '../../context.ts';
import { searchCustomers } from '../../customers/service-search.ts';
import { searchExpenses } from '../../expenses/service-search.ts';
import { searchEmployees } from '../../hr/employees/service-list.ts';
import { can } from '../../identity/actor.ts';
import { searchOrders } from '../../procurement/orders/service-list.ts';
import { searchRequisitions } from '../../procurement/requisitions/service-list.ts';
import { searchSuppliers } from '../../procurement/suppliers/service-list.ts';
import { searchSales } from '../../sales/orders/service-list.ts';
import { searchEquipment } from '../../stock/service-list.ts';
import { searchTickets } from '../../support/service-list.ts';
import { searchBatches } from '../../vouchers/sales/service-batches.ts';
import { SEARCH_RESULTS, type SearchAnswer } from '../schema.ts';

/**
 * Searches customers by name, id, location, telephone in any format and e-mail, invoices and receipts by number and
 * payment reference, support tickets by number and title, expenses by number and text, suppliers, requisitions and purchase
 * orders by number and name, sales orders by number and customer, equipment by number, name and brand, employees by number
 * and name, sales of vouchers by number and customer. At most 6 per kind; null for a kind that the actor may not see.
 */
export async function searchEverything(ctx: Ctx, q: string): Promise<SearchAnswer> {
  const { actor } = ctx;
  return {
    customers: can(actor, 'customer.read') ? await searchCustomers(ctx, q, SEARCH_RESULTS) : null,
    invoices: can(actor, 'invoice.read') ? await searchInvoices(ctx, q, SEARCH_RESULTS) : null,
    receipts: can(actor, 'payment.read') ? await searchReceipts(ctx, q, SEARCH_RESULTS) : null,
    expenses: can(actor, 'expense.read') ? await searchExpenses(ctx, q, SEARCH_RESULTS) : null,
    tickets: can(actor, 'ticket.read') ? await searchTickets(ctx, q, SEARCH_RESULTS) : null,
    employees: can(actor, 'hr.read') ? await searchEmployees(ctx, q, SEARCH_RESULTS) : null,
    ...(await searchProcurement(ctx, q)),
    equipment: can(actor, 'stock.read') ? await searchEquipment(ctx, q, SEARCH_RESULTS) : null,
    sales: can(actor, 'sale.read') ? await searchSales(ctx, q, SEARCH_RESULTS) : null,
    vouchers: can(actor, 'voucher.read') ? await searchBatches(ctx, q, SEARCH_RESULTS) : null,
  };
}

async function searchProcurement(ctx: Ctx, q: string) {
  if (!can(ctx.actor, 'procurement.read'))
    return { suppliers: null, requisitions: null, orders: null };
  return {
    suppliers: await searchSuppliers(ctx, q, SEARCH_RESULTS),
    requisitions: await searchRequisitions(ctx, q, SEARCH_RESULTS),
    orders: await searchOrders(ctx, q, SEARCH_RESULTS),
  };
}
