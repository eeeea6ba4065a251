import { isTab, type ModuleName } from './modules.ts';
import { lazyPage, pageOf } from './pages.ts';

/** What stands around the tabs of the dashboard. */
export const Dashboard = lazyPage(() => import('./dashboard.tsx').then((m) => m.Dashboard));

/** Fetches the page of a module ahead of need. */
export function preloadModule(name: ModuleName): void {
  if (isTab(name)) Dashboard.preload();
  pageOf(name).preload();
}
