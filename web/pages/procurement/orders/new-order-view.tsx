import { Callout, Intent } from '@blueprintjs/core';
import {
  type Cents,
  type Currency,
  formatUsd,
  parseAmount,
  sspToUsd,
  toDecimal,
  usdToSsp,
  ZERO,
} from '@nimule/core/kernel/money';
import { needsRequisition } from '@nimule/core/procurement/orders/rules';
import { orderCurrencies, type PurchaseOrder } from '@nimule/core/procurement/orders/schema';
import type { Requisition } from '@nimule/core/procurement/requisitions/schema';
import type { ProcurementSettings } from '@nimule/core/procurement/schema';
import { paymentTerms } from '@nimule/core/procurement/suppliers/schema';
import { useMemo, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { useCurrentUser } from '../../../client/session.ts';
import { useMutation } from '../../../client/use-mutation.ts';
import { useRead } from '../../../client/use-read.ts';
import type { LineBoxes } from '../../../parts/procurement/line-boxes.ts';
import { LinesFields } from '../../../parts/procurement/lines-fields.tsx';
import { formatRate, useRateOn } from '../../../parts/rates.ts';
import { useMay } from '../../../ui/allowed.tsx';
import { DateField } from '../../../ui/form/date-field.tsx';
import { FieldRow, SelectField, TextAreaField, TextField } from '../../../ui/form/fields.tsx';
import { useFieldValue } from '../../../ui/form/form.tsx';
import { FormPanel } from '../../../ui/form/form-dialog.tsx';
import { toastWithActions } from '../../../ui/overlay/toaster.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { FormView } from '../form-view.tsx';
import { termsLabels, totalText } from '../procurement-words.ts';
import { SupplierField } from '../suppliers/supplier-field.tsx';
import { useLineAccounts } from './line-accounts.ts';
import {
  deliveryOf,
  itemsOf,
  newOrder,
  newOrderBody,
  newOrderForm,
  tellMissing,
} from './order-form.ts';

const TITLE = 'Create Purchase Order';

interface NewOrderViewProps {
  /** The requisition of which it is made, by the URL. */
  orderOf: number | undefined;
  onShow: (order: { id: number }) => void;
  /** Called after saving. */
  onDone: () => void;
  onBack: () => void;
}

/** The full-page form Create Purchase Order (seeds/002 2 and 5), prefilled from an approved requisition. */
export function NewOrderView({ onBack, ...props }: NewOrderViewProps) {
  const may = useMay();
  const read = useRead('listApprovedRequisitions');
  const settings = useRead('getProcurementSettings');
  return (
    <FormView title={TITLE} back="Purchase orders" onBack={onBack}>
      {may('order.write') ? (
        <Loaded read={read} loading="Loading the approved requisitions…" lines={8}>
          {(requisitions) => (
            <Loaded read={settings} loading="Loading the settings…" lines={8}>
              {(loaded) => <OrderForm {...props} requisitions={requisitions} settings={loaded} />}
            </Loaded>
          )}
        </Loaded>
      ) : (
        <Callout intent={Intent.WARNING}>
          Your role may not make purchase orders. Ask for goods with a requisition.
        </Callout>
      )}
    </FormView>
  );
}

type OrderFormProps = Omit<NewOrderViewProps, 'onBack'> & {
  requisitions: readonly Requisition[];
  settings: ProcurementSettings;
};

function OrderForm({ requisitions, settings, orderOf, onShow, onDone }: OrderFormProps) {
  const isNeeded = needsRequisition(useCurrentUser().role, ZERO, settings);
  const schema = useMemo(() => newOrderForm(isNeeded), [isNeeded]);
  const create = useMutation('createOrder', {
    failure: 'Failed to create purchase order. Please try again.',
  });
  const told = (order: PurchaseOrder) =>
    toastWithActions(
      'Purchase Order Created',
      `${order.poNumber}: ${totalText(order)}, ${order.supplierName}`,
      [{ label: 'Open', onClick: () => onShow(order) }],
    );
  return (
    <FormPanel
      label={TITLE}
      schema={schema}
      initial={newOrder(requisitions.find(({ id }) => id === orderOf))}
      submitLabel={TITLE}
      busyLabel="Creating…"
      focuses
      submitError={create.error}
      toastsFields
      onInvalid={(values) => tellMissing(values as ReturnType<typeof newOrder>, isNeeded)}
      onSubmit={async (typed) => {
        told(await create.run({ body: newOrderBody(typed) }));
        onDone();
      }}
    >
      <OrderFields
        requisitions={requisitions}
        isNeeded={isNeeded}
        limitUsd={settings.freeOrderLimitUsd}
      />
    </FormPanel>
  );
}

interface OrderFieldsProps {
  requisitions: readonly Requisition[];
  /** Whether the caller needs a requisition for every order. */
  isNeeded: boolean;
  /** The largest order without one, in US dollars; null for any. */
  limitUsd: Cents | null;
}

function requisitionHelp({ requisitions, isNeeded, limitUsd }: OrderFieldsProps): string {
  const known =
    requisitions.length === 0
      ? 'No approved requisition is without an order.'
      : 'Its notes and items are taken over.';
  if (isNeeded || limitUsd === null) return known;
  return `${known} Without one an order is at most ${formatUsd(limitUsd)}.`;
}

function requisitionLabel(requisition: Requisition): string {
  const { requisitionId, requestedBy, totalAmountUsd, totalAmountSsp, exchangeRate } = requisition;
  const total = totalText({
    ...{ totalUsd: totalAmountUsd, totalAmount: totalAmountSsp, exchangeRate },
    currency: 'USD',
  });
  return `${requisitionId} · ${requestedBy} · ${total}`;
}

function convert(price: Cents, to: Currency, rate: Cents): Cents {
  return to === 'SSP' ? usdToSsp(price, rate) : sspToUsd(price, rate);
}

function OrderFields(props: OrderFieldsProps) {
  const { requisitions, isNeeded } = props;
  const { setValue, getValues, clearErrors } = useFormContext();
  const rate = useRateOn('');
  const accounts = useLineAccounts();
  const currency: Currency = useFieldValue('currency') === 'SSP' ? 'SSP' : 'USD';
  const isNew = useFieldValue('supplierMode') === 'new';
  const [picked, setPicked] = useState('');
  const prefill = (id: string) => {
    const requisition = requisitions.find((one) => String(one.id) === id);
    if (!requisition) return;
    const inCurrency = (usd: Cents) =>
      currency === 'USD' || rate === undefined ? usd : usdToSsp(usd, rate);
    setValue('notes', requisition.notes, { shouldDirty: true });
    setValue('items', itemsOf(requisition, inCurrency), { shouldDirty: true });
    if (getValues('expectedDelivery') === '')
      setValue('expectedDelivery', deliveryOf(requisition), { shouldDirty: true });
    clearErrors(['requisitionId', 'items']);
  };
  const convertPrices = (to: string) => {
    if (rate === undefined) return;
    const lines: readonly LineBoxes[] = getValues('items');
    for (const [place, { price }] of lines.entries()) {
      const typed = price.trim() === '' ? undefined : parseAmount(price, currency);
      if (typed === undefined) continue;
      setValue(`items.${place}.price`, toDecimal(convert(typed, to as Currency, rate)), {
        shouldDirty: true,
      });
    }
  };
  return (
    <>
      <FieldRow>
        <SelectField
          name="requisitionId"
          label="Requisition"
          none={isNeeded ? 'Choose an approved requisition' : 'Without a requisition'}
          options={requisitions.map((one) => ({
            value: String(one.id),
            label: requisitionLabel(one),
          }))}
          help={requisitionHelp(props)}
          onChosen={prefill}
        />
        <DateField name="orderDate" label="Order date" disabled help="Always today" />
        <DateField name="expectedDelivery" label="Expected delivery date" />
      </FieldRow>
      <FieldRow>
        <SelectField
          name="supplierMode"
          label="Supplier is"
          options={[
            { value: 'existing', label: 'Existing supplier' },
            { value: 'new', label: 'New supplier' },
          ]}
          onChosen={() => clearErrors(['supplierId', 'newSupplier'])}
        />
        {isNew ? (
          <TextField name="newSupplier.name" label="Supplier name" maxLength={200} />
        ) : (
          <SupplierField initialLabel={picked} onPicked={({ name }) => setPicked(name)} />
        )}
        <SelectField
          name="currency"
          label="Currency"
          options={orderCurrencies.map((value) => ({
            value,
            label: value === 'USD' ? 'US dollars (USD)' : 'South Sudanese pounds (SSP)',
          }))}
          onChosen={convertPrices}
          {...(rate === undefined
            ? {}
            : { help: `The order keeps today's rate, ${formatRate(rate)}.` })}
        />
      </FieldRow>
      {isNew && <NewSupplierFields />}
      <LinesFields currency={currency} priceLabel="Unit price" rate={rate} accounts={accounts} />
      <TextAreaField name="notes" label="Notes" rows={3} />
    </>
  );
}

function NewSupplierFields() {
  return (
    <FieldRow>
      <TextField name="newSupplier.contactPerson" label="Contact person" maxLength={200} />
      <TextField name="newSupplier.email" label="Email" type="email" />
      <TextField name="newSupplier.phone" label="Telephone" type="tel" maxLength={40} />
      <SelectField
        name="newSupplier.paymentTerms"
        label="Payment terms"
        options={paymentTerms.map((value) => ({ value, label: termsLabels[value] }))}
      />
    </FieldRow>
  );
}
