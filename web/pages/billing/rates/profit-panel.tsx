import { Callout, Intent } from '@blueprintjs/core';
import { EditIcon } from '@blueprintjs/icons';
import { BANDWIDTH_COST, type ProfitAnalysis } from '@nimule/core/billing/profit/schema';
import { formatMonth, monthOf } from '@nimule/core/kernel/dates';
import { formatUsd } from '@nimule/core/kernel/money';
import { useState } from 'react';
import { useRead } from '../../../client/use-read.ts';
import { MonthSelect, monthsAround } from '../../../parts/months.tsx';
import { formatRate } from '../../../parts/rates.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { AllowedOrDisabled } from '../../../ui/allowed.tsx';
import { numberText } from '../../../ui/counted.ts';
import { Stack } from '../../../ui/layout.tsx';
import { Panel } from '../../../ui/page.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { today } from '../../../ui/today.ts';
import { KeyValues, moneyFact } from '../../../ui/values.tsx';
import { BandwidthForm } from './bandwidth-form.tsx';
import { PackageUsage } from './package-usage.tsx';

const MONTHS_BACK = 36;
/** '$25': without cents as in the specification. */
const costPerMbps = formatUsd(BANDWIDTH_COST).replace('.00', '');

/** Revenue of a month and its bandwidth costs (decision 10). */
export function ProfitPanel() {
  const [month, setMonth] = useState(() => monthOf(today()));
  const [setting, setSetting] = useState(false);
  const read = useRead('profitAnalysis', { params: { yearMonth: month } }, { keepPrevious: true });
  return (
    <Panel
      title="Profit Analysis"
      description={`Revenue in the books against the bandwidth bought, at ${costPerMbps} per Mbps.`}
      actions={
        <>
          <MonthSelect
            label="Month of the analysis"
            months={monthsAround(today(), MONTHS_BACK)}
            value={month}
            onChoose={setMonth}
          />
          <AllowedOrDisabled to="settings.update">
            <ActionButton icon={<EditIcon />} onClick={() => setSetting(true)}>
              Set bought Mbps
            </ActionButton>
          </AllowedOrDisabled>
        </>
      }
    >
      <Stack>
        <Loaded read={read} loading="Loading the analysis…" lines={4}>
          {(analysis) => <Analysis analysis={analysis} />}
        </Loaded>
        <PackageUsage month={month} />
      </Stack>
      {setting && <BandwidthForm onClose={() => setSetting(false)} />}
    </Panel>
  );
}

function Analysis({ analysis }: { analysis: ProfitAnalysis }) {
  const { month, totalBandwidth, bandwidthConfigured } = analysis;
  return (
    <Stack>
      {!bandwidthConfigured && (
        <Callout compact intent={Intent.WARNING}>
          No bought bandwidth is set for {formatMonth(month)}. The Mbps sold to active customers
          stand in.
        </Callout>
      )}
      <KeyValues
        items={[
          moneyFact('Total revenue', analysis.totalRevenue, analysis.totalRevenueSsp),
          {
            label: bandwidthConfigured ? 'Bandwidth bought' : 'Bandwidth sold',
            value: `${numberText(totalBandwidth)} Mbps`,
          },
          moneyFact('Bandwidth costs', analysis.bandwidthCosts, analysis.bandwidthCostsSsp),
          moneyFact('Gross profit', analysis.grossProfit, analysis.grossProfitSsp),
          { label: 'Profit margin', value: `${analysis.profitMargin}%` },
          { label: 'Exchange rate', value: formatRate(analysis.exchangeRate) },
        ]}
      />
    </Stack>
  );
}
