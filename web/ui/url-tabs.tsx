import { Tab, Tabs } from '@blueprintjs/core';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { ChosenBy } from './form/leaving.tsx';

interface UrlTab {
  id: string;
  title: string;
  panel: ReactNode;
}

interface UrlTabsProps {
  label: string;
  /** Parts of the screen; the first is the default. */
  tabs: readonly UrlTab[];
  /** Name in the address. */
  param?: string;
}

/** Tabs whose choice is in the address, so that it can be bookmarked and survives going back. */
export function UrlTabs({ label, tabs, param = 'view' }: UrlTabsProps) {
  const [params, setParams] = useSearchParams();
  const wanted = params.get(param);
  const shown = tabs.find((tab) => tab.id === wanted)?.id ?? tabs[0]?.id ?? '';
  return (
    <Tabs
      id={param}
      selectedTabId={shown}
      renderActiveTabPanelOnly
      onChange={(id) =>
        setParams((before) => {
          const next = new URLSearchParams(before);
          if (id === tabs[0]?.id) next.delete(param);
          else next.set(param, String(id));
          return next;
        })
      }
      aria-label={label}
    >
      {tabs.map((tab) => (
        // The library moves by arrow keys among tabs that say aria-disabled="false" alone.
        <Tab
          key={tab.id}
          disabled={false}
          id={tab.id}
          title={tab.title}
          panel={
            <div>
              <ChosenBy param={param}>{tab.panel}</ChosenBy>
            </div>
          }
        />
      ))}
    </Tabs>
  );
}
