import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { ChosenBy } from '../ui/form/leaving.tsx';
import { ModuleScreen } from './module-screen.tsx';
import { dashboardTabs, tabOf } from './paths.ts';
import { Recording } from './recording.tsx';

/** Fired whenever the tab changes; fired by anybody else, it changes the tab (seeds/000 2). */
export const TAB_CHANGE = 'tab-change';

/** The eight tabs, kept in the query parameter `tab` and so restored on back and forward. */
export function Dashboard() {
  const [params, setParams] = useSearchParams();
  const tab = tabOf(params);

  const shown = useRef(tab);
  shown.current = tab;
  useEffect(() => {
    const changed = (event: Event) => {
      const wanted: unknown = event instanceof CustomEvent ? event.detail : undefined;
      const known = dashboardTabs.find((candidate) => candidate === wanted);
      // Our own announcement below arrives here as well; setting the same tab would add to the history.
      if (known && known !== shown.current) setParams({ tab: known });
    };
    window.addEventListener(TAB_CHANGE, changed);
    return () => window.removeEventListener(TAB_CHANGE, changed);
  }, [setParams]);
  useEffect(() => {
    window.dispatchEvent(new CustomEvent(TAB_CHANGE, { detail: tab }));
  }, [tab]);

  return (
    <ChosenBy param="tab">
      <ModuleScreen key={tab} module={tab} />
      <Recording />
    </ChosenBy>
  );
}
