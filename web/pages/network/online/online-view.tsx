import { UrlTabs } from '../../../ui/url-tabs.tsx';
import { ClosedSessions } from './closed-sessions.tsx';
import { NotEnforcedList } from './not-enforced.tsx';
import { OpenSessions } from './open-sessions.tsx';

/** Who is online, who was, and who is online without being asked. */
export function OnlineView() {
  return (
    <UrlTabs
      label="Sessions"
      param="online-part"
      tabs={[
        { id: 'now', title: 'Now', panel: <OpenSessions /> },
        { id: 'ended', title: 'Ended', panel: <ClosedSessions /> },
        { id: 'not-enforced', title: 'Not enforced', panel: <NotEnforcedList /> },
      ]}
    />
  );
}
