import { Intent } from '@blueprintjs/core';
import { PlayIcon } from '@blueprintjs/icons';
import type { AutomationStatus } from '@nimule/core/billing/schema';
import { formatMonth } from '@nimule/core/kernel/dates';
import { formatUsd } from '@nimule/core/kernel/money';
import { useEffect, useRef, useState } from 'react';
import { ClientError } from '../../client/errors.ts';
import { useMutation, useRevalidate } from '../../client/use-mutation.ts';
import { useRead } from '../../client/use-read.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { AllowedOrDisabled } from '../../ui/allowed.tsx';
import { Panel } from '../../ui/page.tsx';
import { Loaded } from '../../ui/states.tsx';
import { StatusTag } from '../../ui/tags.tsx';
import { toast, toastFailure } from '../../ui/toaster.tsx';
import { DateText, KeyValues } from '../../ui/values.tsx';
import { BillingPreviewPanel } from './billing-preview.tsx';
import { ConfirmRunDialog } from './confirm-run-dialog.tsx';
import { RunHistory } from './run-history.tsx';
import { RunProgress, StartingRun } from './run-progress.tsx';

const count = new Intl.NumberFormat('en-US');

/** Automated Monthly Billing (seeds/000 4, decision 4): where the month stands, the next run, the runs so far. */
export function AutomationPanel() {
  const status = useRead('automationStatus');
  const trigger = useMutation('triggerBilling', {
    failure: 'Failed to trigger billing automation',
  });
  const [asking, setAsking] = useState(false);
  useFreshOnReturn(status.data !== undefined);
  const active = status.data?.activeRun;

  const run = async (month: string) => {
    try {
      const { invoicesGenerated, totalRevenue } = await trigger.run({ body: { month } });
      toast(
        'Monthly billing done',
        `Generated ${invoicesGenerated} invoices. Total revenue: ${formatUsd(totalRevenue)}`,
      );
    } catch (error) {
      if (!(error instanceof ClientError)) throw error;
      toastFailure(error);
    }
  };

  return (
    <>
      <Panel
        title="Automated Monthly Billing"
        description="On the 1st of each month, every active customer whose service has started gets one invoice, due on the 15th."
        actions={
          <AllowedOrDisabled to="billing.run">
            <ActionButton
              icon={<PlayIcon />}
              intent={Intent.PRIMARY}
              disabledReason={
                trigger.busy
                  ? 'The run is under way.'
                  : status.data
                    ? undefined
                    : 'It is not known yet what there is to bill.'
              }
              onClick={() => setAsking(true)}
            >
              Run Manual Billing
            </ActionButton>
          </AllowedOrDisabled>
        }
      >
        <Loaded read={status} loading="Loading the state of the billing…" lines={3}>
          {(data) => <StatusFacts status={data} />}
        </Loaded>
      </Panel>
      {active ? <RunProgress id={active.id} /> : trigger.busy && <StartingRun />}
      {status.data && <BillingPreviewPanel status={status.data} />}
      <RunHistory />
      {asking && status.data && (
        <ConfirmRunDialog
          status={status.data}
          onRun={(month) => {
            run(month).catch(reportError);
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

function StatusFacts({ status }: { status: AutomationStatus }) {
  const { shouldRun, month, billed, billable, nextRunDate, lastRun } = status;
  return (
    <KeyValues
      items={[
        {
          label: 'State',
          value: (
            <StatusTag
              status={shouldRun ? 'ready to run' : 'up to date'}
              label={shouldRun ? 'Ready to Run' : 'Up to Date'}
            />
          ),
        },
        {
          label: `Billed for ${formatMonth(month)}`,
          value: `${count.format(billed)} of ${count.format(billable)} customers`,
        },
        { label: 'Next run', value: <DateText date={nextRunDate} /> },
        {
          label: 'Last run',
          value: lastRun
            ? `${formatMonth(lastRun.month)}: ${count.format(lastRun.generated)} invoices, ${formatUsd(lastRun.revenueUsd)}`
            : 'None yet',
        },
      ]}
    />
  );
}

/** What is kept from an earlier look knows nothing of a run since: left, it must be found again. */
function useFreshOnReturn(isKept: boolean): void {
  const revalidate = useRevalidate();
  const wasKept = useRef(isKept);
  useEffect(() => {
    if (wasKept.current) revalidate(['automationStatus', 'previewBilling', 'listBillingRuns']);
  }, [revalidate]);
}
