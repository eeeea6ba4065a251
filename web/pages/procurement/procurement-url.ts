import { useSearchParams } from 'react-router-dom';
import { withRecord } from '../../parts/shown-record.ts';

/** The tabs of the page; the first is the default. */
export const tabs = ['overview', 'requisitions', 'orders', 'suppliers', 'analytics'] as const;
export type ProcurementTab = (typeof tabs)[number];

/** Views without a tab: the two full-page forms, and bills with payments. */
const views = ['new-order', 'new-requisition', 'bills'] as const;
export type ProcurementView = ProcurementTab | (typeof views)[number];

const VIEW = 'view';
/** The requisition of which an order is made. */
const ORDER_OF = 'order-of';
/** Prefixes of the lists' parameters. */
export const LISTS = {
  requisitions: 'req-',
  orders: 'po-',
  suppliers: 'sup-',
  bills: 'bill-',
  payments: 'paid-',
} as const;

function viewIn(params: URLSearchParams): ProcurementView {
  const wanted = params.get(VIEW);
  return [...tabs, ...views].find((view) => view === wanted) ?? tabs[0];
}

/** The view of the URL, and a function that shows another one without a record. */
export function useView() {
  const [params, setParams] = useSearchParams();
  const orderOf = Number(params.get(ORDER_OF));
  return {
    view: viewIn(params),
    /** The requisition of a new order, by its id. */
    orderOf: Number.isSafeInteger(orderOf) && orderOf > 0 ? orderOf : undefined,
    /** `replace` leaves a form whose input is saved, without asking. */
    show: (view: ProcurementView, query: Record<string, string> = {}, replace = false) =>
      setParams(
        (before) => {
          const next = withRecord(before, undefined);
          for (const name of [ORDER_OF, 'add']) next.delete(name);
          if (view === tabs[0]) next.delete(VIEW);
          else next.set(VIEW, view);
          for (const [name, value] of Object.entries(query)) next.set(name, value);
          return next;
        },
        { replace },
      ),
    /** The form of a new order, made of this requisition. */
    order: (requisition: { id: number }) =>
      setParams((before) => {
        const next = withRecord(before, undefined);
        next.set(VIEW, 'new-order');
        next.set(ORDER_OF, String(requisition.id));
        return next;
      }),
  };
}
