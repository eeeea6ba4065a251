import { Link, useSearchParams } from 'react-router-dom';
import { paths } from '../../app/paths.ts';
import styles from './billing.module.css';

interface CustomerLinkProps {
  /** The customer's number, SC003. */
  number: string;
  name: string;
}

/** A customer's name and number, leading to the detail (decision 20). */
export function CustomerLink({ number, name }: CustomerLinkProps) {
  return (
    <span className={styles.twoLines}>
      <span>
        <Link to={paths.customer(number)}>{name}</Link>
      </span>
      <span className="quiet">{number}</span>
    </span>
  );
}

/** What the tab shows beside its lists. */
export type RecordKind = 'invoice' | 'payment';

/** The address of the tab as it stands, with this record beside it, or none. */
export function besides(
  params: URLSearchParams,
  record: { kind: RecordKind; id: number } | undefined,
): URLSearchParams {
  const next = new URLSearchParams(params);
  next.delete('invoice');
  next.delete('payment');
  if (record) next.set(record.kind, String(record.id));
  return next;
}

/** In the address: a credit that is being granted, and to which customer (SC003) where one is named. */
const RECORDING = 'record';
const CREDIT = 'credit';
const CREDITED = 'customer';
/** In the address: for which customer an invoice is made by hand. */
const INVOICED = 'invoice-for';

/** The customer to whom the address asks to grant a credit, or '' for one to be picked; undefined without it. */
export function creditedIn(params: URLSearchParams): string | undefined {
  return params.get(RECORDING) === CREDIT ? (params.get(CREDITED) ?? '') : undefined;
}

/** The customer for whom the address asks to make an invoice by hand; undefined without one. */
export function invoicedIn(params: URLSearchParams): string | undefined {
  return params.get(INVOICED) ?? undefined;
}

/** The address of the tab as it stands, with the Grant Credit dialog open, or closed. */
export function grantingCredit(params: URLSearchParams, isOpen: boolean): URLSearchParams {
  const next = new URLSearchParams(params);
  next.delete(RECORDING);
  next.delete(CREDITED);
  if (isOpen) next.set(RECORDING, CREDIT);
  return next;
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
    <Link to={{ search: `?${besides(params, { kind, id })}` }} className={styles.number}>
      {number}
    </Link>
  );
}
