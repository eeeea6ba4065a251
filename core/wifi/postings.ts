import { isPoundAccount, leaf } from '../accounting/chart.ts';
import { credit, debit, inPounds, type Posting, type PostingLine } from '../accounting/rules.ts';
import { formatDate, type IsoDate } from '../kernel/dates.ts';
import type { StoredSession } from './rules.ts';

/** The account of mobile money in a currency (decision 33). */
export const mobileMoneyAccounts = {
  USD: leaf.mobileMoney,
  SSP: leaf.mobileMoneySsp,
} as const;

type Sale = Pick<
  StoredSession,
  'id' | 'saleNumber' | 'packageName' | 'provider' | 'moneyAccount' | 'amount' | 'usd' | 'soldDate'
>;

function moneyLine(
  side: typeof debit,
  { moneyAccount, usd, amount }: Pick<Sale, 'moneyAccount' | 'usd' | 'amount'>,
): PostingLine {
  const line = side(moneyAccount, usd);
  return isPoundAccount(moneyAccount) ? inPounds(line, amount) : line;
}

/**
 * Money against revenue of the hotspots, with the word 'simulated' where no money moved (decision 35), and the day of the sale
 * where it is posted on another because its month is locked.
 */
export function wifiSold(
  sale: Sale,
  { isSimulated, date }: { isSimulated: boolean; date: IsoDate },
): Posting {
  const how = isSimulated ? `simulated payment by ${sale.provider}` : `paid by ${sale.provider}`;
  const on = date === sale.soldDate ? '' : ` on ${formatDate(sale.soldDate)}, in a locked month`;
  return {
    date,
    description: `WiFi ${sale.packageName} ${sale.saleNumber}, ${how}${on}`,
    reference: sale.saleNumber,
    source: 'wifi.sale',
    sourceId: sale.id,
    revision: 1,
    lines: [moneyLine(debit, sale), credit(leaf.hotspotWifi, sale.usd)],
  };
}

/** A refund of a whole sale: what it brought, at the rate of the sale. */
export function wifiRefunded(
  sale: Sale,
  { refundId, date }: { refundId: number; date: IsoDate },
): Posting {
  return {
    date,
    description: `Refund of WiFi ${sale.packageName} ${sale.saleNumber}`,
    reference: sale.saleNumber,
    source: 'wifi.refund',
    sourceId: refundId,
    revision: 1,
    lines: [debit(leaf.hotspotWifi, sale.usd), moneyLine(credit, sale)],
  };
}
