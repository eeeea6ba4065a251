import { Button } from '@blueprintjs/core';
import { CaretDownIcon, ExportIcon } from '@blueprintjs/icons';
import { comparisons } from '@nimule/core/accounting/statements/schema';
import type { IsoMonth } from '@nimule/core/kernel/dates';
import type { statementFormats, statementKinds } from '@nimule/core/reports/finance/schema';
import { useSearchParams } from 'react-router-dom';
import { download } from '../../../client/download.ts';
import { ClientError } from '../../../client/errors.ts';
import { ActionMenu } from '../../../ui/overlay/action-menu.tsx';
import { toast, toastFailure } from '../../../ui/overlay/toaster.tsx';
import { periodOfMonth } from '../accounting-url.ts';

type Kind = (typeof statementKinds)[number];
type Format = (typeof statementFormats)[number];

const formats: Record<Format, string> = {
  xlsx: 'Excel (.xlsx)',
  csv: 'text (.csv)',
  pdf: 'PDF',
};
const inMenu: readonly Format[] = ['xlsx', 'pdf', 'csv'];

/** The statement that each tab shows; others have none. */
const ofTabs: Readonly<Record<string, { kind: Kind; label: string }>> = {
  'trial-balance': { kind: 'trialBalance', label: 'Trial balance' },
  'profit-loss': { kind: 'profitLoss', label: 'P&L statement' },
  'balance-sheet': { kind: 'balanceSheet', label: 'Balance sheet' },
  'cash-flow': { kind: 'cashFlow', label: 'Cash flow' },
};

/** Makes the statements of the month as a file (seeds/001 2, decision 20): all, or the one of the open tab. */
export function ExportReports({ month }: { month: IsoMonth }) {
  const [params] = useSearchParams();
  const open = ofTabs[params.get('view') ?? ''];
  const compare = comparisons.find((comparison) => comparison === params.get('compare'));
  const save = (kind: Kind, format: Format) => {
    toast('Export Started', 'The report is being generated and will be downloaded shortly.');
    const query = {
      ...periodOfMonth(month),
      ...(compare ? { compare } : {}),
      kind,
      format,
    } as const;
    download('exportStatements', { query }, `statements-${month}.${format}`).catch((error) => {
      if (error instanceof ClientError) toastFailure(error, 'Export Failed');
      else reportError(error);
    });
  };
  const choices = [...(open ? [open] : []), { kind: 'all' as const, label: 'All statements' }];
  return (
    <ActionMenu
      label="Export reports"
      actions={choices.flatMap(({ kind, label }) =>
        inMenu.map((format) => ({
          label: `${label} as ${formats[format]}`,
          onClick: () => save(kind, format),
        })),
      )}
    >
      <Button icon={<ExportIcon />} endIcon={<CaretDownIcon />}>
        Export Reports
      </Button>
    </ActionMenu>
  );
}
