import { lazy, useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { UnbuiltPage } from '../pages/unbuilt/unbuilt-page.tsx';
import { type DashboardTab, dashboardTabs, tabOf } from './paths.ts';

const OverviewPage = lazy(() =>
  import('../pages/overview/overview-page.tsx').then((m) => ({ default: m.OverviewPage })),
);
const CustomersPage = lazy(() =>
  import('../pages/customers/customers-page.tsx').then((m) => ({ default: m.CustomersPage })),
);
const BillingPage = lazy(() =>
  import('../pages/billing/billing-page.tsx').then((m) => ({ default: m.BillingPage })),
);

/** Fired whenever the tab changes; fired by anybody else, it changes the tab (seeds/000 2). */
export const TAB_CHANGE = 'tab-change';

function Tab({ tab }: { tab: DashboardTab }) {
  switch (tab) {
    case 'overview':
      return <OverviewPage />;
    case 'customers':
      return <CustomersPage />;
    case 'billing':
      return <BillingPage />;
    default:
      return <UnbuiltPage module={tab} />;
  }
}

/** The eight tabs, kept in the query parameter `tab` and so restored on back and forward. */
export function Dashboard() {
  const [params, setParams] = useSearchParams();
  const tab = tabOf(params);

  useEffect(() => {
    const changed = (event: Event) => {
      const wanted: unknown = event instanceof CustomEvent ? event.detail : undefined;
      const known = dashboardTabs.find((candidate) => candidate === wanted);
      if (known)
        setParams((before) =>
          tabOf(before) === known ? before : new URLSearchParams({ tab: known }),
        );
    };
    window.addEventListener(TAB_CHANGE, changed);
    return () => window.removeEventListener(TAB_CHANGE, changed);
  }, [setParams]);
  useEffect(() => {
    window.dispatchEvent(new CustomEvent(TAB_CHANGE, { detail: tab }));
  }, [tab]);

  return <Tab key={tab} tab={tab} />;
}
