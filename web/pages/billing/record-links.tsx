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
