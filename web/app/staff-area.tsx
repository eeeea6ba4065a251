import type { Permission } from '@nimule/core/identity/permissions';
import type { CurrentUser } from '@nimule/core/identity/schema';
import { type RefObject, Suspense, useCallback, useEffect, useRef } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { ReadCache } from '../client/cache.tsx';
import { call } from '../client/call.ts';
import { useCompany } from '../client/company.ts';
import { useConnected } from '../client/connection.ts';
import { useMaintenance } from '../client/maintenance.ts';
import { probe } from '../client/request.ts';
import {
  announceLogout,
  forgetUser,
  hasLoggedOut,
  onSessionEnded,
  updateUser,
  userLoggedOut,
  userMay,
  useStoredUser,
} from '../client/session.ts';
import { ConfirmAgain } from '../parts/factors/confirm-again.tsx';
import { MaintenanceNotice } from '../parts/maintenance-notice.tsx';
import { leaveAfterAsking } from '../parts/uploads/unsent.ts';
import { MayContext } from '../ui/allowed.tsx';
import '../ui/blueprint.css';
import { confirmDiscardAll } from '../ui/form/unsaved-changes.tsx';
import { OfflineBanner } from '../ui/overlay/offline-banner.tsx';
import { Overlays } from '../ui/overlay/overlays.tsx';
import { loadToasts, toastError } from '../ui/overlay/toaster.tsx';
import { TitleSuffix } from '../ui/page.tsx';
import { SkeletonBlock } from '../ui/skeleton.tsx';
import { useIdleLogout } from './idle/use-idle-logout.ts';
import { whenIdle } from './idle/when-idle.ts';
import { preloadKit } from './pages.ts';
import { moduleAt, paths } from './paths.ts';
import { clearReturnPath, saveReturnPath } from './return-path.ts';
import { ScreenBoundary } from './screen-boundary.tsx';
import { Search } from './search/open-search.tsx';
import { Sidebar } from './sidebar.tsx';
import styles from './staff-area.module.css';
import { UnsentFiles } from './unsent-files.tsx';

/** Screens that require sign-in; others are redirected to the sign-in page (seeds/000 1). */
export function StaffArea() {
  const user = useStoredUser();
  const { pathname, search } = useLocation();
  const lastUser = useRef<CurrentUser>(undefined);
  if (user) lastUser.current = user;
  useEffect(loadToasts, []);
  useEffect(() => whenIdle(preloadKit), []);
  useEffect(() => {
    if (user || userLoggedOut()) clearReturnPath();
    else if (lastUser.current) saveReturnPath(lastUser.current.id, `${pathname}${search}`);
  }, [user, pathname, search]);
  // After a logout all tabs go to / (decision 14); a tab without a previous user goes to the sign-in page.
  const exit = lastUser.current && hasLoggedOut() ? paths.home : paths.auth;
  if (!user) return <Navigate to={exit} replace />;
  return (
    <Overlays>
      <ReadCache key={user.id}>
        <Shell user={user} />
      </ReadCache>
    </Overlays>
  );
}

/**
 * Checks the stored user with the server once, and again after a restore; updates it, and forgets it when the session
 * has ended.
 */
function useVerifiedUser(connected: boolean): void {
  useEffect(
    () =>
      onSessionEnded(() => {
        // A read that was in progress at a logout, in any tab, may be refused before the logout completes.
        if (hasLoggedOut()) return forgetUser(userLoggedOut() ? 'logout' : 'idle');
        toastError('Your session has ended. Sign in again to go on.', 'Session Ended');
        forgetUser('end');
      }),
    [],
  );
  const isVerified = useRef(false);
  const asked = useRef<Promise<CurrentUser>>(undefined);
  const isHeld = useMaintenance() !== undefined;
  // Retried when the connection returns. A request on its way is not repeated when the connection seems to change: its
  // answer is a reconnect itself.
  useEffect(() => {
    if (isHeld) {
      isVerified.current = false;
      asked.current = undefined;
    }
    if (isHeld || isVerified.current || !connected || asked.current) return;
    const request = call('currentUser');
    asked.current = request;
    const isAwaited = () => asked.current === request;
    request.then(
      (user) => {
        if (!isAwaited()) return;
        asked.current = undefined;
        isVerified.current = true;
        updateUser(user);
      },
      () => {
        if (isAwaited()) asked.current = undefined;
      },
    );
  }, [connected, isHeld]);
  useEffect(
    () => () => {
      asked.current = undefined;
    },
    [],
  );
}

/** Scrolls to the top and focuses the main element when the screen changes. */
function useScrollToTop(main: RefObject<HTMLElement | null>): void {
  const { pathname, search } = useLocation();
  const screen = `${pathname} ${moduleAt(pathname, search)}`;
  const shown = useRef(screen);
  useEffect(() => {
    if (shown.current === screen) return;
    shown.current = screen;
    window.scrollTo(0, 0);
    main.current?.focus({ preventScroll: true });
  }, [screen, main]);
}

function Shell({ user }: { user: CurrentUser }) {
  const company = useCompany();
  const connected = useConnected();
  const main = useRef<HTMLElement>(null);
  useScrollToTop(main);

  const logout = useCallback(async (reason: 'logout' | 'idle') => {
    // The browser forgets the user even if the request fails.
    announceLogout(reason);
    await call('logout').catch(() => undefined);
    forgetUser(reason);
  }, []);
  useVerifiedUser(connected);
  useIdleLogout(() => logout('idle'));
  const may = useCallback((permission: Permission) => userMay(user, permission), [user]);

  return (
    <MayContext.Provider value={may}>
      <TitleSuffix.Provider value={company?.name ?? ''}>
        <a className="skip-link" href="#main">
          Skip to content
        </a>
        <div className={styles.shell}>
          <Sidebar
            user={user}
            company={company}
            onLogout={() => confirmDiscardAll(() => leaveAfterAsking(() => void logout('logout')))}
          />
          <Search />
          <div className={styles.content}>
            <OfflineBanner connected={connected} onProbe={() => void probe()} />
            <main id="main" ref={main} tabIndex={-1} className={styles.main}>
              <ScreenBoundary>
                <Suspense fallback={<SkeletonBlock label="Loading" lines={8} />}>
                  <Outlet />
                </Suspense>
              </ScreenBoundary>
            </main>
            <UnsentFiles userId={user.id} connected={connected} />
          </div>
        </div>
        <ConfirmAgain />
        <MaintenanceNotice />
      </TitleSuffix.Provider>
    </MayContext.Provider>
  );
}
