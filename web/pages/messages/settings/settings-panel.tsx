import { messageSettings } from '@nimule/core/messaging/schema';
import { SettingsPanel } from '../../../parts/settings.tsx';
import { CheckField, FieldRow, NumberField, TextField } from '../../../ui/form/fields.tsx';

/** Quiet hours, limit and price of messages, and the switch that stops all sending. */
export function MessageSettingsPanel() {
  return (
    <SettingsPanel
      title="Settings of sending"
      description="Campaigns and automatic messages wait in the quiet hours; a receipt, a restored connection and a message to one customer do not."
      read="getMessageSettings"
      write="updateMessageSettings"
      schema={messageSettings}
      lines={5}
      saved="They apply to everything that is still to be sent."
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
    </SettingsPanel>
  );
}
