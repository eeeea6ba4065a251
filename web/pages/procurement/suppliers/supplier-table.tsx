import { Intent } from '@blueprintjs/core';
import { BankAccountIcon } from '@blueprintjs/icons';
import { type Supplier, supplierFilter } from '@nimule/core/procurement/suppliers/schema';
import { RecordList } from '../../../parts/record-list.tsx';
import { ActionButton } from '../../../ui/action-button.tsx';
import { AllowedOrDisabled } from '../../../ui/allowed.tsx';
import { TwoLines } from '../../../ui/layout.tsx';
import { countColumn, moneyColumn, nameColumn, statusColumn } from '../../../ui/table/columns.tsx';
import type { Column } from '../../../ui/table/data-table.tsx';
import { defineFilters } from '../../../ui/table/filters.ts';
import { LISTS, useView } from '../procurement-url.ts';
import { termsLabels } from '../procurement-words.ts';
import { useSupplierActions } from './supplier-actions.tsx';

const columns: readonly Column<Supplier>[] = [
  nameColumn('name', 'Supplier', 'supplierCode'),
  {
    id: 'contact',
    header: 'Contact',
    cell: ({ contactPerson, phone, email }) => (
      <TwoLines quiet={phone || email}>
        <span dir="auto">{contactPerson || '–'}</span>
      </TwoLines>
    ),
  },
  {
    id: 'city',
    header: 'City',
    lesser: true,
    cell: ({ city, country }) => (
      <TwoLines quiet={country}>
        <span dir="auto">{city || '–'}</span>
      </TwoLines>
    ),
  },
  {
    id: 'paymentTerms',
    header: 'Terms',
    lesser: true,
    cell: ({ paymentTerms }) => termsLabels[paymentTerms],
  },
  countColumn('orders', 'Orders', { lesser: true }),
  moneyColumn('spentUsd', 'Spent', { sortable: true, lesser: true }),
  moneyColumn('openUsd', 'Owed', { sortable: true, dashForZero: true }),
  statusColumn(),
];

const filters = defineFilters(supplierFilter, {
  status: { label: 'Status', inBar: true },
});

export function useSupplierList() {
  return {
    filters,
    sorts: ['name', 'supplierCode', 'openUsd', 'spentUsd'],
    sort: 'name',
    prefix: LISTS.suppliers,
  };
}

interface SupplierTableProps {
  onView: (supplier: { id: number }) => void;
  onAdd: () => void;
}

export function SupplierTable({ onView, onAdd }: SupplierTableProps) {
  const actions = useSupplierActions(onView);
  const { show } = useView();
  return (
    <RecordList
      operation="listSuppliers"
      label="Suppliers"
      many="suppliers"
      columns={columns}
      rowName="supplierCode"
      list={useSupplierList()}
      search="Search by name, code, contact or city"
      tools={
        <ActionButton icon={<BankAccountIcon />} onClick={() => show('bills')}>
          Bills and Payments
        </ActionButton>
      }
      exports="exportSuppliers"
      actions={actions}
      onOpen={onView}
      empty={{
        title: 'No suppliers yet',
        description: 'Orders, bills and payments are kept by supplier.',
        action: (
          <AllowedOrDisabled to="supplier.write">
            <ActionButton intent={Intent.PRIMARY} onClick={onAdd}>
              Add Supplier
            </ActionButton>
          </AllowedOrDisabled>
        ),
      }}
    />
  );
}
