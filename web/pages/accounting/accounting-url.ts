import {
  firstDay,
  type IsoDate,
  type IsoMonth,
  isIsoMonth,
  isoMonth,
} from '@nimule/core/kernel/dates';
import { useSearchParams } from 'react-router-dom';
import { withRecord } from '../../parts/shown-record.ts';
import { today } from '../../ui/today.ts';

/** Decision 11. */
const FIRST_YEAR = 2023;

/** The years offered: 2023 to next year. */
export function yearsOffered(day: IsoDate): number[] {
  const last = Number(day.slice(0, 4)) + 1;
  return Array.from({ length: last - FIRST_YEAR + 1 }, (_, index) => FIRST_YEAR + index);
}

export interface Period {
  month: number;
  year: number;
}

/** The month and year of the URL; each defaults to the current one in Juba. */
function periodIn(params: URLSearchParams, day: IsoDate): Period {
  const month = Number(params.get('month'));
  const year = Number(params.get('year'));
  return {
    month: Number.isInteger(month) && month >= 1 && month <= 12 ? month : Number(day.slice(5, 7)),
    year: yearsOffered(day).includes(year) ? year : Number(day.slice(0, 4)),
  };
}

/** The query with this period; the current month and year are left out. The page of the journal starts again. */
function withPeriod(
  params: URLSearchParams,
  { month, year }: Period,
  day: IsoDate,
): URLSearchParams {
  const next = new URLSearchParams(params);
  next.delete('page');
  next.delete('month');
  next.delete('year');
  if (month !== Number(day.slice(5, 7))) next.set('month', String(month));
  if (year !== Number(day.slice(0, 4))) next.set('year', String(year));
  return next;
}

function monthOfPeriod({ month, year }: Period): IsoMonth {
  return isoMonth(`${year}-${String(month).padStart(2, '0')}`);
}

export function periodOfMonth(month: IsoMonth): Period {
  return { month: Number(month.slice(5, 7)), year: Number(month.slice(0, 4)) };
}

/** The period that the page shows, with a function to change it. */
export function usePeriod() {
  const [params, setParams] = useSearchParams();
  const period = periodIn(params, today());
  return {
    ...period,
    period,
    isoMonth: monthOfPeriod(period),
    choose: (next: Period) => setParams((before) => withPeriod(before, next, today())),
  };
}

/** Prefix of the query parameters of the list in the ledger drawer. */
export const LEDGER_LIST = 'ledger-';

/** Months `from` to `to` of an account. */
export interface LedgerKey {
  account: string;
  from: IsoMonth;
  to: IsoMonth;
  /** Only the lines of entries that move cash. */
  withCash?: boolean;
}

const LEDGER_KEYS: readonly (keyof LedgerKey)[] = ['account', 'from', 'to', 'withCash'];

/** The query with the ledger of this account open, or closed. An open entry is closed. */
export function withLedger(
  params: URLSearchParams,
  ledger: LedgerKey | undefined,
): URLSearchParams {
  const next = withRecord(params, undefined);
  for (const name of [...next.keys()]) if (name.startsWith(LEDGER_LIST)) next.delete(name);
  for (const name of LEDGER_KEYS) {
    next.delete(name);
    const value = ledger?.[name];
    if (value) next.set(name, String(value));
  }
  return next;
}

/** The ledger that is open by the URL; without months it shows the month of the page. */
export function ledgerIn(params: URLSearchParams, month: IsoMonth): LedgerKey | undefined {
  const account = params.get('account');
  if (!account) return undefined;
  const read = (name: string) => {
    const text = params.get(name) ?? '';
    return isIsoMonth(text) ? isoMonth(text) : month;
  };
  const [from, to] = [read('from'), read('to')];
  const withCash = params.get('withCash') === 'true';
  return { account, from: from > to ? to : from, to, withCash };
}

/** January of the month's year. */
export function januaryOf(month: IsoMonth): IsoMonth {
  return isoMonth(`${firstDay(month).slice(0, 4)}-01`);
}
