import { Intent } from '@blueprintjs/core';
import { PlusIcon, ShoppingCartIcon, TagIcon } from '@blueprintjs/icons';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { titleOf } from '../../app/modules.ts';
import { recordPath } from '../../app/paths.ts';
import { NewRequisitionDialog } from '../../parts/procurement/new-requisition-dialog.tsx';
import { useAdding, useShownRecord } from '../../parts/shown-record.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Allowed, AllowedOrDisabled, useMay } from '../../ui/allowed.tsx';
import { Stack } from '../../ui/layout.tsx';
import { Page } from '../../ui/page.tsx';
import { UrlTabs } from '../../ui/url-tabs.tsx';
import { CountsView } from './counts/counts-view.tsx';
import { AddEquipmentForm } from './form/add-equipment-form.tsx';
import { CategoriesDialog } from './form/categories-dialog.tsx';
import { EquipmentFigures } from './inventory/equipment-figures.tsx';
import { EquipmentTable } from './inventory/equipment-table.tsx';
import { LowStock } from './inventory/low-stock.tsx';
import { EquipmentDrawer } from './item/equipment-drawer.tsx';
import { LoansView } from './loans/loans-view.tsx';
import { MovesTable } from './moves/moves-table.tsx';
import { SaleButtons, SaleDialogs, SalesTab } from './sales/sales-tab.tsx';

/** Sales Management System (seeds/002 2): the inventory and the sales orders. */
export function EquipmentPage() {
  const may = useMay();
  const [params] = useSearchParams();
  const view = params.get('view');
  const item = useShownRecord('equipment');
  const adding = useAdding('equipment');
  const [showsCategories, setShowsCategories] = useState(false);
  const [requests, setRequests] = useState(false);
  const navigate = useNavigate();
  return (
    <Page
      title={titleOf('equipment')}
      description="Equipment in stock, what it cost and what has to be ordered, and its sales."
      actions={
        view === 'sales' ? (
          <SaleButtons />
        ) : (
          <>
            <Allowed to="requisition.create">
              <ActionButton icon={<ShoppingCartIcon />} onClick={() => setRequests(true)}>
                New Requisition
              </ActionButton>
            </Allowed>
            <ActionButton icon={<TagIcon />} onClick={() => setShowsCategories(true)}>
              Categories
            </ActionButton>
            <AllowedOrDisabled to="stock.write">
              <ActionButton icon={<PlusIcon />} intent={Intent.PRIMARY} onClick={adding.open}>
                Add Equipment
              </ActionButton>
            </AllowedOrDisabled>
          </>
        )
      }
    >
      <UrlTabs
        label="Parts of sales management"
        tabs={[
          {
            id: 'inventory',
            title: 'Inventory',
            panel: (
              <Stack>
                <EquipmentFigures />
                <LowStock onView={item.show} />
                <EquipmentTable onView={item.show} onAdd={adding.open} />
              </Stack>
            ),
          },
          { id: 'sales', title: 'Sales Orders', panel: <SalesTab /> },
          { id: 'loans', title: 'On Loan', panel: <LoansView /> },
          { id: 'moves', title: 'Stock Moves', panel: <MovesTable onView={item.show} /> },
          { id: 'counts', title: 'Stock Counts', panel: <CountsView /> },
        ]}
      />
      {requests && (
        <NewRequisitionDialog
          onShow={({ id }) => navigate(recordPath('requisition', id))}
          onClose={() => setRequests(false)}
        />
      )}
      {item.id !== undefined && <EquipmentDrawer key={item.id} id={item.id} onClose={item.hide} />}
      {adding.isOpen && may('stock.write') && (
        <AddEquipmentForm onView={item.show} onClose={adding.close} />
      )}
      <SaleDialogs />
      {showsCategories && <CategoriesDialog onClose={() => setShowsCategories(false)} />}
    </Page>
  );
}
