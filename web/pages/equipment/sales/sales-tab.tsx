import { Intent } from '@blueprintjs/core';
import { PlusIcon, ShopIcon } from '@blueprintjs/icons';
import { useState } from 'react';
import { useAdding, useShownRecord } from '../../../parts/shown-record.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { AllowedOrDisabled, useMay } from '../../../ui/allowed.tsx';
import { CounterSaleForm, type Sold } from './counter-sale-form.tsx';
import { SaleDrawer } from './sale-drawer.tsx';
import { NewSaleForm } from './sale-forms.tsx';
import { SalesTable } from './sales-table.tsx';
import { SoldDialog } from './sold-dialog.tsx';

/** The buttons of the tab. */
export function SaleButtons() {
  const order = useAdding('sale');
  const counter = useAdding('counter-sale');
  return (
    <>
      <AllowedOrDisabled to="sale.write">
        <ActionButton icon={<PlusIcon />} onClick={order.open}>
          New Sales Order
        </ActionButton>
      </AllowedOrDisabled>
      <AllowedOrDisabled to="sale.write">
        <ActionButton icon={<ShopIcon />} intent={Intent.PRIMARY} onClick={counter.open}>
          Counter Sale
        </ActionButton>
      </AllowedOrDisabled>
    </>
  );
}

/** The tab Sales Orders (seeds/002 2). */
export function SalesTab() {
  const sale = useShownRecord('sale');
  const adding = useAdding('sale');
  return <SalesTable onView={sale.show} onNew={adding.open} />;
}

/** The order of the URL, and the forms of new ones over it. */
export function SaleDialogs() {
  const may = useMay();
  const sale = useShownRecord('sale');
  const order = useAdding('sale');
  const counter = useAdding('counter-sale');
  const [sold, setSold] = useState<Sold>();
  const mayWrite = may('sale.write');
  return (
    <>
      {sale.id !== undefined && <SaleDrawer key={sale.id} id={sale.id} onClose={sale.hide} />}
      {order.isOpen && mayWrite && <NewSaleForm onView={sale.show} onClose={order.close} />}
      {counter.isOpen && mayWrite && <CounterSaleForm onSold={setSold} onClose={counter.close} />}
      {sold && !counter.isOpen && (
        <SoldDialog
          sold={sold}
          onView={(made) => {
            setSold(undefined);
            sale.show(made);
          }}
          onNext={() => {
            setSold(undefined);
            counter.open();
          }}
          onClose={() => setSold(undefined)}
        />
      )}
    </>
  );
}
