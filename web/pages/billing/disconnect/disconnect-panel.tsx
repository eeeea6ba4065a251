import { SegmentedControl } from '@blueprintjs/core';
import { OfflineIcon } from '@blueprintjs/icons';
import { OVERDUE_DAYS } from '@nimule/core/billing/invoices/schema';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useRead } from '../../../client/use-read.ts';
import { OperationDialog } from '../../../parts/operation-dialog.tsx';
import { ActionButton } from '../../../ui/action-button.tsx';
import { AllowedOrDisabled } from '../../../ui/allowed.tsx';
import { Inline, Stack } from '../../../ui/layout.tsx';
import { toast } from '../../../ui/overlay/toaster.tsx';
import { Panel } from '../../../ui/page.tsx';
import { PageTools } from '../../../ui/phone-places.tsx';
import { DisconnectList, formatCounts } from './disconnect-list.tsx';
import { SuspendedList } from './suspended-list.tsx';

/** Query parameter of the shown list. */
const SHOWN = 'disconnect-show';

const views = [
  { value: 'tomorrow', label: 'Tomorrow' },
  { value: 'today', label: 'Today' },
  { value: 'suspended', label: 'Suspended now' },
] as const;
type View = (typeof views)[number]['value'];

/** The disconnect rule (decision 3): affected customers tomorrow and today, suspended customers, manual run. */
export function DisconnectPanel() {
  const [params, setParams] = useSearchParams();
  const [asking, setAsking] = useState(false);
  const shown: View = views.find(({ value }) => value === params.get(SHOWN))?.value ?? 'tomorrow';
  const show = (view: string) =>
    setParams((before) => {
      const next = new URLSearchParams(before);
      next.delete('disconnect-page');
      if (view === 'tomorrow') next.delete(SHOWN);
      else next.set(SHOWN, view);
      return next;
    });
  return (
    <Panel
      title="Auto-Disconnect"
      description={`Every day, active customers with at least 1 USD open on an invoice ${OVERDUE_DAYS} or more days past due are suspended; those whom the rule suspended are restored once nothing such is open. A promise to pay, kept with the customer, holds it back and connects again. Disputed invoices do not count.`}
      actions={
        <PageTools>
          <AllowedOrDisabled to="billing.disconnect">
            <ActionButton icon={<OfflineIcon />} onClick={() => setAsking(true)}>
              Run auto-disconnect now
            </ActionButton>
          </AllowedOrDisabled>
        </PageTools>
      }
    >
      <Stack>
        <Inline>
          <SegmentedControl
            aria-label="List"
            size="small"
            options={[...views]}
            value={shown}
            onValueChange={show}
          />
        </Inline>
        {shown === 'suspended' ? <SuspendedList /> : <DisconnectList key={shown} day={shown} />}
      </Stack>
      {asking && <ConfirmDisconnect onClose={() => setAsking(false)} />}
    </Panel>
  );
}

function ConfirmDisconnect({ onClose }: { onClose: () => void }) {
  const { data } = useRead('previewDisconnect', { query: { day: 'today', pageSize: 1 } });
  return (
    <OperationDialog
      operation="runDisconnect"
      input={{ body: {} }}
      failure="Failed to run auto-disconnect"
      title="Run auto-disconnect now?"
      confirmLabel="Run auto-disconnect"
      destructive
      done={({ suspended, restored }) =>
        toast('Auto-disconnect done', `${suspended} disconnected, ${restored} restored.`)
      }
      onClose={onClose}
    >
      <p>
        {data ? `Today: ${formatCounts(data)}.` : 'Counting…'} Customers who are disconnected have
        no service until they pay.
      </p>
    </OperationDialog>
  );
}
