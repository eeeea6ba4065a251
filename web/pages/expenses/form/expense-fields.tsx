import { accounts, expenseTypes } from '@nimule/core/expenses/schema';
import { useEffect } from 'react';
import { FieldRow, SelectField } from '../../../ui/form/fields.tsx';
import { useFieldValue, useSetFields } from '../../../ui/form/form.tsx';
import { humanize } from '../../../ui/tags.tsx';
import { accountLabels, categoriesFor, fits, typeLabels } from '../expense-words.ts';

const typeOptions = expenseTypes.map((value) => ({ value, label: typeLabels[value] }));
const accountOptions = accounts.map((value) => ({ value, label: accountLabels[value] }));

interface KindFieldsProps {
  /** The category that the edited record has, which is offered even if the form does not offer it otherwise. */
  kept?: string | undefined;
}

/** Type and category; changing the type clears the category (seeds/001 4), as no category is of two types. */
export function KindFields({ kept }: KindFieldsProps) {
  const fill = useSetFields();
  const type = useFieldValue('expenseType');
  const category = useFieldValue('category');
  const isForeign = category !== '' && !fits(type, category);
  // Also after a draft was restored.
  useEffect(() => {
    if (isForeign) fill({ category: '' });
  });
  return (
    <FieldRow>
      <SelectField name="expenseType" label="Expense type" options={typeOptions} />
      <SelectField
        name="category"
        label="Category"
        none="Choose a category"
        options={categoriesFor(type, kept).map((value) => ({ value, label: humanize(value) }))}
      />
    </FieldRow>
  );
}

export function AccountField() {
  return <SelectField name="account" label="Payment account" options={accountOptions} />;
}
