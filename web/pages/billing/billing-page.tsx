import { Intent } from '@blueprintjs/core';
import { DollarIcon, EndorsedIcon } from '@blueprintjs/icons';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { recordingPayment } from '../../app/recording-address.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Allowed, useMay } from '../../ui/allowed.tsx';
import { Page } from '../../ui/page.tsx';
import { Forbidden } from '../../ui/states.tsx';
import { UrlTabs } from '../../ui/url-tabs.tsx';
import { AutomationPanel } from './automation-panel.tsx';
import styles from './billing.module.css';
import { DisconnectPanel } from './disconnect-panel.tsx';
import { GrantCreditForm } from './grant-credit-form.tsx';
import { InvoiceDrawer } from './invoice-detail.tsx';
import { InvoiceTable } from './invoice-table.tsx';
import { ManualInvoicePanel } from './manual-invoice-form.tsx';
import { OverviewCards } from './overview-cards.tsx';
import { PaymentDrawer } from './payment-detail.tsx';
import { PaymentsTable } from './payments-table.tsx';
import { ProfitPanel } from './profit-panel.tsx';
import { RatesPanel } from './rates-panel.tsx';
import { besides, type RecordKind } from './record-links.tsx';

/** The id in the address, or undefined where there is none that could be one. */
function idIn(params: URLSearchParams, kind: RecordKind): number | undefined {
  const id = Number(params.get(kind));
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

/** The Billing & Accounts tab (seeds/000 2). */
export function BillingPage() {
  const may = useMay();
  const [params, setParams] = useSearchParams();
  const [isGranting, setGranting] = useState(false);
  if (!may('invoice.read'))
    return <Forbidden text="You don't have permission to access billing." />;

  const show = (kind: RecordKind) => (record: { id: number }) =>
    setParams((before) => besides(before, { kind, id: record.id }));
  const hide = () => setParams((before) => besides(before, undefined));
  const invoiceId = idIn(params, 'invoice');
  const paymentId = idIn(params, 'payment');
  return (
    <Page
      title="Billing & Accounts"
      description="Invoices, payments, the monthly run and what follows when nobody pays."
      actions={
        <Allowed to="payment.record">
          <ActionButton icon={<EndorsedIcon />} onClick={() => setGranting(true)}>
            Grant Credit
          </ActionButton>
          <ActionButton
            icon={<DollarIcon />}
            intent={Intent.PRIMARY}
            onClick={() => setParams((before) => recordingPayment(before, ''))}
          >
            Record Payment
          </ActionButton>
        </Allowed>
      }
    >
      <div className={styles.tabs}>
        <UrlTabs
          label="Parts of billing"
          tabs={[
            {
              id: 'invoices',
              title: 'Invoices',
              panel: (
                <div className={styles.stack}>
                  <OverviewCards />
                  <InvoiceTable onView={show('invoice')} />
                </div>
              ),
            },
            {
              id: 'payments',
              title: 'Payments',
              panel: <PaymentsTable onView={show('payment')} />,
            },
            { id: 'manual', title: 'Manual invoice', panel: <ManualInvoicePanel /> },
            {
              id: 'automation',
              title: 'Automation',
              panel: (
                <div className={styles.stack}>
                  <AutomationPanel />
                </div>
              ),
            },
            { id: 'disconnect', title: 'Auto-disconnect', panel: <DisconnectPanel /> },
            {
              id: 'rates',
              title: 'Rates & profit',
              panel: (
                <div className={styles.stack}>
                  <RatesPanel />
                  <ProfitPanel />
                </div>
              ),
            },
          ]}
        />
      </div>
      {invoiceId !== undefined && <InvoiceDrawer id={invoiceId} onClose={hide} />}
      {invoiceId === undefined && paymentId !== undefined && (
        <PaymentDrawer id={paymentId} onClose={hide} />
      )}
      {isGranting && <GrantCreditForm onClose={() => setGranting(false)} />}
    </Page>
  );
}
