import { type MessageSettings, messageSettings } from '@nimule/core/messaging/schema';
import { useRef } from 'react';
import { useMutation } from '../../../client/use-mutation.ts';
import { useRead } from '../../../client/use-read.ts';
import { useRefusal } from '../../../ui/allowed.tsx';
import { CheckField, FieldRow, NumberField, TextField } from '../../../ui/form/fields.tsx';
import { type FormValues, formValuesOf } from '../../../ui/form/form.tsx';
import { FormPanel } from '../../../ui/form/form-dialog.tsx';
import { Stack } from '../../../ui/layout.tsx';
import { toast } from '../../../ui/overlay/toaster.tsx';
import { Panel } from '../../../ui/page.tsx';
import { Loaded } from '../../../ui/states.tsx';

/** Quiet hours, limit and price of messages, and the switch that stops all sending. */
export function SettingsPanel() {
  const read = useRead('getMessageSettings');
  return (
    <Panel
      title="Settings of sending"
      description="Campaigns and automatic messages wait in the quiet hours; a receipt, a restored connection and a message to one customer do not."
    >
      <Loaded read={read} loading="Loading the settings…" lines={5}>
        {(settings) => <SettingsForm settings={settings} />}
      </Loaded>
    </Panel>
  );
}

function SettingsForm({ settings }: { settings: MessageSettings }) {
  const refusal = useRefusal()('sms.automate');
  const { run, error } = useMutation('updateMessageSettings', {
    failure: 'Failed to save the settings. Please try again.',
  });
  const saved = useRef<FormValues<typeof messageSettings>>(undefined);
  const initial = formValuesOf(messageSettings, settings);
  return (
    <Stack>
      {refusal && <p className="quiet">{refusal}</p>}
      <FormPanel
        label="Settings of sending"
        schema={messageSettings}
        initial={initial}
        resetTo={() => saved.current ?? initial}
        submitLabel="Save settings"
        submitError={error}
        disabled={refusal !== undefined}
        onSubmit={async (body) => {
          saved.current = formValuesOf(messageSettings, await run({ body }));
          toast('Settings saved', 'They apply to everything that is still to be sent.');
        }}
      >
        <FieldRow>
          <TextField
            name="quietFrom"
            label="Quiet from"
            placeholder="20:00"
            help="Equal times: no quiet hours."
          />
          <TextField
            name="quietUntil"
            label="Quiet until"
            placeholder="07:00"
            help="In Juba's time."
          />
        </FieldRow>
        <FieldRow>
          <NumberField
            name="perHour"
            label="Limit"
            unit="an hour"
            help="Messages at most; 0 for no limit but the gateway's."
          />
          <TextField
            name="pricePerPart"
            label="Price of a part (USD)"
            placeholder="0.035"
            help="For the cost of a message; empty if not known."
          />
        </FieldRow>
        <CheckField
          name="isStopped"
          label="Stop all sending"
          help="Messages are still queued, and sent when this is taken off."
        />
      </FormPanel>
    </Stack>
  );
}
