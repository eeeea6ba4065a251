import { Link, useSearchParams } from 'react-router-dom';
import { withRecord } from '../../parts/shown-record.ts';

interface NodeLinkProps {
  id: number;
  name: string;
  /** Accessible name, if the name of the node is not enough. */
  label?: string;
  onClick?: () => void;
}

/** Opens the drawer of a node on this page; the view behind it stays. */
export function NodeLink({ id, name, label, onClick }: NodeLinkProps) {
  const [params] = useSearchParams();
  return (
    <Link
      to={{ search: `?${withRecord(params, { kind: 'node', id })}` }}
      {...(label === undefined ? {} : { 'aria-label': label })}
      {...(onClick ? { onClick } : {})}
    >
      {name}
    </Link>
  );
}
