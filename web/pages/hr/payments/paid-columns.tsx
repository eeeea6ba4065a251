import type { PayAccount, PayCurrency } from '@nimule/core/hr/schema';
import type { IsoDate } from '@nimule/core/kernel/dates';
import { type Cents, formatSsp, formatUsd } from '@nimule/core/kernel/money';
import { TwoLines } from '../../../ui/layout.tsx';
import type { Column } from '../../../ui/table/data-table.tsx';
import { StatusTag } from '../../../ui/tags.tsx';
import { payByLabels } from '../hr-words.ts';

interface Paid {
  amountUsd: Cents | null;
  amount: Cents | null;
  currency: PayCurrency;
  account: PayAccount;
  reference: string;
  reversedOn: IsoDate | null;
}

/** In place of an amount that would tell the pay of one person. */
export const NOT_SHOWN = <span className="quiet">not shown</span>;

/** An amount, with what was paid in pounds below. A sum that would tell one salary is not shown. */
export function paidColumn<T extends Paid>(header = 'Amount'): Column<T> {
  return {
    id: 'amountUsd',
    header,
    kind: 'money',
    cell: ({ amountUsd, amount, currency }) =>
      amountUsd === null ? (
        NOT_SHOWN
      ) : (
        <TwoLines
          align="right"
          quiet={currency === 'SSP' && amount !== null ? formatSsp(amount) : undefined}
        >
          <span className="numeric">{formatUsd(amountUsd)}</span>
        </TwoLines>
      ),
  };
}

export function accountColumn<T extends Paid>(): Column<T> {
  return {
    id: 'account',
    header: 'Paid from',
    lesser: true,
    cell: ({ account, currency, reference }) => (
      <TwoLines quiet={reference}>{`${payByLabels[account]}, ${currency}`}</TwoLines>
    ),
  };
}

export function reversedColumn<T extends Paid>(): Column<T> {
  return {
    id: 'reversedOn',
    header: 'Status',
    kind: 'tag',
    priority: 1,
    cell: ({ reversedOn }) => <StatusTag status={reversedOn === null ? 'recorded' : 'reversed'} />,
  };
}
