import { Button, Intent } from '@blueprintjs/core';
import { EditIcon, EyeOpenIcon, PlusIcon, TrashIcon } from '@blueprintjs/icons';
import {
  customerFilter,
  customerSorts,
  type ListedCustomer,
} from '@nimule/core/billing/accounts/schema';
import { type Customer, packageNames } from '@nimule/core/customers/schema';
import type { ReactElement, ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useList } from '../../client/use-list.ts';
import { useRead } from '../../client/use-read.ts';
import { CustomerStatus } from '../../parts/billing-tags.tsx';
import { ImportLink } from '../../parts/import-link.tsx';
import { RecordList } from '../../parts/record-list.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { AllowedOrDisabled, useRefusal } from '../../ui/allowed.tsx';
import { Inline, TwoLines } from '../../ui/layout.tsx';
import { idColumn, moneyColumn, textColumn } from '../../ui/table/columns.tsx';
import type { Column } from '../../ui/table/data-table.tsx';
import { defineFilters, type FilterDefinition } from '../../ui/table/filters.ts';
import { type ListOptions, useListState } from '../../ui/table/list-state.ts';
import { humanize } from '../../ui/tags.tsx';
import { Id, Money, PhoneLink } from '../../ui/values.tsx';
import styles from './customers.module.css';
import { bandwidthOf } from './packages.ts';

const columns: readonly Column<ListedCustomer>[] = [
  idColumn('customerId', 'Customer ID', { sortable: true, priority: 4 }),
  {
    id: 'name',
    header: 'Name',
    cell: ({ name, type, customerId }) => (
      <TwoLines
        quiet={
          <>
            <span className={styles.idOnPhone}>
              <Id value={customerId} />
              {' · '}
            </span>
            {humanize(type)}
          </>
        }
      >
        <strong>{name}</strong>
      </TwoLines>
    ),
    sortable: true,
    priority: 1,
  },
  {
    id: 'phone',
    header: 'Telephone',
    cell: ({ phone }) => <PhoneLink phone={phone} />,
  },
  textColumn('location', 'Location', { sortable: true, lesser: true }),
  {
    id: 'packageType',
    header: 'Package',
    cell: (customer) => <TwoLines quiet={bandwidthOf(customer)}>{customer.packageType}</TwoLines>,
    sortable: true,
  },
  {
    id: 'status',
    header: 'Status',
    cell: (customer) => <CustomerStatus customer={customer} />,
    kind: 'tag',
    sortable: true,
    priority: 1,
  },
  moneyColumn('monthlyFeeUsd', 'Monthly Fee', {
    ssp: 'monthlyFeeSsp',
    sortable: true,
  }),
  moneyColumn('openUsd', 'Balance', {
    ssp: 'openSsp',
    dashForZero: true,
    sortable: true,
  }),
  moneyColumn('overdueUsd', 'Overdue', {
    dashForZero: true,
    sortable: true,
    priority: 3,
  }),
];

const filtersWith = (nodes: readonly FilterNode[]) =>
  defineFilters(customerFilter, {
    status: { label: 'Status', inBar: true },
    packageType: { label: 'Package', options: packageNames, inBar: true },
    location: { label: 'Location', all: 'All locations' },
    owes: { label: 'Owes', all: 'Owing or not' },
    from: { label: 'Since', onlyIfSet: true },
    to: { label: 'Until', onlyIfSet: true },
    ...(nodes.length > 0 && { nodeId: nodeFilterOf(nodes) }),
  });

interface FilterNode {
  id: number;
  name: string;
  isRetired: boolean;
}

function nodeFilterOf(nodes: readonly FilterNode[]): FilterDefinition {
  const names = new Map(
    nodes.map(({ id, name, isRetired }) => [String(id), isRetired ? `${name} (retired)` : name]),
  );
  return {
    label: 'Network node',
    all: 'All nodes',
    options: [...names.keys()],
    labels: (id) => names.get(id) ?? id,
    takesAny: true,
  };
}

const MAX_FILTER_NODES = 500;

/** The nodes of the filter, and the one in the URL before they are loaded. */
function useFilterNodes(): readonly FilterNode[] {
  const [params] = useSearchParams();
  const chosen = Number(params.get('nodeId'));
  const nodes = useRead('listNodes', {
    query: { status: 'all', sort: 'name', pageSize: MAX_FILTER_NODES },
  }).data?.rows;
  const isListed = nodes?.some(({ id }) => id === chosen) ?? false;
  if (isListed || !Number.isSafeInteger(chosen) || chosen <= 0) return nodes ?? [];
  return [...(nodes ?? []), { id: chosen, name: `Node ${chosen}`, isRetired: false }];
}

interface CustomerTableProps {
  onAdd: () => void;
  onView: (customer: Customer) => void;
  onEdit: (customer: Customer) => void;
  onDelete: (customer: Customer) => void;
}

function useCustomerFilters(): ListOptions<string> {
  return { filters: filtersWith(useFilterNodes()), sorts: customerSorts, sort: 'name' };
}

/** List state and current page, as the table shows them, for the previous/next buttons of the detail. */
export function useCustomerList() {
  const list = useListState(useCustomerFilters());
  const read = useList('listCustomers', list);
  return { list, read };
}
export type CustomerList = ReturnType<typeof useCustomerList>;

/** The list of customers. */
export function CustomerTable({ onAdd, onView, onEdit, onDelete }: CustomerTableProps) {
  const refusalOf = useRefusal();
  return (
    <RecordList
      operation="listCustomers"
      label="Customers"
      columns={columns}
      rowName={({ customerId, name }) => `${customerId} ${name}`}
      list={useCustomerFilters()}
      search="Search by name, ID, telephone, e-mail or location"
      exports={{ operation: 'exportCustomers', what: 'The customers of this list' }}
      add={
        <AllowedOrDisabled to="customer.write">
          <ActionButton icon={<PlusIcon />} intent={Intent.PRIMARY} onClick={onAdd}>
            Add Customer
          </ActionButton>
        </AllowedOrDisabled>
      }
      sums={{
        operation: 'customerSums',
        cells: (sums) => ({
          monthlyFeeUsd: <Money usd={sums.monthlyFeeUsd} />,
          openUsd: <Money usd={sums.openUsd} ssp={sums.openSsp} />,
          overdueUsd: <Money usd={sums.overdueUsd} />,
        }),
      }}
      onOpen={onView}
      actions={(customer) => [
        { label: 'View', icon: <EyeOpenIcon />, onClick: () => onView(customer) },
        {
          label: 'Edit',
          icon: <EditIcon />,
          onClick: () => onEdit(customer),
          disabledReason: refusalOf('customer.write'),
        },
        {
          label: 'Delete',
          icon: <TrashIcon />,
          onClick: () => onDelete(customer),
          destructive: true,
          disabledReason: refusalOf('customer.delete'),
        },
      ]}
      empty={{ title: 'No customers found', ...emptyHint(refusalOf('customer.write'), onAdd) }}
      noMatch={{
        title: 'No customers found',
        description: 'No customers match your current filters',
      }}
    />
  );
}

/** Description and action of the empty list. */
function emptyHint(
  refusal: string | undefined,
  onAdd: () => void,
): { description: ReactNode; action?: ReactElement } {
  if (refusal) return { description: `There are no customers yet. ${refusal}` };
  return {
    description: 'Add the first one, or import a list that you already keep.',
    action: <FirstSteps onAdd={onAdd} />,
  };
}

function FirstSteps({ onAdd }: { onAdd: () => void }) {
  return (
    <Inline>
      <Button intent={Intent.PRIMARY} icon={<PlusIcon />} onClick={onAdd}>
        Add the first customer
      </Button>
      <ImportLink type="customers">Import a list</ImportLink>
    </Inline>
  );
}
