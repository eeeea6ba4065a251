import { EditIcon } from '@blueprintjs/icons';
import { hrSettings } from '@nimule/core/hr/schema';
import { useState } from 'react';
import { useRead } from '../../../client/use-read.ts';
import { daysText } from '../../../parts/leave/leave-words.tsx';
import { SettingsDialog } from '../../../parts/settings.tsx';
import { ActionButton } from '../../../ui/action-button.tsx';
import { AllowedOrDisabled } from '../../../ui/allowed.tsx';
import { numberText } from '../../../ui/counted.ts';
import { CheckField, FieldRow, NumberField } from '../../../ui/form/fields.tsx';
import { Panel } from '../../../ui/page.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { KeyValues } from '../../../ui/values.tsx';

const counts = (does: boolean) => (does ? 'Count as leave' : 'Do not count as leave');

/** The company's rules for leave and overtime. */
export function RulesPanel() {
  const read = useRead('getHrSettings');
  const [isEditing, setEditing] = useState(false);
  return (
    <Panel
      title="Rules for leave and overtime"
      actions={
        <AllowedOrDisabled to="hr.write">
          <ActionButton icon={<EditIcon />} onClick={() => setEditing(true)}>
            Change rules
          </ActionButton>
        </AllowedOrDisabled>
      }
    >
      <Loaded read={read} loading="Loading the rules…" lines={2}>
        {(settings) => (
          <KeyValues
            items={[
              { label: 'Week-ends', value: counts(settings.countWeekends) },
              { label: 'Public holidays', value: counts(settings.countHolidays) },
              {
                label: 'Annual leave carried over',
                value: `At most ${daysText(settings.carryOverDays)}`,
              },
              { label: 'Working hours of a month', value: numberText(settings.monthHours) },
              { label: 'An hour of overtime is paid', value: `${settings.overtimePercent}%` },
            ]}
          />
        )}
      </Loaded>
      {isEditing && <RulesDialog onClose={() => setEditing(false)} />}
    </Panel>
  );
}

function RulesDialog({ onClose }: { onClose: () => void }) {
  return (
    <SettingsDialog
      title="Rules for leave and overtime"
      noun="rules"
      read="getHrSettings"
      write="updateHrSettings"
      failure="Failed to change the rules."
      description="They are used for leave that is asked for, and payroll that is processed, from now on."
      schema={hrSettings}
      savedTitle="Rules Changed"
      saved="Leave and overtime follow the new rules."
      onClose={onClose}
    >
      <CheckField name="countWeekends" label="Saturdays and Sundays count as days of leave" />
      <CheckField name="countHolidays" label="Public holidays count as days of leave" />
      <FieldRow>
        <NumberField
          name="carryOverDays"
          label="Annual leave to carry over"
          unit="days"
          help="At most, when a year is closed."
        />
        <NumberField
          name="monthHours"
          label="Working hours of a month"
          unit="hours"
          help="A month’s salary divided by them is the pay of an hour."
        />
        <NumberField
          name="overtimePercent"
          label="An hour of overtime is paid"
          unit="%"
          help="150 is one and a half times the pay of an hour."
        />
      </FieldRow>
    </SettingsDialog>
  );
}
