import { PlusIcon } from '@blueprintjs/icons';
import type { PayrollRate } from '@nimule/core/hr/payroll/schema-rates';
import { useRead } from '../../../client/use-read.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { AllowedOrDisabled } from '../../../ui/allowed.tsx';
import { TwoLines } from '../../../ui/layout.tsx';
import { useDialogs } from '../../../ui/overlay/dialogs.ts';
import { Panel } from '../../../ui/page.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { type SmallColumn, SmallTable } from '../../../ui/table/small-table.tsx';
import { DateText } from '../../../ui/values.tsx';
import { RateForm } from './rate-form.tsx';
import { percentText, taxKindLabels, taxText } from './rate-words.ts';

const columns: readonly SmallColumn<PayrollRate>[] = [
  { header: 'From', cell: ({ validFrom }) => <DateText date={validFrom} /> },
  {
    header: 'Income tax',
    cell: (rate) => <TwoLines quiet={taxKindLabels[rate.taxKind]}>{taxText(rate)}</TwoLines>,
  },
  {
    header: 'Social security',
    align: 'right',
    cell: ({ socialPoints, employerPoints }) => (
      <TwoLines align="right" quiet={`employer ${percentText(employerPoints)}`}>
        <span className="numeric">{percentText(socialPoints)}</span>
      </TwoLines>
    ),
  },
  { header: 'Note', minor: true, cell: ({ note }) => <span dir="auto">{note}</span> },
  { header: 'Added by', minor: true, cell: ({ createdBy }) => createdBy },
];

/** Tax and social security rates. A payroll takes those of its last day. */
export function RatesPanel() {
  const read = useRead('listPayrollRates');
  const { open, dialog } = useDialogs({
    add: (latest: PayrollRate | undefined, close) => <RateForm latest={latest} onClose={close} />,
  });
  return (
    <Panel
      title="Rates"
      description="Rates are only added: payrolls that were processed keep theirs."
      actions={
        <AllowedOrDisabled to="rate.update">
          <ActionButton icon={<PlusIcon />} onClick={() => open('add', read.data?.rows[0])}>
            Add rates
          </ActionButton>
        </AllowedOrDisabled>
      }
    >
      <Loaded read={read} loading="Loading the rates…" lines={4}>
        {({ rows }) => (
          <SmallTable label="Rates" columns={columns} rows={rows} rowKey={({ id }) => id} />
        )}
      </Loaded>
      {dialog}
    </Panel>
  );
}
