import { Intent, SegmentedControl } from '@blueprintjs/core';
import { PlusIcon } from '@blueprintjs/icons';
import { formatUsd } from '@nimule/core/kernel/money';
import { useSearchParams } from 'react-router-dom';
import { useRead } from '../../../client/use-read.ts';
import { IssueForm } from '../../../parts/loans/issue-form.tsx';
import { useAdding } from '../../../parts/shown-record.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { AllowedOrDisabled, useMay } from '../../../ui/allowed.tsx';
import { numberText } from '../../../ui/counted.ts';
import { Spread, Stack } from '../../../ui/layout.tsx';
import { Figures } from '../../../ui/stat-card.tsx';
import { CollectList } from './collect-list.tsx';
import { LoansTable } from './loans-table.tsx';
import styles from './loans.module.css';

const SHOW = 'loans-show';
const COLLECT = 'collect';
const ALL = 'all';

/** Equipment on loan to customers, and what is to collect. */
export function LoansView() {
  const [params, setParams] = useSearchParams();
  const adding = useAdding('loan');
  const mayIssue = useMay()('loan.write');
  const isCollecting = params.get(SHOW) === COLLECT;
  const show = (what: string) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (what === COLLECT) next.set(SHOW, COLLECT);
        else next.delete(SHOW);
        return next;
      },
      { replace: true },
    );
  return (
    <Stack>
      <LoanFigures />
      <Spread>
        <div className={styles.which}>
          <SegmentedControl
            aria-label="Which equipment"
            options={[
              { value: ALL, label: 'All loans' },
              { value: COLLECT, label: 'To collect' },
            ]}
            value={isCollecting ? COLLECT : ALL}
            onValueChange={show}
          />
        </div>
        <AllowedOrDisabled to="loan.write">
          <ActionButton
            icon={<PlusIcon />}
            intent={Intent.PRIMARY}
            className={styles.issue ?? ''}
            onClick={adding.open}
          >
            Issue Equipment
          </ActionButton>
        </AllowedOrDisabled>
      </Spread>
      {isCollecting ? <CollectList /> : <LoansTable onIssue={adding.open} />}
      {adding.isOpen && mayIssue && <IssueForm onClose={adding.close} />}
    </Stack>
  );
}

function LoanFigures() {
  return (
    <Figures
      title="Figures of loans"
      read={useRead('loanStats')}
      figures={[
        {
          title: 'On Loan',
          value: ({ out }) => numberText(out),
          subtitle: 'devices at customers',
        },
        {
          title: 'Value on Loan',
          value: ({ valueUsd }) => formatUsd(valueUsd),
          subtitle: 'at cost',
        },
        {
          title: 'To Collect',
          value: ({ toCollect }) => numberText(toCollect),
          subtitle: 'at Inactive customers',
        },
        {
          title: 'Written Off',
          value: ({ lostThisYearUsd }) => formatUsd(lostThisYearUsd),
          subtitle: 'damaged or lost this year',
        },
      ]}
    />
  );
}
