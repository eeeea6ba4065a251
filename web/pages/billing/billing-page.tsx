import { Intent } from '@blueprintjs/core';
import { DollarIcon, EndorsedIcon } from '@blueprintjs/icons';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { ModuleLinks } from '../../app/module-links.tsx';
import { titleOf } from '../../app/modules.ts';
import { recordingPayment } from '../../app/recording-address.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Allowed, useMay } from '../../ui/allowed.tsx';
import { Page } from '../../ui/page.tsx';
import { UrlTabs } from '../../ui/url-tabs.tsx';
import styles from './billing.module.css';
import { DisconnectPanel } from './disconnect/disconnect-panel.tsx';
import { InvoiceDrawer } from './invoices/invoice-detail.tsx';
import { InvoiceTable } from './invoices/invoice-table.tsx';
import { ManualInvoicePanel } from './invoices/manual-invoice-form.tsx';
import { OverviewCards } from './overview-cards.tsx';
import { GrantCredit } from './payments/grant-credit.tsx';
import { PaymentDrawer } from './payments/payment-detail.tsx';
import { PaymentsTable } from './payments/payments-table.tsx';
import { ProfitPanel } from './rates/profit-panel.tsx';
import { RatesPanel } from './rates/rates-panel.tsx';
import { besides, creditedIn, grantingCredit, type RecordKind } from './record-links.tsx';
import { AutomationPanel } from './runs/automation-panel.tsx';

/** The id in the address, or undefined where there is none that could be one. */
function idIn(params: URLSearchParams, kind: RecordKind): number | undefined {
  const id = Number(params.get(kind));
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

/** Goes back to the screen whose link led here, or does `otherwise` where none did. */
function useReturn(): (otherwise: () => void) => unknown {
  const { state } = useLocation();
  const navigate = useNavigate();
  const to: unknown = (state as { returnTo?: unknown } | null)?.returnTo;
  return (otherwise) => (typeof to === 'string' ? navigate(to, { replace: true }) : otherwise());
}

/** The Billing & Accounts tab (seeds/000 2). */
export function BillingPage() {
  const may = useMay();
  const [params, setParams] = useSearchParams();
  const goBack = useReturn();

  const show = (kind: RecordKind) => (record: { id: number }) =>
    setParams((before) => besides(before, { kind, id: record.id }));
  const hide = () => setParams((before) => besides(before, undefined));
  // In place of the entry in the history: a dialog that was closed is nothing to go back to.
  const grant = (isOpen: boolean) =>
    setParams((before) => grantingCredit(before, isOpen), { replace: true });
  const credited = may('payment.record') ? creditedIn(params) : undefined;
  const invoiceId = idIn(params, 'invoice');
  const paymentId = idIn(params, 'payment');
  return (
    <Page
      title={titleOf('billing')}
      description="Invoices, payments, the monthly run and what follows when nobody pays."
      actions={
        <>
          <ModuleLinks from="billing" />
          <Allowed to="payment.record">
            <ActionButton icon={<EndorsedIcon />} onClick={() => grant(true)}>
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
        </>
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
      {credited !== undefined && (
        <GrantCredit customer={credited} onClose={() => goBack(() => grant(false))} />
      )}
    </Page>
  );
}
