import { Intent } from '@blueprintjs/core';
import { DollarIcon, EndorsedIcon, TimeIcon } from '@blueprintjs/icons';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { titleOf } from '../../app/modules.ts';
import { ModuleLinks } from '../../app/modules/module-links.tsx';
import { paths } from '../../app/paths.ts';
import { withPaymentDialog } from '../../app/payment-dialog-url.ts';
import { InsightsButton } from '../../parts/insights/insights-button.tsx';
import { useShownRecord } from '../../parts/shown-record.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Allowed, useMay } from '../../ui/allowed.tsx';
import { Stack } from '../../ui/layout.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Page } from '../../ui/page.tsx';
import { UrlTabs } from '../../ui/url-tabs.tsx';
import { creditCustomerIn, refundCustomerIn, withCreditDialog } from './billing-url.ts';
import { DisconnectPanel } from './disconnect/disconnect-panel.tsx';
import { InvoiceDrawer } from './invoices/invoice-detail.tsx';
import { InvoiceTable } from './invoices/invoice-table.tsx';
import { DisputesTable } from './invoices/disputes-table.tsx';
import { ManualInvoicePanel } from './invoices/manual-invoice-form.tsx';
import { OverviewCards } from './invoices/overview-cards.tsx';
import { GrantCredit } from './payments/grant-credit-form.tsx';
import { PaymentDrawer } from './payments/payment-detail.tsx';
import { PaymentsView } from './payments/payments-view.tsx';
import { RefundCredit } from './payments/refund-form.tsx';
import { ProfitPanel } from './rates/profit-panel.tsx';
import { RatesPanel } from './rates/rates-panel.tsx';
import { AutomationPanel } from './runs/automation-panel.tsx';

/** Returns to the screen that linked here; calls `otherwise` if there is none. */
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
  const invoice = useShownRecord('invoice');
  const payment = useShownRecord('payment');

  // Replaces the history entry, so that back does not reopen the dialog.
  const grant = (isOpen: boolean) =>
    setParams((before) => withCreditDialog(before, isOpen), { replace: true });
  const mayRecord = may('payment.record');
  const credited = mayRecord ? creditCustomerIn(params) : undefined;
  const refunded = mayRecord ? refundCustomerIn(params) : undefined;
  return (
    <Page
      title={titleOf('billing')}
      description="Invoices, payments, the monthly run and what follows when nobody pays."
      actions={
        <>
          <ModuleLinks from="billing" />
          <InsightsButton />
          <Allowed to="report.read">
            <LinkButton icon={<TimeIcon />} to={paths.ownReport('ageing', { olderThan: '60' })}>
              Owed over 60 days
            </LinkButton>
          </Allowed>
          <Allowed to="payment.record">
            <ActionButton icon={<EndorsedIcon />} onClick={() => grant(true)}>
              Grant Credit
            </ActionButton>
            <ActionButton
              icon={<DollarIcon />}
              intent={Intent.PRIMARY}
              onClick={() => setParams((before) => withPaymentDialog(before, ''))}
            >
              Record Payment
            </ActionButton>
          </Allowed>
        </>
      }
    >
      <UrlTabs
        label="Parts of billing"
        tabs={[
          {
            id: 'invoices',
            title: 'Invoices',
            panel: (
              <Stack>
                <OverviewCards />
                <InvoiceTable onView={invoice.show} />
              </Stack>
            ),
          },
          {
            id: 'payments',
            title: 'Payments',
            panel: <PaymentsView onView={payment.show} />,
          },
          { id: 'disputes', title: 'Disputes', panel: <DisputesTable onView={invoice.show} /> },
          { id: 'manual', title: 'Manual invoice', panel: <ManualInvoicePanel /> },
          {
            id: 'automation',
            title: 'Automation',
            panel: (
              <Stack>
                <AutomationPanel />
              </Stack>
            ),
          },
          { id: 'disconnect', title: 'Auto-disconnect', panel: <DisconnectPanel /> },
          {
            id: 'rates',
            title: 'Rates & profit',
            panel: (
              <Stack>
                <RatesPanel />
                <ProfitPanel />
              </Stack>
            ),
          },
        ]}
      />
      {invoice.id !== undefined && <InvoiceDrawer id={invoice.id} onClose={invoice.hide} />}
      {invoice.id === undefined && payment.id !== undefined && (
        <PaymentDrawer id={payment.id} onClose={payment.hide} />
      )}
      {credited !== undefined && (
        <GrantCredit customer={credited} onClose={() => goBack(() => grant(false))} />
      )}
      {refunded !== undefined && (
        <RefundCredit customer={refunded} onClose={() => goBack(() => grant(false))} />
      )}
    </Page>
  );
}
