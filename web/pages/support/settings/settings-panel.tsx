import { priorities } from '@nimule/core/support/schema';
import { z } from 'zod';
import { MailNotice } from '../../../parts/messages/unsent-notice.tsx';
import { SettingsPanel } from '../../../parts/settings.tsx';
import { durationText, hoursAndMinutes } from '../../../parts/tickets/ticket-words.ts';
import {
  CheckField,
  FieldRow,
  NumberField,
  SelectField,
  TextField,
} from '../../../ui/form/fields.tsx';
import { formValuesOf, useFieldValue } from '../../../ui/form/form.tsx';
import { humanize } from '../../../ui/tags.tsx';
import styles from '../support.module.css';
import { boxesOf, settingsForm, settingsOf, weekdays } from './settings-form.ts';

/** Targets by priority, working hours and the daily e-mail. */
export function SupportSettingsPanel() {
  return (
    <SettingsPanel
      title="Settings of support"
      description="Targets apply to new tickets, and to tickets whose priority is changed."
      read="getSupportSettings"
      write="updateSupportSettings"
      schema={settingsForm}
      valuesOf={(settings) => formValuesOf(settingsForm, boxesOf(settings))}
      bodyOf={(typed) => settingsOf(z.decode(settingsForm, typed))}
      lines={8}
      saved="They apply from now on."
    >
      {[...priorities].reverse().map((priority) => (
        <TargetFields key={priority} priority={priority} />
      ))}
      <fieldset className={styles.group}>
        <legend>Working days</legend>
        <div className={styles.days}>
          {weekdays.map(({ name, label }) => (
            <CheckField key={name} name={name} label={label} />
          ))}
        </div>
      </fieldset>
      <FieldRow>
        <TextField name="workFrom" label="Work from" placeholder="08:00" help="In Juba's time." />
        <TextField name="workTo" label="Work to" placeholder="17:00" />
      </FieldRow>
      <MailNotice />
      <CheckField
        name="isDigestOn"
        label="Daily e-mail"
        help="Each morning, to everybody who has tickets that are not resolved."
      />
    </SettingsPanel>
  );
}

function TargetFields({ priority }: { priority: (typeof priorities)[number] }) {
  return (
    <fieldset className={styles.group}>
      <legend>{humanize(priority)}</legend>
      <div className={styles.target}>
        <MinutesField priority={priority} of="Response" label="First response" />
        <MinutesField priority={priority} of="Resolution" label="Resolution" />
        <SelectField
          name={`${priority}Hours`}
          label="Counted in"
          options={[
            { value: 'working', label: 'Working hours' },
            { value: 'calendar', label: 'Hours around the clock' },
          ]}
        />
      </div>
    </fieldset>
  );
}

const MINUTE_MS = 60_000;
const HOUR = 60;

interface MinutesFieldProps {
  priority: (typeof priorities)[number];
  of: 'Response' | 'Resolution';
  label: string;
}

function MinutesField({ priority, of, label }: MinutesFieldProps) {
  const name = `${priority}${of}`;
  const minutes = Number(useFieldValue(name));
  // A day has fewer working hours than 24, so these are not shown as days.
  const text = useFieldValue(`${priority}Hours`) === 'working' ? hoursAndMinutes : durationText;
  const help = minutes >= HOUR ? `= ${text(minutes * MINUTE_MS)}` : 'Empty: no target.';
  return <NumberField name={name} label={label} unit="minutes" help={help} />;
}
