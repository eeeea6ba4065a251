import { Button, Intent } from '@blueprintjs/core';
import { EditIcon, EyeOpenIcon, ImportIcon, PlusIcon, TrashIcon } from '@blueprintjs/icons';
import {
  type Customer,
  customerSorts,
  customerStatuses,
  locations,
  packageNames,
} from '@nimule/core/customers/schema';
import type { ReactElement, ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { useList } from '../../client/use-list.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { AllowedOrDisabled, useMay } from '../../ui/allowed.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { useListState } from '../../ui/list-state.ts';
import { inWords, StatusTag } from '../../ui/tags.tsx';
import { Id, Money } from '../../ui/values.tsx';
import styles from './customers.module.css';
import { type ExportedList, ExportMenu } from './export-menu.tsx';
import { bandwidthOf } from './packages.ts';

const columns: readonly Column<Customer>[] = [
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
    cell: ({ status }) => <StatusTag status={status} />,
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
  },
];

function choicesOf(all: string, values: readonly string[]) {
  return [{ value: 'all', label: all }, ...values.map((value) => ({ value, label: value }))];
}

const filters = [
  { name: 'status', label: 'Status', options: choicesOf('All', customerStatuses) },
  { name: 'packageType', label: 'Package', options: choicesOf('All packages', packageNames) },
  { name: 'location', label: 'Location', options: choicesOf('All locations', locations) },
];

interface CustomerTableProps {
  onAdd: () => void;
  onView: (customer: Customer) => void;
  onEdit: (customer: Customer) => void;
  onDelete: (customer: Customer) => void;
}

/** Every customer, searched, filtered, sorted and paged on the server. */
export function CustomerTable({ onAdd, onView, onEdit, onDelete }: CustomerTableProps) {
  const may = useMay();
  const list = useListState({
    filters: {
      status: ['all', ...customerStatuses],
      packageType: ['all', ...packageNames],
      location: ['all', ...locations],
    },
    sorts: customerSorts,
    sort: 'name',
  });
  const read = useList('listCustomers', list);
  return (
    <DataTable
      label="Customers"
      columns={columns}
      rowKey={({ id }) => id}
      rowName={({ customerId, name }) => `${customerId} ${name}`}
      read={read}
      list={list}
      search="Search by name, customer ID or location"
      filters={filters}
      tools={<Tools list={list} onAdd={onAdd} />}
      onOpen={onView}
      actions={(customer) => [
        { label: 'View', icon: <EyeOpenIcon />, onClick: () => onView(customer) },
        {
          label: 'Edit',
          icon: <EditIcon />,
          onClick: () => onEdit(customer),
          disabledReason: may('customer.write')
            ? undefined
            : 'Your role does not allow editing customers.',
        },
        {
          label: 'Delete',
          icon: <TrashIcon />,
          onClick: () => onDelete(customer),
          destructive: true,
          disabledReason: may('customer.delete')
            ? undefined
            : 'Your role does not allow deleting customers.',
        },
      ]}
      empty={{ title: 'No customers found', ...nextStep(may('customer.write'), onAdd) }}
      noMatch={{
        title: 'No customers found',
        description: 'No customers match your current filters',
      }}
    />
  );
}

/** What to do while there is not one customer. */
function nextStep(
  mayAdd: boolean,
  onAdd: () => void,
): { description: ReactNode; action?: ReactElement } {
  if (!mayAdd) return { description: 'There are no customers yet. Your role does not add them.' };
  return {
    description: 'Add the first one, or import a list that you already keep.',
    action: <FirstSteps onAdd={onAdd} />,
  };
}

function FirstSteps({ onAdd }: { onAdd: () => void }) {
  const navigate = useNavigate();
  return (
    <span className={styles.steps}>
      <Button intent={Intent.PRIMARY} icon={<PlusIcon />} onClick={onAdd}>
        Add the first customer
      </Button>
      <Button icon={<ImportIcon />} onClick={() => navigate('/data-import')}>
        Import a list
      </Button>
    </span>
  );
}

function Tools({ list, onAdd }: { list: ExportedList; onAdd: () => void }) {
  return (
    <>
      <ExportMenu list={list} />
      <AllowedOrDisabled to="customer.write" reason="Your role does not allow adding customers.">
        <ActionButton icon={<PlusIcon />} intent={Intent.PRIMARY} onClick={onAdd}>
          Add Customer
        </ActionButton>
      </AllowedOrDisabled>
    </>
  );
}
