import { Suspense } from 'react';
import { Route, Routes } from 'react-router-dom';
import { AskBeforeLeaving } from '../ui/form/leaving.tsx';
import {
  AuthPage,
  Dashboard,
  LandingPage,
  NotFoundPage,
  PublicUnbuiltPage,
  StaffArea,
  UnbuiltPage,
  UsersPage,
} from './pages.ts';
import { paths } from './paths.ts';
import { ScreenBoundary } from './screen-boundary.tsx';

/** Every route of the specification (seeds/000 2, seeds/002 2); what is not built yet says so on its own. */
export function AppRoutes() {
  return (
    <AskBeforeLeaving>
      <ScreenBoundary>
        <Suspense fallback={null}>
          <Routes>
            <Route path={paths.home} element={<LandingPage />} />
            <Route path={paths.auth} element={<AuthPage />} />
            <Route path={paths.wifiPayment} element={<PublicUnbuiltPage module="wifi" />} />
            <Route element={<StaffArea />}>
              <Route path={paths.dashboard()} element={<Dashboard />} />
              <Route path={paths.userManagement} element={<UsersPage />} />
              <Route path={paths.dataImport} element={<UnbuiltPage module="dataImport" />} />
              <Route path={paths.accounting} element={<UnbuiltPage module="accounting" />} />
              <Route path={paths.hr} element={<UnbuiltPage module="hr" />} />
              <Route path={paths.procurement} element={<UnbuiltPage module="procurement" />} />
              <Route
                path={paths.regionalCoverage}
                element={<UnbuiltPage module="regionalCoverage" />}
              />
              <Route path={paths.reports} element={<UnbuiltPage module="fullReports" />} />
              <Route path={paths.equipment} element={<UnbuiltPage module="equipment" />} />
              <Route path={paths.backupManagement} element={<UnbuiltPage module="backups" />} />
              <Route path={paths.voucherManagement} element={<UnbuiltPage module="vouchers" />} />
              <Route path={paths.expenseManagement} element={<UnbuiltPage module="expenses" />} />
            </Route>
            <Route path="*" element={<NotFoundPage />} />
          </Routes>
        </Suspense>
      </ScreenBoundary>
    </AskBeforeLeaving>
  );
}
