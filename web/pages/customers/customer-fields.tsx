import {
  bandwidthDoubt,
  customerInput,
  customerStatuses,
  customerTypes,
  locations,
  parsePhone,
} from '@nimule/core/customers/schema';
import { dateText } from '@nimule/core/kernel/dates';
import { type Cents, parseCents, toDecimal, ZERO } from '@nimule/core/kernel/money';
import { type ReactNode, useEffect, useState } from 'react';
import { useRead } from '../../client/use-read.ts';
import { DateField } from '../../ui/form/date-field.tsx';
import {
  FieldRow,
  MoneyField,
  NumberField,
  SelectField,
  TextField,
} from '../../ui/form/fields.tsx';
import { useBox, useFill } from '../../ui/form/form.tsx';
import { inWords } from '../../ui/tags.tsx';
import { isFlexible, packageOptions, termsOf } from './packages.ts';

/** The form says a start date; the default of the contract is for calls without a form. */
export const customerForm = customerInput.extend({ serviceStartDate: dateText });

const typeOptions = customerTypes.map((value) => ({ value, label: inWords(value) }));

/** Says beneath the box where the number is one that nobody is known to have; that refuses nothing. */
function PhoneField() {
  const number = parsePhone(String(useBox('phone') ?? ''));
  const [doubt, setDoubt] = useState<string>();
  useEffect(() => {
    let isWanted = true;
    setDoubt(undefined);
    if (number === undefined) return;
    // The numbering plans of the world are for those who type a number.
    import('@nimule/core/customers/rules-phone')
      .then(({ phoneDoubt }) => isWanted && setDoubt(phoneDoubt(number)))
      .catch(reportError);
    return () => {
      isWanted = false;
    };
  }, [number]);
  return (
    <TextField name="phone" label="Phone" type="tel" placeholder="+211 912 345 678" help={doubt} />
  );
}

interface CustomerFieldsProps {
  /** Shown under the status, which only an edit offers. */
  status?: { help?: ReactNode };
}

/** What is asked of a customer, alike in Add and Edit. */
export function CustomerFields({ status }: CustomerFieldsProps) {
  const rate = useRead('currentRates').data?.standard;
  return (
    <>
      <FieldRow>
        <TextField name="name" label="Name" maxLength={200} />
        <SelectField name="type" label="Type" options={typeOptions} />
      </FieldRow>
      <FieldRow>
        <TextField name="email" label="E-mail" type="email" placeholder="name@example.com" />
        <PhoneField />
      </FieldRow>
      <FieldRow>
        <SelectField name="location" label="Location" options={locations} />
        <TextField name="address" label="Address" maxLength={500} />
      </FieldRow>
      <PackageFields rate={rate} />
      <FieldRow>
        <MoneyField name="connectionFeeUsd" label="Connection fee, once (USD)" rate={rate} />
        <MoneyField name="otherExpensesUsd" label="Other expenses, monthly (USD)" rate={rate} />
      </FieldRow>
      <FieldRow>
        <DateField name="serviceStartDate" label="Service start date" />
        <DateField name="installationDate" label="Installation date" />
        {status && (
          <SelectField
            name="status"
            label="Status"
            options={customerStatuses}
            {...(status.help ? { help: status.help } : {})}
          />
        )}
      </FieldRow>
    </>
  );
}

/** Says beneath the box what is stored where something else than a whole number was typed (decision 48). */
function BandwidthField({ locked }: { locked: boolean }) {
  const doubt = bandwidthDoubt(String(useBox('bandwidth') ?? ''));
  return (
    <NumberField name="bandwidth" label="Bandwidth" unit="Mbps" disabled={locked} help={doubt} />
  );
}

/** Choosing a package fills bandwidth and monthly fee and locks both; the Flexible Plan asks for them. */
function PackageFields({ rate }: { rate: Cents | undefined }) {
  const locked = !isFlexible(useBox('packageType'));
  const isFree = parseCents(useBox('monthlyFeeUsd')) === ZERO;
  const fill = useFill();
  const choose = (name: string) => {
    fill(termsOf(name) ?? { bandwidth: '0', monthlyFeeUsd: toDecimal(ZERO) });
  };
  return (
    <>
      <SelectField
        name="packageType"
        label="Package"
        options={packageOptions}
        onChosen={choose}
        help={
          locked
            ? 'Bandwidth and monthly fee come with the package.'
            : 'Enter the bandwidth and the fee that were agreed.'
        }
      />
      <FieldRow>
        <BandwidthField locked={locked} />
        <MoneyField name="monthlyFeeUsd" label="Monthly fee (USD)" rate={rate} disabled={locked} />
      </FieldRow>
      {isFree && <p className="quiet">With a monthly fee of zero no subscription is billed.</p>}
    </>
  );
}
