import { Intent, SegmentedControl } from '@blueprintjs/core';
import { PlusIcon } from '@blueprintjs/icons';
import { useSearchParams } from 'react-router-dom';
import { IssueForm } from '../../../parts/loans/issue-form.tsx';
import { useAdding } from '../../../parts/shown-record.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { AllowedOrDisabled, useMay } from '../../../ui/allowed.tsx';
import { Spread, Stack } from '../../../ui/layout.tsx';
import { CollectList } from './collect-list.tsx';
import { LoanFigures } from './loan-figures.tsx';
import styles from './loans.module.css';
import { LoansTable } from './loans-table.tsx';

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
