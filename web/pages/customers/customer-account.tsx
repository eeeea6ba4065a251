import type { CustomerAccount } from '@nimule/core/billing/schema-payments';
import type { Customer } from '@nimule/core/customers/schema';
import { ZERO } from '@nimule/core/kernel/money';
import { useRead } from '../../client/use-read.ts';
import { Panel } from '../../ui/page.tsx';
import { Loaded } from '../../ui/states.tsx';
import { DateText, KeyValues, Money } from '../../ui/values.tsx';
import styles from './customers.module.css';

/** What the customer owes and has in advance, by the ledger. */
export function CustomerAccountPanel({ customer }: { customer: Customer }) {
  const read = useRead('customerAccount', { params: { id: customer.id } });
  return (
    <Panel title="Account">
      <Loaded read={read} loading="Loading the account…" lines={2}>
        {(account) => (
          <div className={styles.facts}>
            <KeyValues items={factsOf(account)} />
          </div>
        )}
      </Loaded>
    </Panel>
  );
}

function factsOf(account: CustomerAccount) {
  return [
    {
      label: 'Balance owed',
      value: <Money usd={account.balanceUsd} ssp={account.balanceSsp} align="left" />,
    },
    {
      label: 'Overdue',
      value: (
        <span className={account.overdueUsd > ZERO ? styles.overdue : undefined}>
          <Money usd={account.overdueUsd} ssp={account.overdueSsp} align="left" />
        </span>
      ),
    },
    {
      label: 'Credit in advance',
      value: <Money usd={account.creditUsd} ssp={account.creditSsp} align="left" />,
    },
    { label: 'Open invoices', value: account.openInvoices },
    { label: 'Last payment', value: <DateText date={account.lastPaymentDate} none="None yet" /> },
  ];
}
