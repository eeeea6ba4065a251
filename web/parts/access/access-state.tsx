import type { AccessAccount } from '@nimule/core/access/schema';
import { Tags } from '../../ui/layout.tsx';
import { StatusTag, WarningTag } from '../../ui/tags.tsx';
import { stateText } from './access-words.ts';

const statuses = { on: 'active', garden: 'review', off: 'suspended' } as const;

/** What an account gets, with the reason, and whether its fair use is used up. */
export function AccessStateTag({
  account,
}: {
  account: Pick<AccessAccount, 'access' | 'reason' | 'isReduced'>;
}) {
  return (
    <Tags>
      <StatusTag status={statuses[account.access]} label={stateText(account)} />
      {account.isReduced && (
        <WarningTag reason="The fair use of the package is used up: the speed is reduced until the first of the month.">
          Reduced
        </WarningTag>
      )}
    </Tags>
  );
}
