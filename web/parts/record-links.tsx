import { Link, useSearchParams } from 'react-router-dom';
import { paths } from '../app/paths.ts';
import { TwoLines } from '../ui/layout.tsx';
import type { Column } from '../ui/table/data-table.tsx';
import { type RecordKind, withRecord } from './shown-record.ts';

interface CustomerLinkProps {
  /** The customer's number, SC003. */
  number: string;
  name: string;
}

/** A customer's name and number, leading to the detail (decision 20). */
export function CustomerLink({ number, name }: CustomerLinkProps) {
  return (
    <TwoLines quiet={number}>
      <Link to={paths.customer(number)}>{name}</Link>
    </TwoLines>
  );
}

interface OfCustomer {
  customerNumber: string;
  customerName: string;
}

/** The column of the customer of an invoice, a payment or a debt. */
export function customerColumn<T extends OfCustomer>(settings: Partial<Column<T>> = {}): Column<T> {
  const cell = ({ customerNumber, customerName }: T) => (
    <CustomerLink number={customerNumber} name={customerName} />
  );
  return { id: 'customerName', header: 'Customer', cell, ...settings };
}

interface RecordLinkProps {
  kind: RecordKind;
  id: number;
  /** INV-2026-000042, RCT-2026-000007. */
  number: string;
}

/** An invoice's or a payment's number, opening it beside the list that is shown. */
export function RecordLink({ kind, id, number }: RecordLinkProps) {
  const [params] = useSearchParams();
  return (
    <Link to={{ search: `?${withRecord(params, { kind, id })}` }} className="mono">
      {number}
    </Link>
  );
}
