import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { SelectedBy } from '../ui/form/unsaved-changes.tsx';
import { ModuleScreen } from './modules/module-screen.tsx';
import { dashboardModuleOf, dashboardTabs } from './paths.ts';
import { PaymentDialog } from './payment-dialog.tsx';

/** Event on the window, dispatched when the tab changes; other code can dispatch it to change the tab (seeds/000 2). */
export const TAB_CHANGE = 'tab-change';

/** The eight tabs, and views such as the approvals. The query holds the current one, so back and forward restore it. */
export function Dashboard() {
  const [params, setParams] = useSearchParams();
  const module = dashboardModuleOf(params);

  const shown = useRef<string>(module);
  shown.current = module;
  useEffect(() => {
    const changed = (event: Event) => {
      const wanted: unknown = event instanceof CustomEvent ? event.detail : undefined;
      const known = dashboardTabs.find((candidate) => candidate === wanted);
      // The event dispatched below arrives here too; setting the same tab would add a history entry.
      if (known && known !== shown.current) setParams({ tab: known });
    };
    window.addEventListener(TAB_CHANGE, changed);
    return () => window.removeEventListener(TAB_CHANGE, changed);
  }, [setParams]);
  useEffect(() => {
    window.dispatchEvent(new CustomEvent(TAB_CHANGE, { detail: module }));
  }, [module]);

  return (
    <SelectedBy param="tab">
      <ModuleScreen key={module} module={module} />
      <PaymentDialog />
    </SelectedBy>
  );
}
