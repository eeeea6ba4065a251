import { emailAddress } from '@nimule/core/kernel/contact';
import type { Cents } from '@nimule/core/kernel/money';
import { optionalText } from '@nimule/core/kernel/text';
import {
  orderCurrencies,
  orderStatuses,
  type PurchaseOrder,
} from '@nimule/core/procurement/orders/schema';
import type { Requisition } from '@nimule/core/procurement/requisitions/schema';
import { paymentTerms } from '@nimule/core/procurement/suppliers/schema';
import { z } from 'zod';
import {
  boxesOfOrder,
  boxesOfRequisition,
  deliveryBox,
  EMPTY_LINE,
  linesOfOrder,
  NO_DATE,
  orderLines,
} from '../../../parts/procurement/line-boxes.ts';
import { box } from '../../../ui/form/text-box.ts';
import { toastError } from '../../../ui/overlay/toaster.tsx';
import { today } from '../../../ui/today.ts';

/** seeds/002 5. */
const NO_REQUISITION = 'Please select an approved requisition';
const NO_SUPPLIER = 'Please select a supplier';
const NO_SUPPLIER_NAME = 'Please enter supplier name';

const notes = z.string().max(2000, 'The notes are too long: at most 2000 characters.');

const fields = z.object({
  requisitionId: z.string(),
  supplierMode: z.enum(['existing', 'new']),
  supplierId: z.string(),
  newSupplier: z.object({
    name: box(optionalText('The supplier name', 200)),
    contactPerson: box(optionalText('The contact person', 200)),
    email: box(emailAddress),
    phone: box(optionalText('The telephone number', 40)),
    paymentTerms: z.enum(paymentTerms),
  }),
  orderDate: z.string(),
  expectedDelivery: deliveryBox,
  currency: z.enum(orderCurrencies),
  notes,
  items: linesOfOrder,
});
export type NewOrderValues = z.input<typeof fields>;
type Missing = Pick<
  NewOrderValues,
  'requisitionId' | 'supplierMode' | 'supplierId' | 'newSupplier'
>;

/** Messages for what is missing, in the order of the specification, by field. */
function missingOf(values: Missing, needsRequisition: boolean): [field: string, message: string][] {
  const { requisitionId, supplierMode, supplierId, newSupplier } = values;
  const isNew = supplierMode === 'new';
  return [
    ...(needsRequisition && requisitionId === ''
      ? ([['requisitionId', NO_REQUISITION]] as [string, string][])
      : []),
    ...(!isNew && supplierId === '' ? ([['supplierId', NO_SUPPLIER]] as [string, string][]) : []),
    ...(isNew && newSupplier.name.trim() === ''
      ? ([['newSupplier.name', NO_SUPPLIER_NAME]] as [string, string][])
      : []),
  ];
}

/** Create Purchase Order. Only who approves orders makes one without a requisition. */
export function newOrderForm(needsRequisition: boolean) {
  return fields.superRefine((values, ctx) => {
    for (const [field, message] of missingOf(values, needsRequisition))
      ctx.addIssue({ code: 'custom', path: field.split('.'), message });
  });
}

/** The first message of the specification for what is missing. */
export function tellMissing(values: NewOrderValues, needsRequisition: boolean): void {
  const [missing] = missingOf(values, needsRequisition);
  if (missing) toastError(missing[1]);
  else if (values.expectedDelivery.trim() === '') toastError(NO_DATE);
}

/** The day on which a requisition needs its goods, if that is still to come. */
export function deliveryOf({ expectedDeliveryDate }: Requisition): string {
  return expectedDeliveryDate >= today() ? expectedDeliveryDate : '';
}

/**
 * A new order, of a requisition if there is one: notes and items are prefilled (seeds/002 5), and the expected delivery
 * proposed.
 */
export function newOrder(requisition: Requisition | undefined): NewOrderValues {
  return {
    requisitionId: requisition ? String(requisition.id) : '',
    supplierMode: 'existing',
    supplierId: '',
    newSupplier: { name: '', contactPerson: '', email: '', phone: '', paymentTerms: 'NET 30' },
    orderDate: today(),
    expectedDelivery: requisition ? deliveryOf(requisition) : '',
    currency: 'USD',
    notes: requisition?.notes ?? '',
    items: requisition ? boxesOfRequisition(requisition) : [EMPTY_LINE],
  };
}

/** The items of a requisition, with prices in the currency of the order. */
export function itemsOf(requisition: Requisition | undefined, priceOf: (usd: Cents) => Cents) {
  return requisition ? boxesOfRequisition(requisition, priceOf) : [EMPTY_LINE];
}

export function newOrderBody(values: NewOrderValues) {
  const { requisitionId, supplierMode, supplierId, newSupplier, items } = values;
  const { expectedDelivery, currency } = values;
  return {
    requisitionId: requisitionId === '' ? null : Number(requisitionId),
    supplierMode,
    ...(supplierMode === 'new' ? { newSupplier } : { supplierId: Number(supplierId) }),
    expectedDelivery,
    currency,
    notes: values.notes,
    items: orderLines(items),
  };
}

/** The edit dialog: a received quantity lies between 0 and the ordered one (seeds/002 5). */
export const editOrderForm = z
  .object({
    expectedDelivery: deliveryBox,
    status: z.enum(orderStatuses),
    notes,
    reason: z.string().max(500, 'The reason is too long: at most 500 characters.'),
    items: linesOfOrder,
  })
  .superRefine(({ items }, ctx) => {
    for (const [place, { quantity, received }] of items.entries()) {
      if (Number(received) <= Number(quantity)) continue;
      const message = `The received quantity must lie between 0 and ${quantity}.`;
      ctx.addIssue({ code: 'custom', path: ['items', place, 'received'], message });
    }
  });

export function editValuesOf(order: PurchaseOrder): z.input<typeof editOrderForm> {
  const { expectedDelivery, status } = order;
  return {
    ...{ expectedDelivery, status, notes: order.notes, reason: '' },
    items: boxesOfOrder(order),
  };
}

export function editBody({ items, ...head }: z.input<typeof editOrderForm>, version: number) {
  return { ...head, items: orderLines(items, { received: true }), version };
}
