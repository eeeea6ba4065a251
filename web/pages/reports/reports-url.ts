import { type IsoDate, isIsoDate } from '@nimule/core/kernel/dates';
import { type RangeProblem, rangeOf } from '@nimule/core/reports/comprehensive/rules-range';
import {
  type DateRange,
  type ReportType,
  reportTypes,
} from '@nimule/core/reports/comprehensive/schema';
import { MAX_OLDER_THAN } from '@nimule/core/reports/built-in/schema';
import { useSearchParams } from 'react-router-dom';
import { today } from '../../ui/today.ts';

/** Prefix of the query parameters of the table of an own report. */
export const OWN_LIST = 'own-';

/** The range of the URL, by default from 1 January to today (seeds/002 5); a problem for one that is refused. */
function rangeIn(params: URLSearchParams, day: IsoDate): DateRange | RangeProblem {
  const read = (name: string) => {
    const text = params.get(name) ?? '';
    return isIsoDate(text) ? text : undefined;
  };
  return rangeOf({ startDate: read('startDate'), endDate: read('endDate') }, day);
}

export function isProblem(range: DateRange | RangeProblem): range is RangeProblem {
  return 'message' in range;
}

/** The query with this range; the default one is left out. The table of an own report starts again. */
function withRange(params: URLSearchParams, range: DateRange, day: IsoDate): URLSearchParams {
  const next = withoutList(params);
  const usual = rangeOf({}, day) as DateRange;
  const isUsual = range.startDate === usual.startDate && range.endDate === usual.endDate;
  for (const name of ['startDate', 'endDate'] as const) {
    if (isUsual) next.delete(name);
    else next.set(name, range[name]);
  }
  return next;
}

function withoutList(params: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const name of [...next.keys()]) if (name.startsWith(OWN_LIST)) next.delete(name);
  return next;
}

const OLDER_THAN = 'olderThan';

/** The days past due of the ageing in the URL; undefined for all debts. */
function olderThanIn(params: URLSearchParams): number | undefined {
  const text = params.get(OLDER_THAN);
  const days = text === null || text.trim() === '' ? Number.NaN : Number(text);
  return Number.isInteger(days) && days >= 0 && days <= MAX_OLDER_THAN ? days : undefined;
}

/** What the page shows, kept in the URL so that a report can be bookmarked and sent. */
export function useReportUrl() {
  const [params, setParams] = useSearchParams();
  const wanted = params.get('type');
  return {
    range: rangeIn(params, today()),
    type: reportTypes.find((type) => type === wanted) ?? ('comprehensive' satisfies ReportType),
    report: params.get('report'),
    olderThan: olderThanIn(params),
    chooseRange: (range: DateRange) =>
      setParams((before) => withRange(before, range, today()), { replace: true }),
    chooseType: (type: ReportType) =>
      setParams((before) => {
        const next = new URLSearchParams(before);
        if (type === 'comprehensive') next.delete('type');
        else next.set('type', type);
        return next;
      }),
    chooseReport: (name: string) =>
      setParams((before) => {
        const next = withoutList(before);
        next.set('report', name);
        next.delete(OLDER_THAN);
        return next;
      }),
    chooseOlderThan: (days: string) =>
      setParams((before) => {
        const next = withoutList(before);
        if (days === '') next.delete(OLDER_THAN);
        else next.set(OLDER_THAN, days);
        return next;
      }),
  };
}
