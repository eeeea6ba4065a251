import type { DrawerParameter } from '@nimule/core/reports/kinds/schema';
import { Link, useSearchParams } from 'react-router-dom';
import { recordPath } from '../app/paths.ts';
import { TwoLines } from '../ui/layout.tsx';
import type { Column } from '../ui/table/data-table.tsx';
import { withRecord } from './shown-record.ts';

interface CustomerLinkProps {
  /** SC003. */
  number: string;
  name: string;
}

/** Link to a customer's detail (decision 20). */
export function CustomerLink({ number, name }: CustomerLinkProps) {
  return (
    <TwoLines quiet={number}>
      <Link to={recordPath('customer', number)}>{name}</Link>
    </TwoLines>
  );
}

interface OfCustomer {
  customerNumber: string;
  customerName: string;
}

/** Customer column for lists of invoices, payments or debts. */
export function customerColumn<T extends OfCustomer>(settings: Partial<Column<T>> = {}): Column<T> {
  const cell = ({ customerNumber, customerName }: T) => (
    <CustomerLink number={customerNumber} name={customerName} />
  );
  return { id: 'customerName', header: 'Customer', cell, ...settings };
}

interface RecordLinkProps {
  kind: DrawerParameter;
  /** The number, if that names the record in the URL. */
  id: number | string;
  /** INV-2026-000042, RCT-2026-000007, TKT-001. */
  number: string;
  /** `number` is a name. */
  isName?: boolean;
}

/** Link that opens the drawer of an invoice or a payment. */
export function RecordLink({ kind, id, number, isName = false }: RecordLinkProps) {
  const [params] = useSearchParams();
  return (
    <Link
      to={{ search: `?${withRecord(params, { kind, id })}` }}
      {...(isName ? { dir: 'auto' } : { className: 'mono' })}
    >
      {number}
    </Link>
  );
}
