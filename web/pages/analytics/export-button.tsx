import { ExportIcon } from '@blueprintjs/icons';
import { formatRange } from '@nimule/core/kernel/periods';
import type { Analytics } from '@nimule/core/reports/analytics/schema';
import { useState } from 'react';
import { download } from '../../client/download.ts';
import { ClientError } from '../../client/errors.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { toast, toastError } from '../../ui/overlay/toaster.tsx';

const labels = { financial: 'Export Financial', customer: 'Export Customer' } as const;
/** seeds/002 8. */
const FAILED = 'Failed to export report. Please try again.';

interface ExportButtonProps {
  type: keyof typeof labels;
  /** Days of the report; undefined while they are not known. */
  range: Analytics['dateRange'] | undefined;
}

/** Saves the financial or the customer report of the period as a workbook, with the rows behind it. */
export function ExportButton({ type, range }: ExportButtonProps) {
  const [isBusy, setBusy] = useState(false);
  const save = async (dateRange: Analytics['dateRange']) => {
    setBusy(true);
    toast('Export Started', `The ${type} report of ${formatRange(dateRange)} is being written.`);
    try {
      await download(
        'exportReport',
        { params: { format: 'excel' }, body: { reportType: type, dateRange } },
        `${type}-report-${dateRange.startDate}-to-${dateRange.endDate}.xlsx`,
      );
    } catch (error) {
      if (!(error instanceof ClientError)) throw error;
      toastError(error.isFault || error.message === '' ? FAILED : error.message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <ActionButton
      icon={<ExportIcon />}
      loading={isBusy}
      disabledReason={range ? undefined : 'The figures are on their way.'}
      onClick={() => {
        if (range) save(range).catch(reportError);
      }}
    >
      {labels[type]}
    </ActionButton>
  );
}
