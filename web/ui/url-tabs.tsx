import { Tab, Tabs } from '@blueprintjs/core';
import { type ReactNode, useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { SelectedBy } from './form/unsaved-changes.tsx';
import { TabArea } from './phone-places.tsx';

interface UrlTab {
  id: string;
  title: string;
  panel: ReactNode;
}

interface UrlTabsProps {
  label: string;
  /** The first is the default. */
  tabs: readonly UrlTab[];
  /** Query parameter. */
  param?: string;
}

/** On a phone the tabs are one line that scrolls: the selected one is brought into its middle. */
function bringIntoView(param: string, id: string): void {
  const tab = document.getElementById(`bp6-tab-title_${param}_${id}`);
  const list = tab?.closest('[role=tablist]');
  if (!tab || !list || list.scrollWidth <= list.clientWidth) return;
  const [{ left, width }, room] = [tab.getBoundingClientRect(), list.getBoundingClientRect()];
  list.scrollLeft += left + width / 2 - (room.left + room.width / 2);
}

/** Tabs whose selection is in the URL, so that it can be bookmarked and back restores it. */
export function UrlTabs({ label, tabs, param = 'view' }: UrlTabsProps) {
  const [params, setParams] = useSearchParams();
  const wanted = params.get(param);
  const shown = tabs.find((tab) => tab.id === wanted)?.id ?? tabs[0]?.id ?? '';
  useEffect(() => bringIntoView(param, shown), [param, shown]);
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
        // The library's arrow key navigation needs an explicit aria-disabled="false".
        <Tab
          key={tab.id}
          disabled={false}
          id={tab.id}
          title={tab.title}
          panel={
            <div>
              <TabArea>
                <SelectedBy param={param}>{tab.panel}</SelectedBy>
              </TabArea>
            </div>
          }
        />
      ))}
    </Tabs>
  );
}
