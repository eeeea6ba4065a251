import { Suspense } from 'react';
import { Route, Routes } from 'react-router-dom';
import { AskBeforeLeaving } from '../ui/form/unsaved-changes.tsx';
import { lazyPage } from '../ui/lazy-page.ts';
import { isOnDashboard, isPublic, moduleNames } from './modules.ts';
import { addressOf, moduleAt, paths } from './paths.ts';
import { Dashboard, preloadModule } from './preload.ts';
import { ScreenBoundary } from './screen-boundary.tsx';

const LandingPage = lazyPage(() =>
  import('../pages/landing/landing-page.tsx').then((m) => m.LandingPage),
);
const AuthPage = lazyPage(() => import('../pages/auth/auth-page.tsx').then((m) => m.AuthPage));
const NotFoundPage = lazyPage(() =>
  import('../pages/not-found/not-found-page.tsx').then((m) => m.NotFoundPage),
);
// In their own chunks: visitors load neither.
const ModuleScreen = lazyPage(() =>
  import('./modules/module-screen.tsx').then((m) => m.ModuleScreen),
);
const StaffArea = lazyPage(() => import('./staff-area.tsx').then((m) => m.StaffArea));

const staffModules = moduleNames.filter((name) => !isPublic(name) && !isOnDashboard(name));

/** All routes (seeds/000 2, seeds/002 2), from the table of modules. */
export function AppRoutes() {
  return (
    <AskBeforeLeaving>
      <ScreenBoundary>
        <Suspense fallback={null}>
          <Routes>
            <Route path={paths.home} element={<LandingPage />} />
            <Route path={paths.auth} element={<AuthPage />} />
            <Route element={<StaffArea />}>
              <Route path={paths.dashboard()} element={<Dashboard />} />
              {staffModules.map((name) => (
                <Route
                  key={name}
                  path={addressOf(name)}
                  element={<ModuleScreen key={name} module={name} />}
                />
              ))}
            </Route>
            <Route path="*" element={<NotFoundPage />} />
          </Routes>
        </Suspense>
      </ScreenBoundary>
    </AskBeforeLeaving>
  );
}

/**
 * Starts loading all chunks of a URL in parallel. Without it the shell, the dashboard and its tab are loaded one after
 * the other.
 */
export function preload(address: string): void {
  const { pathname, search } = new URL(address, window.location.origin);
  if (pathname === paths.home) LandingPage.preload();
  if (pathname === paths.auth) {
    AuthPage.preload();
    // What comes after sign-in is loaded while the user types.
    window.addEventListener('load', () => preload(paths.dashboard()), { once: true });
  }
  const name = moduleAt(pathname, search);
  if (name === undefined || isPublic(name)) return;
  StaffArea.preload();
  ModuleScreen.preload();
  preloadModule(name);
}
