import type { IconName } from '@blueprintjs/core';
import {
  ArrowRightIcon,
  BoxIcon,
  DocumentIcon,
  DollarIcon,
  IdNumberIcon,
  LifesaverIcon,
  OfficeIcon,
  PersonIcon,
  PlusIcon,
  ShoppingCartIcon,
  TickCircleIcon,
} from '@blueprintjs/icons';
import type { Permission } from '@nimule/core/identity/permissions';
import { formatDate } from '@nimule/core/kernel/dates';
import { formatUsd } from '@nimule/core/kernel/money';
import { foldForSearch } from '@nimule/core/kernel/search';
import type { SearchAnswer } from '@nimule/core/reports/schema';
import type { ReactElement, ReactNode } from 'react';
import { humanize, StatusTag } from '../../ui/tags.tsx';
import { modulesFor } from '../modules/visible-modules.ts';
import { modules } from '../modules.ts';
import { addressOf, paths } from '../paths.ts';
import { vouchersIn } from './voucher-entries.tsx';

/** One result of the search. */
export interface Entry {
  id: string;
  group:
    | 'Customers'
    | 'Invoices'
    | 'Sales orders'
    | 'Receipts'
    | 'Support tickets'
    | 'Expenses'
    | 'Purchase orders'
    | 'Requisitions'
    | 'Suppliers'
    | 'Equipment'
    | 'Employees'
    | 'Vouchers'
    | 'Screens'
    | 'Actions';
  icon: ReactElement | IconName;
  label: string;
  detail?: ReactNode;
  to: string;
}

interface Action {
  label: string;
  permission: Permission;
  to: string;
}

const actions: readonly Action[] = [
  { label: 'Record payment', permission: 'payment.record', to: paths.recordPayment('') },
  { label: 'Add customer', permission: 'customer.write', to: paths.addCustomer() },
  { label: 'New journal entry', permission: 'journal.post', to: paths.newEntry() },
  { label: 'Add expense', permission: 'expense.write', to: paths.addExpense() },
  { label: 'Import expenses', permission: 'expense.write', to: paths.importExpenses() },
  { label: 'New purchase order', permission: 'order.write', to: paths.newOrder() },
  { label: 'New requisition', permission: 'requisition.create', to: paths.newRequisition() },
  { label: 'Add equipment', permission: 'stock.write', to: paths.addEquipment() },
  { label: 'New sales order', permission: 'sale.write', to: paths.newSale() },
  { label: 'Counter sale', permission: 'sale.write', to: paths.counterSale() },
  { label: 'Low stock', permission: 'stock.read', to: paths.lowStock() },
  { label: 'Stock counts', permission: 'stock.read', to: paths.stockCounts() },
  { label: 'Issue equipment on loan', permission: 'loan.write', to: paths.issueLoan() },
  { label: 'Equipment to collect', permission: 'stock.read', to: paths.loansToCollect() },
  { label: 'Refund credit', permission: 'payment.record', to: paths.refundCredit('') },
  { label: 'Add employee', permission: 'hr.write', to: paths.addEmployee() },
  { label: 'New leave request', permission: 'hr.write', to: paths.newLeave() },
  { label: 'Sell vouchers', permission: 'voucher.sell', to: paths.sellVouchers() },
  { label: 'WiFi sales', permission: 'voucher.read', to: paths.wifiSales() },
  { label: 'New ticket', permission: 'ticket.write', to: paths.newTicket('') },
];

const ownActions: readonly Action[] = [
  { label: 'Ask for own leave', permission: 'signedIn', to: paths.askForLeave() },
];

function matches(label: string, q: string): boolean {
  const text = foldForSearch(label);
  return foldForSearch(q)
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/**
 * Permitted actions and screens whose label contains all words of the query. The own leave and payslips are those of an
 * employee: `isEmployee` says whether the user is linked to one.
 */
export function placesFor(
  may: (permission: Permission) => boolean,
  q: string,
  isEmployee: boolean,
): Entry[] {
  const screens = modulesFor(may)
    .filter((name) => (name !== 'mine' || isEmployee) && matches(modules[name].label, q))
    .map(
      (name): Entry => ({
        id: `screen ${name}`,
        group: 'Screens',
        icon: <ArrowRightIcon />,
        label: modules[name].label,
        to: addressOf(name),
      }),
    );
  const found = [...actions, ...(isEmployee ? ownActions : [])]
    .filter(({ label, permission }) => may(permission) && matches(label, q))
    .map(
      ({ label, to }): Entry => ({
        id: `action ${to}`,
        group: 'Actions',
        icon: <PlusIcon />,
        label,
        to,
      }),
    );
  return [...found, ...screens];
}

/** Entries for the records found by the server, customers first. */
export function recordsIn(found: SearchAnswer): Entry[] {
  const customers = (found.customers ?? []).map(
    (customer): Entry => ({
      id: `customer ${customer.id}`,
      group: 'Customers',
      icon: <PersonIcon />,
      label: customer.name,
      detail: (
        <>
          {[customer.customerId, customer.location, customer.phone].filter(Boolean).join(' · ')}{' '}
          {customer.status !== 'Active' && <StatusTag status={customer.status} />}
        </>
      ),
      to: paths.customer(customer.customerId),
    }),
  );
  const invoices = (found.invoices ?? []).map(
    (invoice): Entry => ({
      id: `invoice ${invoice.id}`,
      group: 'Invoices',
      icon: <DocumentIcon />,
      label: invoice.invoiceId,
      detail: (
        <>
          {invoice.customerName} · {formatUsd(invoice.amountUsd)}{' '}
          <StatusTag status={invoice.status} />
        </>
      ),
      to: paths.invoice(invoice.id),
    }),
  );
  const receipts = (found.receipts ?? []).map(
    (receipt): Entry => ({
      id: `receipt ${receipt.id}`,
      group: 'Receipts',
      icon: <TickCircleIcon />,
      label: receipt.receiptId,
      detail: [
        receipt.customerName,
        formatUsd(receipt.amountUsd),
        formatDate(receipt.paymentDate),
        receipt.reference,
        receipt.status === 'reversed' ? humanize(receipt.status) : '',
      ]
        .filter(Boolean)
        .join(' · '),
      to: paths.payment(receipt.id),
    }),
  );
  const expenses = (found.expenses ?? []).map(
    (expense): Entry => ({
      id: `expense ${expense.id}`,
      group: 'Expenses',
      icon: <DollarIcon />,
      label: expense.description,
      detail: [
        expense.transactionId,
        expense.location,
        formatDate(expense.date),
        formatUsd(expense.amountUsd),
      ].join(' · '),
      to: paths.expense(expense.transactionId),
    }),
  );
  const tickets = (found.tickets ?? []).map(
    (ticket): Entry => ({
      id: `ticket ${ticket.id}`,
      group: 'Support tickets',
      icon: <LifesaverIcon />,
      label: ticket.title,
      detail: (
        <>
          {[ticket.ticketId, ticket.customerName].filter(Boolean).join(' · ')}{' '}
          <StatusTag status={ticket.status} />
        </>
      ),
      to: paths.ticket(ticket.ticketId),
    }),
  );
  const employees = (found.employees ?? []).map(
    (employee): Entry => ({
      id: `employee ${employee.id}`,
      group: 'Employees',
      icon: <IdNumberIcon />,
      label: employee.fullName,
      detail: (
        <>
          {[employee.employeeNumber, employee.position, employee.department]
            .filter(Boolean)
            .join(' · ')}{' '}
          {employee.status !== 'active' && <StatusTag status={employee.status} />}
        </>
      ),
      to: paths.employee(employee.id),
    }),
  );
  return [
    ...customers,
    ...invoices,
    ...receipts,
    ...tickets,
    ...expenses,
    ...goodsIn(found),
    ...employees,
    ...vouchersIn(found),
  ];
}

/** Entries for what is bought and kept in stock. */
function goodsIn(found: SearchAnswer): Entry[] {
  const orders = (found.orders ?? []).map(
    (order): Entry => ({
      id: `order ${order.id}`,
      group: 'Purchase orders',
      icon: <ShoppingCartIcon />,
      label: order.poNumber,
      detail: (
        <>
          {order.supplierName} · {formatUsd(order.totalUsd)} <StatusTag status={order.status} />
        </>
      ),
      to: paths.purchaseOrder(order.id),
    }),
  );
  const requisitions = (found.requisitions ?? []).map(
    (requisition): Entry => ({
      id: `requisition ${requisition.id}`,
      group: 'Requisitions',
      icon: <DocumentIcon />,
      label: requisition.requisitionId,
      detail: (
        <>
          {requisition.requestedBy} <StatusTag status={requisition.status} />
        </>
      ),
      to: paths.requisition(requisition.id),
    }),
  );
  const suppliers = (found.suppliers ?? []).map(
    (supplier): Entry => ({
      id: `supplier ${supplier.id}`,
      group: 'Suppliers',
      icon: <OfficeIcon />,
      label: supplier.name,
      detail: (
        <>
          {supplier.supplierCode}{' '}
          {supplier.status !== 'active' && <StatusTag status={supplier.status} />}
        </>
      ),
      to: paths.supplier(supplier.id),
    }),
  );
  const equipment = (found.equipment ?? []).map(
    (item): Entry => ({
      id: `equipment ${item.id}`,
      group: 'Equipment',
      icon: <BoxIcon />,
      label: item.name,
      detail: (
        <>
          {[item.equipmentId, item.brand].filter(Boolean).join(' · ')}{' '}
          {item.status !== 'active' && <StatusTag status={item.status} />}
        </>
      ),
      to: paths.equipmentItem(item.id),
    }),
  );
  return [...orders, ...requisitions, ...suppliers, ...equipment];
}
