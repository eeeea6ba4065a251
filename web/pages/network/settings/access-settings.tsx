import { ResetIcon, UnlockIcon } from '@blueprintjs/icons';
import { accessSettings } from '@nimule/core/access/schema';
import { formatInstant } from '@nimule/core/kernel/dates';
import { useState } from 'react';
import { everybodyUntil, useAccessSettings } from '../../../parts/access/enforcement.ts';
import { SettingsPanel } from '../../../parts/settings.tsx';
import { ActionButton } from '../../../ui/action-button.tsx';
import { AllowedOrDisabled } from '../../../ui/allowed.tsx';
import { FieldRow, NumberField, SelectField, TextField } from '../../../ui/form/fields.tsx';
import { useFieldValue } from '../../../ui/form/form.tsx';
import { Stack } from '../../../ui/layout.tsx';
import { EndEverybodyDialog, EverybodyForm } from '../access/everybody-form.tsx';
import { ProfilesPanel } from './profiles-panel.tsx';

const form = accessSettings.omit({ everybodyUntil: true });

/** What the network enforces, and what packages give beyond their bandwidth. */
export function AccessSettingsPanels() {
  return (
    <Stack>
      <SettingsPanel
        title="Settings of access"
        description="What routers are told about sign-ins; they learn it from FreeRADIUS."
        read="getAccessSettings"
        write="updateAccessSettings"
        schema={form}
        lines={6}
        saved={({ enforced }) =>
          enforced
            ? 'Suspensions are applied from now on.'
            : 'Suspensions are shown and not applied.'
        }
        actions={<Everybody />}
      >
        <EnforcedField />
        <FieldRow>
          <SelectField
            name="suspended"
            label="Suspended customers get"
            options={[
              { value: 'garden', label: 'The payment page alone' },
              { value: 'off', label: 'A refusal' },
            ]}
          />
          <TextField
            name="gardenList"
            label="List of the garden"
            maxLength={60}
            help="Address list (MikroTik) or filter in which routers put who is suspended."
          />
        </FieldRow>
        <FieldRow>
          <NumberField
            name="interimSeconds"
            label="Between reports"
            unit="seconds"
            help="How often routers report usage. The script of a router has it too."
          />
          <NumberField name="keepSessionsDays" label="Keep ended sessions" unit="days" />
        </FieldRow>
        <SelectField
          name="accountForNewCustomers"
          label="Account for a new customer"
          options={[
            { value: 'none', label: 'None' },
            { value: 'pppoe', label: 'PPPoE' },
            { value: 'hotspot', label: 'Hotspot' },
          ]}
          help="Added seconds after the customer, with a user name that follows from the customer number. Imports add those that their file names."
        />
      </SettingsPanel>
      <ProfilesPanel />
    </Stack>
  );
}

/** 'Observe only' or 'Enforce', with what that means. */
function EnforcedField() {
  const isEnforced = useFieldValue('enforced') === 'true';
  return (
    <SelectField
      name="enforced"
      label="Suspensions"
      options={[
        { value: 'false', label: 'Observe only' },
        { value: 'true', label: 'Enforce' },
      ]}
      help={
        isEnforced
          ? 'Routers refuse or redirect suspended and Inactive customers; open sessions are changed or ended within seconds.'
          : 'The lists show what would be done to whom. Only unknown names and wrong passwords are refused, and no session is changed.'
      }
    />
  );
}

/** Lets everybody on at all routers, or says until when that is so. */
function Everybody() {
  const settings = useAccessSettings();
  const [dialog, setDialog] = useState<'begin' | 'end'>();
  const close = () => setDialog(undefined);
  const until = settings && everybodyUntil(settings);
  return (
    <>
      {until && <span className="quiet">Everybody is on until {formatInstant(until)}</span>}
      <AllowedOrDisabled to="access.enforce">
        {until ? (
          <ActionButton icon={<ResetIcon />} onClick={() => setDialog('end')}>
            Apply suspensions again
          </ActionButton>
        ) : (
          <ActionButton icon={<UnlockIcon />} onClick={() => setDialog('begin')}>
            Let everybody on
          </ActionButton>
        )}
      </AllowedOrDisabled>
      {dialog === 'begin' && <EverybodyForm onClose={close} />}
      {dialog === 'end' && <EndEverybodyDialog onClose={close} />}
    </>
  );
}
