import { Button, Intent } from '@blueprintjs/core';
import { EditIcon, EyeOpenIcon, ImportIcon, PlusIcon, TrashIcon } from '@blueprintjs/icons';
import { customerSorts, debts, type ListedCustomer } from '@nimule/core/billing/accounts/schema';
import {
  type Customer,
  customerStatuses,
  locations,
  packageNames,
} from '@nimule/core/customers/schema';
import type { Cents } from '@nimule/core/kernel/money';
import type { ReactElement, ReactNode } from 'react';
import { paths } from '../../app/paths.ts';
import { useList } from '../../client/use-list.ts';
import { useRead } from '../../client/use-read.ts';
import { CustomerStatus } from '../../parts/customer-status.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { AllowedOrDisabled, useRefusal } from '../../ui/allowed.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { type Column, DataTable } from '../../ui/table/data-table.tsx';
import { useListState } from '../../ui/table/list-state.ts';
import { inWords } from '../../ui/tags.tsx';
import { Id, Money, PhoneLink } from '../../ui/values.tsx';
import styles from './customers.module.css';
import { type ExportedList, ExportMenu } from './export-menu.tsx';
import { bandwidthOf } from './packages.ts';

const columns: readonly Column<ListedCustomer>[] = [
  {
    id: 'customerId',
    header: 'Customer ID',
    cell: ({ customerId }) => <Id value={customerId} />,
    kind: 'id',
    sortable: true,
    priority: 3,
  },
  {
    id: 'name',
    header: 'Name',
    cell: ({ name, type, customerId }) => (
      <span className={styles.twoLines}>
        <span className={styles.name}>{name}</span>
        <span className="quiet">
          <span className={styles.idOnPhone}>
            <Id value={customerId} />
            {' · '}
          </span>
          {inWords(type)}
        </span>
      </span>
    ),
    sortable: true,
    priority: 1,
  },
  {
    id: 'phone',
    header: 'Telephone',
    cell: ({ phone }) => <PhoneLink phone={phone} />,
    priority: 3,
  },
  {
    id: 'location',
    header: 'Location',
    cell: ({ location }) => location,
    sortable: true,
    lesser: true,
  },
  {
    id: 'packageType',
    header: 'Package',
    cell: (customer) => (
      <span className={styles.twoLines}>
        {customer.packageType}
        <span className="quiet">{bandwidthOf(customer)}</span>
      </span>
    ),
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
  {
    id: 'monthlyFeeUsd',
    header: 'Monthly Fee',
    cell: ({ monthlyFeeUsd, monthlyFeeSsp }) => <Money usd={monthlyFeeUsd} ssp={monthlyFeeSsp} />,
    kind: 'money',
    sortable: true,
    priority: 3,
  },
  {
    id: 'openUsd',
    header: 'Balance',
    cell: ({ openUsd, openSsp }) => <Owed usd={openUsd} ssp={openSsp} />,
    kind: 'money',
    sortable: true,
  },
  {
    id: 'overdueUsd',
    header: 'Overdue',
    cell: ({ overdueUsd }) => <Owed usd={overdueUsd} />,
    kind: 'money',
    sortable: true,
    priority: 3,
  },
];

/** Nothing to pay is a dash, so that the debts stand out. */
function Owed({ usd, ssp }: { usd: Cents; ssp?: Cents | null }) {
  return usd > 0 ? <Money usd={usd} ssp={ssp} /> : <span className="quiet">–</span>;
}

function choicesOf(all: string, values: readonly string[]) {
  return [{ value: 'all', label: all }, ...values.map((value) => ({ value, label: value }))];
}

const filters = [
  { name: 'status', label: 'Status', options: choicesOf('All', customerStatuses) },
  { name: 'packageType', label: 'Package', options: choicesOf('All packages', packageNames) },
  { name: 'location', label: 'Location', options: choicesOf('All locations', locations) },
  {
    name: 'owes',
    label: 'Owes',
    options: [
      { value: 'all', label: 'Owing or not' },
      { value: 'owes', label: 'Owes' },
      { value: 'overdue', label: 'Overdue' },
    ],
  },
];

interface CustomerTableProps {
  customers: CustomerList;
  onAdd: () => void;
  onView: (customer: Customer) => void;
  onEdit: (customer: Customer) => void;
  onDelete: (customer: Customer) => void;
}

/** The list as the address asks for it, and its page: the table shows it, and the detail steps through it. */
export function useCustomerList() {
  const list = useListState({
    filters: {
      status: ['all', ...customerStatuses],
      packageType: ['all', ...packageNames],
      location: ['all', ...locations],
      owes: debts,
    },
    sorts: customerSorts,
    sort: 'name',
  });
  const read = useList('listCustomers', list);
  return { list, read };
}
export type CustomerList = ReturnType<typeof useCustomerList>;

/** Every customer, searched, filtered, sorted and paged on the server. */
export function CustomerTable({ customers, onAdd, onView, onEdit, onDelete }: CustomerTableProps) {
  const refusalOf = useRefusal();
  const { list, read } = customers;
  const sums = useRead('customerSums', { query: list.filter }, { keepPrevious: true }).data;
  return (
    <DataTable
      label="Customers"
      columns={columns}
      rowKey={({ id }) => id}
      rowName={({ customerId, name }) => `${customerId} ${name}`}
      read={read}
      list={list}
      search="Search by name, ID, telephone, e-mail or location"
      filters={filters}
      tools={<Tools list={list} onAdd={onAdd} />}
      sums={
        sums && {
          monthlyFeeUsd: <Money usd={sums.monthlyFeeUsd} />,
          openUsd: <Money usd={sums.openUsd} ssp={sums.openSsp} />,
          overdueUsd: <Money usd={sums.overdueUsd} />,
        }
      }
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
      empty={{ title: 'No customers found', ...nextStep(refusalOf('customer.write'), onAdd) }}
      noMatch={{
        title: 'No customers found',
        description: 'No customers match your current filters',
      }}
    />
  );
}

/** What to do while there is not one customer. */
function nextStep(
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
    <span className={styles.steps}>
      <Button intent={Intent.PRIMARY} icon={<PlusIcon />} onClick={onAdd}>
        Add the first customer
      </Button>
      <LinkButton to={paths.dataImport} icon={<ImportIcon />}>
        Import a list
      </LinkButton>
    </span>
  );
}

function Tools({ list, onAdd }: { list: ExportedList; onAdd: () => void }) {
  return (
    <>
      <ExportMenu list={list} />
      <AllowedOrDisabled to="customer.write">
        <ActionButton icon={<PlusIcon />} intent={Intent.PRIMARY} onClick={onAdd}>
          Add Customer
        </ActionButton>
      </AllowedOrDisabled>
    </>
  );
}
