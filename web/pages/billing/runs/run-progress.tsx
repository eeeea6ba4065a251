import { formatMonth } from '@nimule/core/kernel/dates';
import { formatUsd } from '@nimule/core/kernel/money';
import { routes } from '@nimule/core/routes';
import { useEffect } from 'react';
import { useRevalidate } from '../../../client/use-mutation.ts';
import { useRead } from '../../../client/use-read.ts';
import { ProgressPanel } from '../../../ui/progress-panel.tsx';

const POLL_MS = 1000;
const count = new Intl.NumberFormat('en-US');

/** Polls until a run that was just triggered appears. */
export function StartingRun() {
  useRead('automationStatus', undefined, { pollMs: POLL_MS });
  return <ProgressPanel title="Billing run" state="running" detail="It is starting." />;
}

/** Progress of a run started by any user; refetches changed data when it ends. */
export function RunProgress({ id }: { id: number }) {
  const { data: run } = useRead('getBillingRun', { params: { id } }, { pollMs: POLL_MS });
  const revalidate = useRevalidate();
  const isOver = run !== undefined && run.status !== 'running';
  useEffect(() => {
    if (isOver) revalidate(routes.triggerBilling.touches);
  }, [isOver, revalidate]);
  if (!run) return <ProgressPanel title="Billing run" state="running" />;
  return (
    <ProgressPanel
      title={`Billing ${formatMonth(run.month)}`}
      state={run.status === 'running' ? 'running' : run.status === 'done' ? 'done' : 'failed'}
      done={run.processed}
      total={run.totalCustomers}
      detail={`${count.format(run.generated)} invoices so far, ${formatUsd(run.revenueUsd)}. Started by ${run.actorName}. You can leave this page; the run goes on.`}
    />
  );
}
