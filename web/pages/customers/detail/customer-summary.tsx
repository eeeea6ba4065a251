import { UndoIcon } from '@blueprintjs/icons';
import type { CustomerAccount } from '@nimule/core/billing/payments/schema';
import type { Customer } from '@nimule/core/customers/schema';
import { ZERO } from '@nimule/core/kernel/money';
import { useLocation } from 'react-router-dom';
import { paths } from '../../../app/paths.ts';
import { useRead } from '../../../client/use-read.ts';
import { refundableText } from '../../../parts/refunds/refund-words.tsx';
import { Allowed } from '../../../ui/allowed.tsx';
import { LinkButton } from '../../../ui/link-button.tsx';
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
            {account.refundableUsd > ZERO && <RefundLink customer={customer} />}
          </div>
        )}
      </Loaded>
    </section>
  );
}

/** Opens the Refund Credit dialog, which returns here when it is closed. */
function RefundLink({ customer }: { customer: Customer }) {
  const { pathname, search } = useLocation();
  return (
    <Allowed to="payment.record">
      <div className={styles.refund}>
        <LinkButton
          to={paths.refundCredit(customer.customerId)}
          state={{ returnTo: `${pathname}${search}` }}
          icon={<UndoIcon />}
        >
          Refund credit
        </LinkButton>
      </div>
    </Allowed>
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
    ...(account.disputedUsd > ZERO ? [moneyFact('Disputed', account.disputedUsd)] : []),
    moneyFact('Credit in advance', account.creditUsd, account.creditSsp),
    ...(account.creditUsd > ZERO
      ? [{ label: 'Can be refunded', value: refundableText(account.refundable) }]
      : []),
    { label: 'Open invoices', value: account.openInvoices },
    { label: 'Last payment', value: <DateText date={account.lastPaymentDate} none="None yet" /> },
  ];
}
