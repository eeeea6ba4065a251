import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import type { UnbuiltModule } from '../pages/unbuilt/modules.ts';
import { type DashboardTab, paths, tabOf } from './paths.ts';

/** A screen in a chunk of its own, fetched when it is shown or a moment before. */
type LazyPage<P> = LazyExoticComponent<ComponentType<P>> & { preload: () => void };

function page<P = Record<never, never>>(load: () => Promise<ComponentType<P>>): LazyPage<P> {
  return Object.assign(
    lazy(async () => ({ default: await load() })),
    {
      preload: () => {
        // Fetched ahead of need: a failure shows when the page is really opened.
        load().catch(() => undefined);
      },
    },
  );
}

type UnbuiltProps = { module: UnbuiltModule };

export const LandingPage = page(() =>
  import('../pages/landing/landing-page.tsx').then((m) => m.LandingPage),
);
export const NotFoundPage = page(() =>
  import('../pages/unbuilt/not-found-page.tsx').then((m) => m.NotFoundPage),
);
export const PublicUnbuiltPage = page<UnbuiltProps>(() =>
  import('../pages/unbuilt/public-unbuilt-page.tsx').then((m) => m.PublicUnbuiltPage),
);
export const AuthPage = page(() => import('../pages/auth/auth-page.tsx').then((m) => m.AuthPage));
export const StaffArea = page(() => import('./staff-area.tsx').then((m) => m.StaffArea));
export const Dashboard = page(() => import('./dashboard.tsx').then((m) => m.Dashboard));
export const OverviewPage = page(() =>
  import('../pages/overview/overview-page.tsx').then((m) => m.OverviewPage),
);
export const CustomersPage = page(() =>
  import('../pages/customers/customers-page.tsx').then((m) => m.CustomersPage),
);
export const BillingPage = page(() =>
  import('../pages/billing/billing-page.tsx').then((m) => m.BillingPage),
);
export const RecordPayment = page(() =>
  import('../pages/billing/payments/record-payment.tsx').then((m) => m.RecordPayment),
);
export const UsersPage = page(() =>
  import('../pages/users/users-page.tsx').then((m) => m.UsersPage),
);
export const UnbuiltPage = page<UnbuiltProps>(() =>
  import('../pages/unbuilt/unbuilt-page.tsx').then((m) => m.UnbuiltPage),
);

const builtTabs: Partial<Record<DashboardTab, { preload: () => void }>> = {
  overview: OverviewPage,
  customers: CustomersPage,
  billing: BillingPage,
};

function pagesAt({ pathname, searchParams }: URL): { preload: () => void }[] {
  switch (pathname) {
    case paths.home:
      return [LandingPage];
    case paths.auth:
      return [AuthPage];
    case paths.wifiPayment:
      return [PublicUnbuiltPage];
    case paths.dashboard():
      return [StaffArea, Dashboard, builtTabs[tabOf(searchParams)] ?? UnbuiltPage];
    case paths.userManagement:
      return [StaffArea, UsersPage];
    default:
      return [];
  }
}

/**
 * Fetches everything that an address shows at once, where otherwise the shell would be fetched, then the
 * dashboard, then its tab: three waits on a slow link.
 */
export function preload(address: string): void {
  for (const shown of pagesAt(new URL(address, window.location.origin))) shown.preload();
}
