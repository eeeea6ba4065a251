import { useMaintenance } from '../client/maintenance.ts';
import { probeReady } from '../client/request.ts';
import { MaintenanceOverlay } from '../ui/overlay/maintenance-overlay.tsx';

const askAgain = () => void probeReady();

/** Covers the page while a restore replaces the database, and asks the server until it serves calls again. */
export function MaintenanceNotice() {
  const message = useMaintenance();
  return message === undefined ? null : <MaintenanceOverlay message={message} onProbe={askAgain} />;
}
