import { Intent } from '@blueprintjs/core';
import { PlayIcon } from '@blueprintjs/icons';
import type { AutomationStatus } from '@nimule/core/billing/runs/schema';
import { formatMonth, type IsoMonth } from '@nimule/core/kernel/dates';
import { formatSspSum, formatUsd } from '@nimule/core/kernel/money';
import { useEffect, useRef, useState } from 'react';
import { ClientError } from '../../../client/errors.ts';
import { operations } from '../../../client/operations.ts';
import { useMutation, useRevalidate } from '../../../client/use-mutation.ts';
import { useRead } from '../../../client/use-read.ts';
import { MonthSelect } from '../../../parts/months.tsx';
import { ActionButton } from '../../../ui/action-button.tsx';
import { Allowed, AllowedOrDisabled } from '../../../ui/allowed.tsx';
import { numberText } from '../../../ui/counted.ts';
import { toast, toastFailure } from '../../../ui/overlay/toaster.tsx';
import { Panel } from '../../../ui/page.tsx';
import { ProgressPanel } from '../../../ui/progress-panel.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { StatusTag } from '../../../ui/tags.tsx';
import { DateText, KeyValues } from '../../../ui/values.tsx';
import { billableMonths } from './billable-months.ts';
import { BillingPreviewPanel } from './billing-preview.tsx';
import { ConfirmRunDialog } from './confirm-run-dialog.tsx';
import { RunHistory } from './run-history.tsx';

/** Automated Monthly Billing (seeds/000 4, decision 4): status, preview and history of runs. */
export function AutomationPanel() {
  const status = useRead('automationStatus');
  const trigger = useMutation('triggerBilling', {
    failure: 'Failed to trigger billing automation',
  });
  const [asking, setAsking] = useState(false);
  const [chosen, setChosen] = useState<IsoMonth>();
  const [previewed, setPreviewed] = useState<IsoMonth>();
  const revalidate = useRevalidate();
  useRefetchOnMount(status.data !== undefined);
  const active = status.data?.activeRun;
  const month = chosen ?? status.data?.month;
  const choose = (wanted: IsoMonth) => {
    setChosen(wanted);
    // Also preview the month that is about to be billed.
    setPreviewed(wanted);
  };

  const run = async (billed: IsoMonth) => {
    try {
      const { invoicesGenerated, totalRevenue } = await trigger.run({ body: { month: billed } });
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
          <>
            <Allowed to="billing.run">
              {status.data && month && (
                <MonthSelect
                  label="Month to bill"
                  months={billableMonths(status.data.month)}
                  value={month}
                  onChoose={choose}
                />
              )}
            </Allowed>
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
                onClick={() => {
                  // The confirmation must include changes by other users.
                  revalidate(operations.previewBilling.shows);
                  setAsking(true);
                }}
              >
                Run Manual Billing
              </ActionButton>
            </AllowedOrDisabled>
          </>
        }
      >
        <Loaded read={status} loading="Loading the state of the billing…" lines={3}>
          {(data) => <StatusFacts status={data} />}
        </Loaded>
      </Panel>
      {active ? <RunProgress id={active.id} /> : trigger.busy && <StartingRun />}
      {status.data && (
        <BillingPreviewPanel status={status.data} chosen={previewed} onChoose={setPreviewed} />
      )}
      <RunHistory />
      {asking && status.data && month && (
        <ConfirmRunDialog
          status={status.data}
          month={month}
          onRun={() => {
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
          value: `${numberText(billed)} of ${numberText(billable)} customers`,
        },
        { label: 'Next run', value: <DateText date={nextRunDate} /> },
        {
          label: 'Last run',
          value: lastRun
            ? `${formatMonth(lastRun.month)}: ${numberText(lastRun.generated)} ${lastRun.generated === 1 ? 'invoice' : 'invoices'}, ${formatUsd(lastRun.revenueUsd)} (${formatSspSum(lastRun.revenueSsp)})`
            : 'None yet',
        },
      ]}
    />
  );
}

/** Refetches a cached status on mount: it does not include a run started since. */
function useRefetchOnMount(isCached: boolean): void {
  const revalidate = useRevalidate();
  const wasCached = useRef(isCached);
  useEffect(() => {
    if (wasCached.current) revalidate(operations.automationStatus.shows);
  }, [revalidate]);
}

const POLL_MS = 1000;

/** Polls until a run that was just triggered appears. */
function StartingRun() {
  useRead('automationStatus', undefined, { pollMs: POLL_MS });
  return <ProgressPanel title="Billing run" state="running" detail="It is starting." />;
}

/** Progress of a run started by any user; refetches changed data when it ends. */
function RunProgress({ id }: { id: number }) {
  const { data: run } = useRead('getBillingRun', { params: { id } }, { pollMs: POLL_MS });
  const revalidate = useRevalidate();
  const isOver = run !== undefined && run.status !== 'running';
  useEffect(() => {
    if (isOver) revalidate(operations.triggerBilling.touches);
  }, [isOver, revalidate]);
  if (!run) return <ProgressPanel title="Billing run" state="running" />;
  return (
    <ProgressPanel
      title={`Billing ${formatMonth(run.month)}`}
      state={run.status === 'running' ? 'running' : run.status === 'done' ? 'done' : 'failed'}
      done={run.processed}
      total={run.totalCustomers}
      detail={`${numberText(run.generated)} invoices so far, ${formatUsd(run.revenueUsd)}. Started by ${run.actorName}. You can leave this page; the run goes on.`}
    />
  );
}
