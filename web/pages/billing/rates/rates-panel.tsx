import { EditIcon } from '@blueprintjs/icons';
import { type CurrencyRate, ratePurposes } from '@nimule/core/rates/schema';
import { useState } from 'react';
import { useRead } from '../../../client/use-read.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { AllowedOrDisabled } from '../../../ui/allowed.tsx';
import { Panel } from '../../../ui/page.tsx';
import { Empty, Loaded } from '../../../ui/states.tsx';
import { DateText, InstantText } from '../../../ui/values.tsx';
import styles from '../billing.module.css';
import { today } from '../runs/business-days.ts';
import { type SmallColumn, SmallTable } from '../small-table.tsx';
import { RateForm } from './rate-form.tsx';
import { rateInWords, ratePurposeLabels } from './rates.ts';

const columns: readonly SmallColumn<CurrencyRate>[] = [
  {
    header: 'From',
    cell: ({ validFrom }) => (
      <span className={styles.twoLines}>
        <DateText date={validFrom} />
        {validFrom > today() && <span className="quiet">to come</span>}
      </span>
    ),
  },
  { header: 'For', cell: ({ purpose }) => ratePurposeLabels[purpose] },
  { header: 'Rate', cell: ({ rate }) => rateInWords(rate), align: 'right' },
  { header: 'Note', cell: ({ note }) => note || '–', minor: true },
  {
    header: 'Added',
    cell: ({ createdAt, createdBy }) => (
      <span className={styles.twoLines}>
        {createdBy}
        <span className="quiet">
          <InstantText at={createdAt} />
        </span>
      </span>
    ),
    minor: true,
  },
];

/** Currency Rates (decision 1): today's by purpose, and every one that ever applied. */
export function RatesPanel() {
  const current = useRead('currentRates');
  const history = useRead('listRates');
  const [updating, setUpdating] = useState(false);
  return (
    <Panel
      title="Currency Rates"
      description="A new rate applies from its date on; every document keeps the rate that it was made with."
      actions={
        <AllowedOrDisabled to="rate.update">
          <ActionButton icon={<EditIcon />} onClick={() => setUpdating(true)}>
            Update Rates
          </ActionButton>
        </AllowedOrDisabled>
      }
    >
      <div className={styles.stack}>
        <Loaded read={current} loading="Loading today's rates…" lines={2}>
          {(rates) => (
            <dl className={styles.rates}>
              {ratePurposes.map((purpose) => (
                <div key={purpose}>
                  <dt>{ratePurposeLabels[purpose]}</dt>
                  <dd>{rateInWords(rates[purpose])}</dd>
                </div>
              ))}
            </dl>
          )}
        </Loaded>
        <Loaded read={history} loading="Loading the history of rates…">
          {({ rows }) =>
            rows.length === 0 ? (
              <Empty title="No rate yet" description="Add the first one with 'Update Rates'." />
            ) : (
              <SmallTable
                label="History of rates"
                columns={columns}
                rows={rows}
                rowKey={({ id }) => id}
                scrolls
              />
            )
          }
        </Loaded>
      </div>
      {updating && <RateForm onClose={() => setUpdating(false)} />}
    </Panel>
  );
}
