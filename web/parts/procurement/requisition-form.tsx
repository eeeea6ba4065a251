import { optionalText, requiredLines } from '@nimule/core/kernel/text';
import { priorities, type Requisition } from '@nimule/core/procurement/requisitions/schema';
import { z } from 'zod';
import { DateField } from '../../ui/form/date-field.tsx';
import { FieldRow, SelectField, TextAreaField, TextField } from '../../ui/form/fields.tsx';
import { box, filledBox } from '../../ui/form/text-box.ts';
import { toastError } from '../../ui/overlay/toaster.tsx';
import { humanize } from '../../ui/tags.tsx';
import { useRateOn } from '../rates.ts';
import {
  boxesOfRequisition,
  deliveryBox,
  EMPTY_LINE,
  filledLines,
  type LineBoxes,
  lines,
  NO_DATE,
  NO_ITEM,
  requisitionLines,
  someLines,
} from './line-boxes.ts';
import { LinesFields } from './lines-fields.tsx';

/** The full-page form: the justification is optional, and blank items are left out (seeds/002 5). */
export const requisitionForm = z.object({
  expectedDeliveryDate: deliveryBox,
  department: box(optionalText('The department', 100)),
  priority: z.enum(priorities),
  notes: z.string().max(2000, 'The justification is too long: at most 2000 characters.'),
  items: someLines,
});

/** The dialog: the business justification and each item's description are required (seeds/002 5). */
export const requisitionDialogForm = requisitionForm.extend({
  notes: filledBox(requiredLines('The business justification', 2000)),
  items: lines,
});

type Values = z.input<typeof requisitionForm>;

/** seeds/002 9. */
export function newRequisition(): Values {
  return {
    expectedDeliveryDate: '',
    department: 'General',
    priority: 'medium',
    notes: '',
    items: [EMPTY_LINE],
  };
}

export function valuesOf(requisition: Requisition): Values {
  const { expectedDeliveryDate, department, priority, notes } = requisition;
  const items = boxesOfRequisition(requisition);
  return { expectedDeliveryDate, department, priority, notes, items };
}

/** What is sent of the form. */
export function bodyOf({ items, ...head }: Values) {
  return { ...head, items: requisitionLines(items) };
}

/** The messages of the specification for what is missing (seeds/002 5). */
export function tellMissing({
  expectedDeliveryDate = '',
  items,
}: {
  expectedDeliveryDate?: string;
  items?: readonly LineBoxes[] | '';
}): void {
  if (expectedDeliveryDate.trim() === '') toastError(NO_DATE);
  else if (filledLines(items || []).every(({ description }) => description.trim() === ''))
    toastError(NO_ITEM);
}

interface RequisitionFieldsProps {
  notesLabel: string;
}

export function RequisitionFields({ notesLabel }: RequisitionFieldsProps) {
  // A requisition is in dollars; pounds are shown at today's rate.
  const rate = useRateOn('');
  return (
    <>
      <FieldRow>
        <DateField name="expectedDeliveryDate" label="Expected delivery date" />
        <TextField name="department" label="Department" maxLength={100} />
        <SelectField
          name="priority"
          label="Priority"
          options={priorities.map((value) => ({ value, label: humanize(value) }))}
        />
      </FieldRow>
      <TextAreaField name="notes" label={notesLabel} rows={3} />
      <LinesFields currency="USD" priceLabel="Unit cost" rate={rate} />
    </>
  );
}
