import { ArrowRightIcon, PlusIcon } from '@blueprintjs/icons';
import type { Permission } from '@nimule/core/identity/permissions';
import { foldForSearch } from '@nimule/core/kernel/search';
import { searchedKinds } from '@nimule/core/reports/kinds/schema';
import type { SearchAnswer } from '@nimule/core/reports/schema';
import { modulesFor } from '../modules/visible-modules.ts';
import { modules } from '../modules.ts';
import { addressOf, paths } from '../paths.ts';
import { type Entry, entriesOf } from './record-entries.tsx';

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
  return searchedKinds.flatMap((kind) => entriesOf(kind, found));
}
