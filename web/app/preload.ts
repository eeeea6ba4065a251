import { lazyPage } from '../ui/lazy-page.ts';
import { isOnDashboard, type ModuleName, modules } from './modules.ts';
import { pageOf } from './pages.ts';

export const Dashboard = lazyPage(() => import('./dashboard.tsx').then((m) => m.Dashboard));

/** Preloads the page of a module, unless it has a bundle of its own. */
export function preloadModule(name: ModuleName): void {
  if (isOnDashboard(name)) Dashboard.preload();
  if (!modules[name].ownPage) pageOf(name).preload();
}
