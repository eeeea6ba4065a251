import { BlueprintProvider } from '@blueprintjs/core';
import type { Permission } from '@nimule/core/identity/permissions';
import type { CurrentUser } from '@nimule/core/identity/schema';
import { type RefObject, Suspense, useCallback, useEffect, useRef } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { ReadCache } from '../client/cache.tsx';
import { call } from '../client/call.ts';
import { useCompany } from '../client/company.ts';
import { useConnected } from '../client/connection.ts';
import { probe } from '../client/request.ts';
import {
  announceLogout,
  forgetUser,
  hasLeft,
  hasLoggedOut,
  onSessionEnded,
  updateUser,
  userMay,
  useStoredUser,
} from '../client/session.ts';
import { MayContext } from '../ui/allowed.tsx';
import '../ui/blueprint.css';
import { askBeforeAll } from '../ui/form/leaving.tsx';
import { OfflineBanner } from '../ui/overlay/offline-banner.tsx';
import { toastError } from '../ui/overlay/toaster.tsx';
import { TitleSuffix } from '../ui/page.tsx';
import { SkeletonBlock } from '../ui/skeleton.tsx';
import { paths, tabOf } from './paths.ts';
import { forgetPlace, rememberPlace } from './return-place.ts';
import { ScreenBoundary } from './screen-boundary.tsx';
import { Search } from './search/open-search.tsx';
import { Sidebar } from './sidebar.tsx';
import styles from './staff-area.module.css';
import { useIdleLogout } from './use-idle-logout.ts';

/** What only signed-in staff reach; everybody else is sent to the sign-in (seeds/000 1). */
export function StaffArea() {
  const user = useStoredUser();
  const { pathname, search } = useLocation();
  const wasHere = useRef<CurrentUser>(undefined);
  if (user) wasHere.current = user;
  useEffect(() => {
    if (user || hasLeft()) forgetPlace();
    else if (wasHere.current) rememberPlace(wasHere.current.id, `${pathname}${search}`);
  }, [user, pathname, search]);
  // Logout leads to / everywhere, in the other tabs too (decision 14); whoever never was here signs in.
  const exit = wasHere.current && hasLoggedOut() ? paths.home : paths.auth;
  if (!user) return <Navigate to={exit} replace />;
  return (
    <BlueprintProvider>
      <ReadCache key={user.id}>
        <Shell user={user} />
      </ReadCache>
    </BlueprintProvider>
  );
}

/** The server decides who is signed in: what the browser keeps is checked once, and brought up to date. */
function useVerifiedUser(connected: boolean): void {
  useEffect(
    () =>
      onSessionEnded(() => {
        // A reading that was under way at a logout, here or in another tab, hears of the end first.
        if (hasLoggedOut()) return forgetUser(hasLeft() ? 'logout' : 'idle');
        toastError('Your session has ended. Sign in again to go on.', 'Session Ended');
        forgetUser('end');
      }),
    [],
  );
  const isVerified = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what failed is asked once more with the connection
  useEffect(() => {
    if (isVerified.current) return;
    let wanted = true;
    call('currentUser').then(
      (user) => {
        if (!wanted) return;
        isVerified.current = true;
        updateUser(user);
      },
      () => undefined,
    );
    return () => {
      wanted = false;
    };
  }, [connected]);
}

/** A new screen begins at its top, and keyboards and screen readers are taken there with it. */
function useArrival(main: RefObject<HTMLElement | null>): void {
  const { pathname, search } = useLocation();
  const place = `${pathname} ${tabOf(new URLSearchParams(search))}`;
  const arrivedAt = useRef(place);
  useEffect(() => {
    if (arrivedAt.current === place) return;
    arrivedAt.current = place;
    window.scrollTo(0, 0);
    main.current?.focus({ preventScroll: true });
  }, [place, main]);
}

function Shell({ user }: { user: CurrentUser }) {
  const company = useCompany();
  const connected = useConnected();
  const main = useRef<HTMLElement>(null);
  useArrival(main);

  const logout = useCallback(async (by: 'logout' | 'idle') => {
    // Whether or not the server hears it, this browser forgets the user.
    announceLogout(by);
    await call('logout').catch(() => undefined);
    forgetUser(by);
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
            onLogout={() => askBeforeAll(() => void logout('logout'))}
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
          </div>
        </div>
      </TitleSuffix.Provider>
    </MayContext.Provider>
  );
}
