import { formatRange } from '@nimule/core/kernel/periods';
import type { Analytics } from '@nimule/core/reports/analytics/schema';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../app/paths.ts';
import { percentText } from '../../parts/network/network-words.ts';
import { counted, numberText } from '../../ui/counted.ts';
import { Panel } from '../../ui/page.tsx';
import { SampleTag } from '../../ui/tags.tsx';
import { KeyValues, Money } from '../../ui/values.tsx';
import { shareText } from './analytics-words.ts';

/** Uptime, satisfaction, revenue per customer, churn and support of the period (seeds/000 2). */
export function ServiceStatistics({ figures }: { figures: Analytics }) {
  const { uptime, uptimeIsSample, churnRate, churnIsSample, ticketsResolved } = figures;
  const { averageResolutionHours, satisfactionIsSample } = figures;
  return (
    <Panel title="Service Statistics" description={formatRange(figures.dateRange)}>
      <KeyValues
        items={[
          {
            label: 'Uptime',
            value: (
              <Sampled isSample={uptimeIsSample}>
                <Link to={paths.dashboard('network')}>{percentText(uptime)}</Link>
              </Sampled>
            ),
          },
          {
            label: 'Satisfaction',
            value: (
              <Sampled isSample={satisfactionIsSample}>
                <SatisfactionText figures={figures} />
              </Sampled>
            ),
          },
          { label: 'ARPU, for 30 days', value: <Arpu figures={figures} /> },
          {
            label: 'Churn rate',
            value: (
              <Sampled isSample={churnIsSample}>
                {churnRate === null ? (
                  <span className="quiet">No active customers at the start</span>
                ) : (
                  shareText(churnRate)
                )}
              </Sampled>
            ),
          },
          {
            label: 'Tickets resolved',
            value: (
              <Link to={paths.tickets({ status: 'resolved' })}>{numberText(ticketsResolved)}</Link>
            ),
          },
          {
            label: 'Average time to resolve',
            value:
              averageResolutionHours === null ? (
                <span className="quiet">No ticket was resolved</span>
              ) : (
                counted(averageResolutionHours, 'hour')
              ),
          },
        ]}
      />
    </Panel>
  );
}

function Sampled({ isSample, children }: { isSample: boolean; children: ReactNode }) {
  return (
    <>
      {children} {isSample && <SampleTag />}
    </>
  );
}

function SatisfactionText({
  figures: { satisfaction, satisfactionIsSample, ratings },
}: {
  figures: Analytics;
}) {
  return (
    <>
      {satisfaction.toFixed(1)} of 5
      {!satisfactionIsSample && <span className="quiet"> · {counted(ratings, 'rating')}</span>}
    </>
  );
}

function Arpu({ figures: { arpuUsd, arpuSsp, arpuRange } }: { figures: Analytics }) {
  if (arpuUsd === null) return <span className="quiet">No active customers</span>;
  return (
    <>
      <Money usd={arpuUsd} ssp={arpuSsp} align="left" />
      <div className="quiet">{formatRange(arpuRange)}</div>
    </>
  );
}
