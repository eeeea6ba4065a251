import { lazyPage } from '../ui/lazy-page.ts';
import { isOnDashboard, type ModuleName } from './modules.ts';
import { pageOf } from './pages.ts';

export const Dashboard = lazyPage(() => import('./dashboard.tsx').then((m) => m.Dashboard));

/** Preloads the page of a module. */
export function preloadModule(name: ModuleName): void {
  if (isOnDashboard(name)) Dashboard.preload();
  pageOf(name).preload();
}
