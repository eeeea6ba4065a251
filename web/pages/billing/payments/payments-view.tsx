import { SegmentedControl } from '@blueprintjs/core';
import { CalculatorIcon } from '@blueprintjs/icons';
import type { Payment } from '@nimule/core/billing/payments/schema';
import { useSearchParams } from 'react-router-dom';
import { paths } from '../../../app/paths.ts';
import { Allowed } from '../../../ui/allowed.tsx';
import { Spread, Stack } from '../../../ui/layout.tsx';
import { LinkButton } from '../../../ui/link-button.tsx';
import { PaymentsTable } from './payments-table.tsx';
import { RefundsTable } from './refunds-table.tsx';

const SHOW = 'payments-show';
const REFUNDS = 'refunds';

/** Payments and credits, or what was paid out again. */
export function PaymentsView({ onView }: { onView: (payment: Payment) => void }) {
  const [params, setParams] = useSearchParams();
  const showsRefunds = params.get(SHOW) === REFUNDS;
  const show = (what: string) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (what === REFUNDS) next.set(SHOW, REFUNDS);
        else next.delete(SHOW);
        return next;
      },
      { replace: true },
    );
  return (
    <Stack>
      <Spread>
        <SegmentedControl
          inline
          aria-label="Payments or refunds"
          options={[
            { value: 'payments', label: 'Payments and credits' },
            { value: REFUNDS, label: 'Refunds' },
          ]}
          value={showsRefunds ? REFUNDS : 'payments'}
          onValueChange={show}
        />
        <Allowed to="till.own">
          <LinkButton to={paths.view('till')} icon={<CalculatorIcon />}>
            My till
          </LinkButton>
        </Allowed>
      </Spread>
      {showsRefunds ? <RefundsTable /> : <PaymentsTable onView={onView} />}
    </Stack>
  );
}
