import type { ClosedSession, OpenSession } from '@nimule/core/access/schema-sessions';
import { Link } from 'react-router-dom';
import { paths, recordPath } from '../../../app/paths.ts';
import { bytesText, lengthText } from '../../../parts/access/access-words.ts';
import { CodeSale } from '../../../parts/access/code-sale.tsx';
import { TwoLines } from '../../../ui/layout.tsx';
import type { Column } from '../../../ui/table/data-table.tsx';

type Shown = OpenSession | ClosedSession;

interface Named {
  /** Null for a code. */
  customerId?: number | null;
  customerNumber: string;
  customerName: string;
  username: string;
}

/** The heading of a row: the customer, or the sale of a code, with the user name below. */
export function customerNameColumn<T extends Named>(): Column<T> {
  const cell = ({ customerId, customerNumber, customerName, username }: T) => (
    <TwoLines quiet={<span className="mono">{username}</span>}>
      {customerId === null ? (
        <strong>
          <CodeSale label={username} />
        </strong>
      ) : (
        <Link to={recordPath('customer', customerNumber)}>
          <strong dir="auto">{customerName}</strong>
        </Link>
      )}
    </TwoLines>
  );
  return { id: 'username', header: 'Customer', cell, sortable: true, priority: 1 };
}

/** The address, as a link to all who had it. */
export function addressColumn<T extends Shown>(): Column<T> {
  const cell = ({ ip, ipv6Prefix, delegatedPrefix, device }: T) => {
    const prefix = ipv6Prefix || delegatedPrefix;
    return (
      <TwoLines quiet={<span className="mono">{prefix || device}</span>}>
        {ip === '' ? (
          <span className="quiet">–</span>
        ) : (
          <Link to={paths.whoHad(ip)} className="mono" aria-label={`${ip}: who had this address`}>
            {ip}
          </Link>
        )}
      </TwoLines>
    );
  };
  return { id: 'ip', header: 'Address', cell, kind: 'id', priority: 2 };
}

export function lengthColumn<T extends Shown>(): Column<T> {
  const cell = ({ seconds }: T) => lengthText(seconds);
  return { id: 'seconds', header: 'Length', cell, kind: 'count' };
}

/** Download, with the upload below. */
export function bytesColumn<T extends Shown>(settings: Partial<Column<T>> = {}): Column<T> {
  const cell = ({ uploadBytes, downloadBytes }: T) => (
    <TwoLines align="right" quiet={`${bytesText(uploadBytes)} up`}>
      {bytesText(downloadBytes)}
    </TwoLines>
  );
  return { id: 'downloadBytes', header: 'Download', cell, kind: 'count', ...settings };
}
