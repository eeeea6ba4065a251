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

/** In the address: what is being recorded, and for which customer (SC003) where one is named. */
const RECORDING = 'record';
const PAYER = 'customer';
/** In the address: for which customer an invoice is made by hand. */
const INVOICED = 'invoice-for';

type Recording = 'payment' | 'credit';

/** The customer whose payment the address asks to record, or '' for one to be picked; undefined without it. */
export function payerIn(params: URLSearchParams): string | undefined {
  return customerOf(params, 'payment');
}

/** The same of a credit that is to be granted. */
export function creditedIn(params: URLSearchParams): string | undefined {
  return customerOf(params, 'credit');
}

function customerOf(params: URLSearchParams, recording: Recording): string | undefined {
  return params.get(RECORDING) === recording ? (params.get(PAYER) ?? '') : undefined;
}

/** The customer for whom the address asks to make an invoice by hand; undefined without one. */
export function invoicedIn(params: URLSearchParams): string | undefined {
  return params.get(INVOICED) ?? undefined;
}

/** The address of the tab as it stands, with the Record Payment dialog open, for a customer if one is named, or closed. */
export function recordingPayment(
  params: URLSearchParams,
  isOpen: boolean,
  customer = '',
): URLSearchParams {
  return recording(params, isOpen ? 'payment' : undefined, customer);
}

/** The same with the Grant Credit dialog. */
export function grantingCredit(params: URLSearchParams, isOpen: boolean): URLSearchParams {
  return recording(params, isOpen ? 'credit' : undefined, '');
}

function recording(
  params: URLSearchParams,
  what: Recording | undefined,
  customer: string,
): URLSearchParams {
  const next = new URLSearchParams(params);
  next.delete(RECORDING);
  next.delete(PAYER);
  if (what) next.set(RECORDING, what);
  if (what && customer !== '') next.set(PAYER, customer);
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
