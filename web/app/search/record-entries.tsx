import type { IconName } from '@blueprintjs/core';
import {
  BarcodeIcon,
  BoxIcon,
  DocumentIcon,
  DollarIcon,
  IdNumberIcon,
  LifesaverIcon,
  OfficeIcon,
  PersonIcon,
  ShopIcon,
  ShoppingCartIcon,
  TickCircleIcon,
} from '@blueprintjs/icons';
import { formatDate } from '@nimule/core/kernel/dates';
import { formatUsd } from '@nimule/core/kernel/money';
import { recordKinds, type SearchedKind } from '@nimule/core/reports/kinds/schema';
import type { FoundOf, SearchAnswer } from '@nimule/core/reports/schema';
import type { ReactElement, ReactNode } from 'react';
import { humanize, StatusTag } from '../../ui/tags.tsx';
import type { ActName } from '../acts/acts.ts';
import { recordPath } from '../paths.ts';

/** One result of the search. */
export interface Entry {
  id: string;
  group:
    | (typeof recordKinds)[SearchedKind]['search']['heading']
    | ('Best match' | 'Recent' | 'Screens' | 'Actions' | 'Help');
  icon: ReactElement | IconName;
  label: string;
  detail?: ReactNode;
  /** The address that it opens; none for an act that asks for a record or is done by the shell. */
  to?: string;
  act?: ActName;
}

/** A record that was found, with what decides about its place. */
export interface RecordEntry extends Entry {
  kind: SearchedKind;
  to: string;
  /** Its numbers, and the reference of a payment. */
  names: readonly string[];
}

interface Shown<K extends SearchedKind> {
  icon: ReactElement;
  label: (found: FoundOf<K>) => string;
  detail: (found: FoundOf<K>) => ReactNode;
  names: (found: FoundOf<K>) => readonly (string | null)[];
}

const joined = (...parts: readonly (string | null)[]) => parts.filter(Boolean).join(' · ');

/** How the search shows what it finds of each kind. */
const shown: { readonly [K in SearchedKind]: Shown<K> } = {
  customer: {
    icon: <PersonIcon />,
    names: ({ customerId, phone }) => [customerId, phone],
    label: ({ name }) => name,
    detail: ({ customerId, location, phone, status }) => (
      <>
        {joined(customerId, location, phone)} {status !== 'Active' && <StatusTag status={status} />}
      </>
    ),
  },
  invoice: {
    icon: <DocumentIcon />,
    names: ({ invoiceId }) => [invoiceId],
    label: ({ invoiceId }) => invoiceId,
    detail: ({ customerName, amountUsd, status }) => (
      <>
        {customerName} · {formatUsd(amountUsd)} <StatusTag status={status} />
      </>
    ),
  },
  payment: {
    icon: <TickCircleIcon />,
    names: ({ receiptId, reference }) => [receiptId, reference],
    label: ({ receiptId }) => receiptId,
    detail: ({ customerName, amountUsd, paymentDate, reference, status }) =>
      joined(
        customerName,
        formatUsd(amountUsd),
        formatDate(paymentDate),
        reference,
        status === 'reversed' ? humanize(status) : '',
      ),
  },
  ticket: {
    icon: <LifesaverIcon />,
    names: ({ ticketId }) => [ticketId],
    label: ({ title }) => title,
    detail: ({ ticketId, customerName, status }) => (
      <>
        {joined(ticketId, customerName)} <StatusTag status={status} />
      </>
    ),
  },
  expense: {
    icon: <DollarIcon />,
    names: ({ transactionId }) => [transactionId],
    label: ({ description }) => description,
    detail: ({ transactionId, location, date, amountUsd }) =>
      [transactionId, location, formatDate(date), formatUsd(amountUsd)].join(' · '),
  },
  purchaseOrder: {
    icon: <ShoppingCartIcon />,
    names: ({ poNumber }) => [poNumber],
    label: ({ poNumber }) => poNumber,
    detail: ({ supplierName, totalUsd, status }) => (
      <>
        {supplierName} · {formatUsd(totalUsd)} <StatusTag status={status} />
      </>
    ),
  },
  requisition: {
    icon: <DocumentIcon />,
    names: ({ requisitionId }) => [requisitionId],
    label: ({ requisitionId }) => requisitionId,
    detail: ({ requestedBy, status }) => (
      <>
        {requestedBy} <StatusTag status={status} />
      </>
    ),
  },
  supplier: {
    icon: <OfficeIcon />,
    names: ({ supplierCode }) => [supplierCode],
    label: ({ name }) => name,
    detail: ({ supplierCode, status }) => (
      <>
        {supplierCode} {status !== 'active' && <StatusTag status={status} />}
      </>
    ),
  },
  equipment: {
    icon: <BoxIcon />,
    names: ({ equipmentId }) => [equipmentId],
    label: ({ name }) => name,
    detail: ({ equipmentId, brand, status }) => (
      <>
        {joined(equipmentId, brand)} {status !== 'active' && <StatusTag status={status} />}
      </>
    ),
  },
  employee: {
    icon: <IdNumberIcon />,
    names: ({ employeeNumber }) => [employeeNumber],
    label: ({ fullName }) => fullName,
    detail: ({ employeeNumber, position, department, status }) => (
      <>
        {joined(employeeNumber, position, department)}{' '}
        {status !== 'active' && <StatusTag status={status} />}
      </>
    ),
  },
  voucherBatch: {
    icon: <BarcodeIcon />,
    names: ({ batchNumber }) => [batchNumber],
    label: ({ batchNumber }) => batchNumber,
    detail: ({ quantity, bundleName, customerName }) =>
      joined(`${quantity} × ${bundleName}`, customerName),
  },
  salesOrder: {
    icon: <ShopIcon />,
    names: ({ orderNumber }) => [orderNumber],
    label: ({ orderNumber }) => orderNumber,
    detail: ({ customerName, totalAmountUsd, status }) => (
      <>
        {customerName} · {formatUsd(totalAmountUsd)} <StatusTag status={status} />
      </>
    ),
  },
};

/** The page of a record that was found. */
function pathOf(kind: SearchedKind, found: { id: number }): string {
  const row = recordKinds[kind];
  const record = 'numberField' in row ? found[row.numberField as keyof typeof found] : found.id;
  return recordPath(kind, record as never);
}

/** Entries for the records of a kind that the server found; none where the user may not see them. */
export function entriesOf<K extends SearchedKind>(
  kind: K,
  answer: Partial<SearchAnswer>,
): RecordEntry[] {
  const { search } = recordKinds[kind];
  const found = (answer[search.answer] ?? []) as FoundOf<K>[];
  const { icon, label, detail, names } = shown[kind];
  return found.map((one) => ({
    id: `${kind} ${one.id}`,
    group: search.heading,
    icon,
    label: label(one),
    detail: detail(one),
    to: pathOf(kind, one),
    kind,
    names: names(one).filter((name): name is string => name !== null && name !== ''),
  }));
}
