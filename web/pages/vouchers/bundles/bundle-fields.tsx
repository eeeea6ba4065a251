import type { Cents } from '@nimule/core/kernel/money';
import { bundleInput, bundleTypes } from '@nimule/core/vouchers/schema';
import { useRead } from '../../../client/use-read.ts';
import {
  FieldRow,
  MoneyField,
  NumberField,
  SelectField,
  TextAreaField,
  TextField,
} from '../../../ui/form/fields.tsx';
import { useFieldValue } from '../../../ui/form/form.tsx';
import { useProposedValue } from '../../../ui/form/proposed-value.ts';
import { bundleTypeLabels } from '../voucher-words.tsx';

/** Whether it is on sale is changed in the list. */
export const bundleForm = bundleInput.omit({ isActive: true });

/** The usual bundles (seeds/002 2). */
export const TEMPLATE_HINT =
  'Daily 500MB-2GB 1 day; Weekly 2GB-10GB 7 days; Monthly 10GB-50GB 30 days';

/** Pounds for one dollar of a bundle's price, today. */
function useVoucherRate(): Cents | undefined {
  return useRead('currentRates').data?.voucher;
}

/** The fields of a bundle (seeds/002 5); the price in pounds follows from the voucher rate. */
export function BundleFields() {
  const rate = useVoucherRate();
  const isUnlimited = useFieldValue('bundleType') === 'unlimited';
  const data = useFieldValue('dataAllowanceMB');
  useProposedValue('dataAllowanceMB', isUnlimited ? '0' : data === '0' ? '' : undefined);
  return (
    <>
      <TextField name="name" label="Name" maxLength={100} />
      <FieldRow>
        <SelectField
          name="bundleType"
          label="Bundle type"
          options={bundleTypes.map((value) => ({ value, label: bundleTypeLabels[value] }))}
        />
        <MoneyField name="priceUsd" label="Price (USD)" rate={rate} />
      </FieldRow>
      <FieldRow>
        <NumberField
          name="dataAllowanceMB"
          label="Data allowance"
          unit="MB"
          {...(isUnlimited ? { help: '0: the data are unlimited' } : {})}
        />
        <NumberField name="validityDays" label="Validity" unit="days" />
      </FieldRow>
      <NumberField name="speedMbps" label="Speed limit" unit="Mbps" />
      <TextAreaField name="description" label="Description" rows={2} />
    </>
  );
}
