import { isPoundAccount, leaf } from '../accounting/chart.ts';
import { credit, debit, inPounds, type Posting, type PostingLine } from '../accounting/rules.ts';
import type { IsoDate } from '../kernel/dates.ts';
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

/** Money against revenue of the hotspots, with the word 'simulated' where no money moved (decision 35). */
export function wifiSold(sale: Sale, isSimulated: boolean): Posting {
  const how = isSimulated ? `simulated payment by ${sale.provider}` : `paid by ${sale.provider}`;
  return {
    date: sale.soldDate,
    description: `WiFi ${sale.packageName} ${sale.saleNumber}, ${how}`,
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
