import { UrlTabs } from '../../../ui/url-tabs.tsx';
import { AccountsList } from './accounts-list.tsx';
import { ClosedSessions } from './closed-sessions.tsx';
import { NotEnforcedList } from './not-enforced.tsx';
import { OpenSessions } from './open-sessions.tsx';
import { TopUsers } from './top-users.tsx';

/** Who is online, who was, who used most, all accounts, and who is online without being asked. */
export function OnlineView() {
  return (
    <UrlTabs
      label="Sessions"
      param="online-part"
      tabs={[
        { id: 'now', title: 'Now', panel: <OpenSessions /> },
        { id: 'ended', title: 'Ended', panel: <ClosedSessions /> },
        { id: 'top', title: 'Top users', panel: <TopUsers /> },
        { id: 'accounts', title: 'Accounts', panel: <AccountsList /> },
        { id: 'not-enforced', title: 'Not enforced', panel: <NotEnforcedList /> },
      ]}
    />
  );
}
