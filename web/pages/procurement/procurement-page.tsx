import { Intent } from '@blueprintjs/core';
import { PlusIcon } from '@blueprintjs/icons';
import { titleOf } from '../../app/modules.ts';
import { NewRequisitionDialog } from '../../parts/procurement/new-requisition-dialog.tsx';
import { useAdding, useShownRecord } from '../../parts/shown-record.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { AllowedOrDisabled, useMay } from '../../ui/allowed.tsx';
import { Page } from '../../ui/page.tsx';
import { UrlTabs } from '../../ui/url-tabs.tsx';
import { BillDrawer } from './bills/bill-drawer.tsx';
import { BillsView } from './bills/bills-view.tsx';
import { ExportData } from './export-data.tsx';
import { NewOrderView } from './orders/new-order-view.tsx';
import { OrderDrawer } from './orders/order-drawer.tsx';
import { OrderTable } from './orders/order-table.tsx';
import { AnalyticsTab } from './overview/analytics-tab.tsx';
import { OverviewTab } from './overview/overview-tab.tsx';
import { useView } from './procurement-url.ts';
import { NewRequisitionView } from './requisitions/new-requisition.tsx';
import { RequisitionDrawer } from './requisitions/requisition-drawer.tsx';
import { RequisitionTable } from './requisitions/requisition-table.tsx';
import { SupplierDrawer } from './suppliers/supplier-drawer.tsx';
import { AddSupplierForm } from './suppliers/supplier-form.tsx';
import { SupplierTable } from './suppliers/supplier-table.tsx';

/** Procurement Management (seeds/002 2). */
export function ProcurementPage() {
  const may = useMay();
  const { view, show } = useView();
  const adding = useAdding('supplier');
  return (
    <Page
      title={titleOf('procurement')}
      description="What the company needs, orders, receives and owes to its suppliers."
      actions={
        <>
          <ExportData view={view} />
          <AllowedOrDisabled to="supplier.write">
            <ActionButton icon={<PlusIcon />} onClick={adding.open}>
              Add Supplier
            </ActionButton>
          </AllowedOrDisabled>
          <AllowedOrDisabled to="order.write">
            <ActionButton
              icon={<PlusIcon />}
              intent={Intent.PRIMARY}
              onClick={() => show('new-order')}
            >
              New Purchase Order
            </ActionButton>
          </AllowedOrDisabled>
        </>
      }
    >
      <Content />
      <Drawers />
      {adding.isOpen && may('supplier.write') && <AddSupplierForm onClose={adding.close} />}
    </Page>
  );
}

/** The tabs, or the view that is open in their place. */
function Content() {
  const { view, orderOf, show } = useView();
  const order = useShownRecord('purchase-order');
  const requisition = useShownRecord('requisition');
  const supplier = useShownRecord('supplier');
  const bill = useShownRecord('bill');
  const adding = useAdding('supplier');
  if (view === 'new-order')
    return (
      <NewOrderView
        key={orderOf}
        orderOf={orderOf}
        onShow={order.show}
        onDone={() => show('orders', {}, true)}
        onBack={() => show('orders')}
      />
    );
  if (view === 'new-requisition')
    return (
      <NewRequisitionView
        onShow={requisition.show}
        onDone={() => show('requisitions', {}, true)}
        onBack={() => show('requisitions')}
      />
    );
  if (view === 'bills') return <BillsView onView={bill.show} onBack={() => show('suppliers')} />;
  return (
    <UrlTabs
      label="Parts of procurement"
      tabs={[
        { id: 'overview', title: 'Overview', panel: <OverviewTab /> },
        {
          id: 'requisitions',
          title: 'Requisitions',
          panel: (
            <RequisitionTable onView={requisition.show} onNew={() => show('new-requisition')} />
          ),
        },
        {
          id: 'orders',
          title: 'Purchase Orders',
          panel: <OrderTable onView={order.show} onNew={() => show('new-order')} />,
        },
        {
          id: 'suppliers',
          title: 'Suppliers',
          panel: <SupplierTable onView={supplier.show} onAdd={adding.open} />,
        },
        { id: 'analytics', title: 'Analytics', panel: <AnalyticsTab /> },
      ]}
    />
  );
}

/** The record of the URL, and the dialog for a new requisition over it. */
function Drawers() {
  const may = useMay();
  const order = useShownRecord('purchase-order');
  const requisition = useShownRecord('requisition');
  const supplier = useShownRecord('supplier');
  const bill = useShownRecord('bill');
  const adding = useAdding('requisition');
  return (
    <>
      {order.id !== undefined && <OrderDrawer key={order.id} id={order.id} onClose={order.hide} />}
      {requisition.id !== undefined && (
        <RequisitionDrawer
          key={requisition.id}
          id={requisition.id}
          onNew={adding.open}
          onClose={requisition.hide}
        />
      )}
      {supplier.id !== undefined && (
        <SupplierDrawer key={supplier.id} id={supplier.id} onClose={supplier.hide} />
      )}
      {bill.id !== undefined && <BillDrawer key={bill.id} id={bill.id} onClose={bill.hide} />}
      {adding.isOpen && may('requisition.create') && (
        <NewRequisitionDialog onShow={requisition.show} onClose={adding.close} />
      )}
    </>
  );
}
