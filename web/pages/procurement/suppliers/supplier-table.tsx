import { Intent } from '@blueprintjs/core';
import { BankAccountIcon } from '@blueprintjs/icons';
import { type Supplier, supplierFilter } from '@nimule/core/procurement/suppliers/schema';
import { useList } from '../../../client/use-list.ts';
import { ExportMenu } from '../../../parts/export-menu.tsx';
import { ActionButton } from '../../../ui/action-button.tsx';
import { AllowedOrDisabled } from '../../../ui/allowed.tsx';
import { TwoLines } from '../../../ui/layout.tsx';
import { moneyColumn } from '../../../ui/table/columns.tsx';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { defineFilters } from '../../../ui/table/filters.ts';
import { useListState } from '../../../ui/table/list-state.ts';
import { StatusTag } from '../../../ui/tags.tsx';
import { LISTS, useView } from '../procurement-url.ts';
import { numberText, termsLabels } from '../procurement-words.ts';
import { useSupplierActions } from './supplier-actions.tsx';

const columns: readonly Column<Supplier>[] = [
  {
    id: 'name',
    header: 'Supplier',
    priority: 1,
    sortable: true,
    cell: ({ name, supplierCode }) => (
      <TwoLines quiet={<span className="mono">{supplierCode}</span>}>
        <strong dir="auto">{name}</strong>
      </TwoLines>
    ),
  },
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
  {
    id: 'orders',
    header: 'Orders',
    kind: 'count',
    lesser: true,
    cell: ({ orders }) => numberText(orders),
  },
  moneyColumn('spentUsd', 'Spent', { sortable: true, lesser: true }),
  moneyColumn('openUsd', 'Owed', { sortable: true, dashForZero: true }),
  {
    id: 'status',
    header: 'Status',
    kind: 'tag',
    priority: 1,
    cell: ({ status }) => <StatusTag status={status} />,
  },
];

const filters = defineFilters(supplierFilter, {
  status: { label: 'Status', all: 'All statuses' },
});

export function useSupplierList() {
  return useListState({
    filters,
    sorts: ['name', 'supplierCode', 'openUsd', 'spentUsd'],
    sort: 'name',
    prefix: LISTS.suppliers,
  });
}

interface SupplierTableProps {
  onView: (supplier: { id: number }) => void;
  onAdd: () => void;
}

export function SupplierTable({ onView, onAdd }: SupplierTableProps) {
  const list = useSupplierList();
  const read = useList('listSuppliers', list);
  const actions = useSupplierActions(onView);
  const { show } = useView();
  return (
    <>
      <DataTable
        label="Suppliers"
        columns={columns}
        rowKey={({ id }) => id}
        rowName={({ supplierCode }) => supplierCode}
        read={read}
        list={list}
        search="Search by name, code, contact or city"
        tools={
          <>
            <ActionButton icon={<BankAccountIcon />} onClick={() => show('bills')}>
              Bills and Payments
            </ActionButton>
            <ExportMenu operation="exportSuppliers" list={list} what="The suppliers of this list" />
          </>
        }
        actions={actions.of}
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
        noMatch={{
          title: 'No suppliers found',
          description: 'No suppliers match your current search and filters.',
        }}
      />
      {actions.dialog}
    </>
  );
}
