import { Intent } from '@blueprintjs/core';
import { DollarIcon } from '@blueprintjs/icons';
import type { OwnWork } from '@nimule/core/attention/work/schema';
import { formatDate, formatMonth } from '@nimule/core/kernel/dates';
import { type Cents, formatSsp, formatUsd } from '@nimule/core/kernel/money';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { paths, recordPath } from '../../../app/paths.ts';
import { openPaymentDialog } from '../../../app/payment-dialog-url.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { counted } from '../../../ui/counted.ts';
import { LinkButton } from '../../../ui/link-button.tsx';
import { StatusTag } from '../../../ui/tags.tsx';
import { today } from '../../../ui/today.ts';
import { Block, Nothing, Row, Rows } from './block.tsx';
import styles from './work.module.css';

function Figure({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.figure}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function TwoCurrencies({ usd, ssp }: { usd: Cents; ssp: Cents }) {
  return (
    <>
      {formatUsd(usd)} <span className={styles.pounds}>{formatSsp(ssp)}</span>
    </>
  );
}

/** Record a payment, and what the user took today. */
export function PaymentsBlock(payments: NonNullable<OwnWork['payments']>) {
  const { recorded, receivedUsd, receivedSsp, clerk } = payments;
  const mine = { from: today(), to: today(), clerk };
  return (
    <Block
      title="Payments"
      all={{ to: paths.payments(mine), text: 'Taken today' }}
      actions={
        <ActionButton icon={<DollarIcon />} intent={Intent.PRIMARY} onClick={openPaymentDialog}>
          Record Payment
        </ActionButton>
      }
    >
      {recorded === 0 ? (
        <Nothing>You have taken no payment today.</Nothing>
      ) : (
        <dl className={styles.figures}>
          <Figure label="You took today">{counted(recorded, 'payment')}</Figure>
          <Figure label="Received">
            <TwoCurrencies usd={receivedUsd} ssp={receivedSsp} />
          </Figure>
        </dl>
      )}
    </Block>
  );
}

/** Whether the user's till is open, and what it should hold. */
export function TillBlock({ till }: { till: (OwnWork['till'] & object) | null }) {
  const page = paths.view('till');
  return (
    <Block
      title="Your till"
      {...(till
        ? { description: `${till.tillNumber}, opened on ${formatDate(till.openedOn)}` }
        : {})}
      actions={<LinkButton to={page}>{till ? 'My till' : 'Open a till'}</LinkButton>}
    >
      {till ? (
        <dl className={styles.figures}>
          <Figure label="State">
            <StatusTag status={till.status} />
          </Figure>
          {till.status === 'open' ? (
            <Figure label="Should hold">
              <TwoCurrencies usd={till.cashUsd} ssp={till.cashSsp} />
            </Figure>
          ) : (
            till.countedUsd !== null &&
            till.countedSsp !== null && (
              <Figure label="Counted, waits for the hand-over">
                <TwoCurrencies usd={till.countedUsd} ssp={till.countedSsp} />
              </Figure>
            )
          )}
        </dl>
      ) : (
        <Nothing>It is closed: cash that you take goes to the safe.</Nothing>
      )}
    </Block>
  );
}

/** What is owed, since when, and by whom most. */
export function FiguresBlock({ billing, over60Usd, debtors }: NonNullable<OwnWork['figures']>) {
  return (
    <Block title="What is owed" all={{ to: paths.ownReport('ageing', {}), text: 'Who owes' }}>
      <dl className={styles.figures}>
        <Figure label="Outstanding">{formatUsd(billing.outstandingUsd)}</Figure>
        <Figure
          label={<Link to={paths.ownReport('ageing', { olderThan: '60' })}>Over 60 days</Link>}
        >
          {formatUsd(over60Usd)}
        </Figure>
        <Figure label={`Paid in ${formatMonth(billing.month)}`}>
          {formatUsd(billing.paidThisMonthUsd)}
        </Figure>
      </dl>
      {debtors.length === 0 ? (
        <Nothing>Nobody owes anything.</Nothing>
      ) : (
        <Rows label="Biggest debtors">
          {debtors.map(({ customerId, name, totalUsd, lateUsd }) => (
            <Row
              key={customerId}
              end={<span className={styles.amount}>{formatUsd(totalUsd)}</span>}
              quiet={lateUsd > 0 && `${formatUsd(lateUsd)} for more than 30 days`}
            >
              <Link to={recordPath('customer', customerId)} dir="auto">
                {name}
              </Link>
            </Row>
          ))}
        </Rows>
      )}
    </Block>
  );
}
