import type { CustomerAccount } from '@nimule/core/billing/payments/schema';
import type { Customer } from '@nimule/core/customers/schema';
import { ZERO } from '@nimule/core/kernel/money';
import { useRead } from '../../../client/use-read.ts';
import { Loaded } from '../../../ui/states.tsx';
import { DateText, KeyValues, Money, moneyFact } from '../../../ui/values.tsx';
import { CustomerPhone } from './customer-phone.tsx';
import styles from './detail.module.css';

/** Contact data and balance of a customer. */
export function CustomerSummary({ customer }: { customer: Customer }) {
  const read = useRead('customerAccount', { params: { id: customer.id } });
  return (
    <section className={styles.summary} aria-label="Contact and balance">
      <div className={styles.contact}>
        <CustomerPhone key={customer.id} customer={customer} />
        {customer.email !== '' && <a href={`mailto:${customer.email}`}>{customer.email}</a>}
        <span className="quiet">{customer.location}</span>
      </div>
      <Loaded read={read} loading="Loading the account…" lines={2}>
        {(account) => (
          <div className={styles.facts}>
            <KeyValues items={factsOf(account)} />
          </div>
        )}
      </Loaded>
    </section>
  );
}

function factsOf(account: CustomerAccount) {
  return [
    moneyFact('Balance owed', account.balanceUsd, account.balanceSsp),
    {
      label: 'Overdue',
      value: (
        <span className={account.overdueUsd > ZERO ? styles.overdue : undefined}>
          <Money usd={account.overdueUsd} ssp={account.overdueSsp} align="left" />
        </span>
      ),
    },
    moneyFact('Credit in advance', account.creditUsd, account.creditSsp),
    { label: 'Open invoices', value: account.openInvoices },
    { label: 'Last payment', value: <DateText date={account.lastPaymentDate} none="None yet" /> },
  ];
}
