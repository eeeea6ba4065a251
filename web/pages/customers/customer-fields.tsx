import {
  accessTypes,
  bandwidthDoubt,
  contactWays,
  customerInput,
  customerStatuses,
  customerTypes,
  locations,
} from '@nimule/core/customers/schema';
import { dateText } from '@nimule/core/kernel/dates';
import { type Cents, parseCents, toDecimal, ZERO } from '@nimule/core/kernel/money';
import { parsePhone } from '@nimule/core/kernel/phone';
import { type ReactNode, useEffect, useState } from 'react';
import { useRead } from '../../client/use-read.ts';
import { contactLabels } from '../../parts/messages/message-words.ts';
import { accessLabels } from '../../parts/network/network-words.ts';
import { NodeField } from '../../parts/network/node-field.tsx';
import { DateField } from '../../ui/form/date-field.tsx';
import { FieldGroup } from '../../ui/form/field-group.tsx';
import {
  CheckField,
  FieldRow,
  MoneyField,
  NumberField,
  SelectField,
  TextField,
} from '../../ui/form/fields.tsx';
import { useFieldValue, useSetFields } from '../../ui/form/form.tsx';
import { humanize } from '../../ui/tags.tsx';
import { isFlexible, packageOptions, termsOf } from './packages.ts';

/** The start date is required in the form; the contract has a default. */
export const customerForm = customerInput.extend({ serviceStartDate: dateText });

const contactOptions = contactWays.map((value) => ({ value, label: contactLabels[value] }));
const accessOptions = accessTypes.map((value) => ({ value, label: accessLabels[value] }));
const typeOptions = customerTypes.map((value) => ({ value, label: humanize(value) }));

/** Warns about an implausible phone number without rejecting it. */
function PhoneField() {
  const number = parsePhone(String(useFieldValue('phone') ?? ''));
  const [doubt, setDoubt] = useState<string>();
  useEffect(() => {
    let active = true;
    setDoubt(undefined);
    if (number === undefined) return;
    // Numbering plans are large: load them only when a number is typed.
    import('@nimule/core/customers/rules-phone')
      .then(({ phoneDoubt }) => active && setDoubt(phoneDoubt(number)))
      .catch(reportError);
    return () => {
      active = false;
    };
  }, [number]);
  return (
    <TextField name="phone" label="Phone" type="tel" placeholder="+211 912 345 678" help={doubt} />
  );
}

interface CustomerFieldsProps {
  /** The status field, only in the edit form. */
  status?: { help?: ReactNode };
  /** Name of the node in the edit form. */
  nodeName?: string;
}

/** Fields shared by the add and edit forms. */
export function CustomerFields({ status, nodeName }: CustomerFieldsProps) {
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
        <SelectField
          name="contactBy"
          label="Contact by"
          options={contactOptions}
          help="For messages about the account."
        />
        <CheckField
          name="refusesNews"
          label="No offers or news"
          help="Messages about the account are still sent."
        />
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
      <ConnectionFields {...(nodeName === undefined ? {} : { nodeName })} />
    </>
  );
}

/** Where and how the customer is connected, for technicians. */
function ConnectionFields({ nodeName }: { nodeName?: string }) {
  return (
    <FieldGroup legend="Connection">
      <FieldRow>
        <NodeField {...(nodeName === undefined ? {} : { initialLabel: nodeName })} />
        <SelectField
          name="accessType"
          label="Access type"
          options={accessOptions}
          none="Not known"
        />
      </FieldRow>
      <FieldRow>
        <TextField name="ipAddress" label="IP address" maxLength={45} placeholder="10.20.0.7" />
        <TextField
          name="macAddress"
          label="MAC address"
          maxLength={30}
          placeholder="00:1a:2b:3c:4d:5e"
        />
      </FieldRow>
      <FieldRow>
        <TextField name="deviceSerial" label="Router or ONU serial number" maxLength={60} />
        <TextField name="port" label="Port" maxLength={60} placeholder="OLT 1/3/12" />
      </FieldRow>
    </FieldGroup>
  );
}

/** Shows the value that will be stored if the input is not a whole number (decision 48). */
function BandwidthField({ locked }: { locked: boolean }) {
  const doubt = bandwidthDoubt(String(useFieldValue('bandwidth') ?? ''));
  return (
    <NumberField name="bandwidth" label="Bandwidth" unit="Mbps" disabled={locked} help={doubt} />
  );
}

/** A fixed package sets and locks bandwidth and monthly fee; the Flexible Plan unlocks them. */
function PackageFields({ rate }: { rate: Cents | undefined }) {
  const locked = !isFlexible(useFieldValue('packageType'));
  const isFree = parseCents(useFieldValue('monthlyFeeUsd')) === ZERO;
  const fill = useSetFields();
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
