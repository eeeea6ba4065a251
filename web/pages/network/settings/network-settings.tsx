import { PulseIcon } from '@blueprintjs/icons';
import { networkSettings } from '@nimule/core/network/schema';
import type { ClientError } from '../../../client/errors.ts';
import { useMutation } from '../../../client/use-mutation.ts';
import { SettingsPanel } from '../../../parts/settings.tsx';
import { ActionButton } from '../../../ui/action-button.tsx';
import { AllowedOrDisabled } from '../../../ui/allowed.tsx';
import { counted } from '../../../ui/counted.ts';
import { FieldGroup } from '../../../ui/form/field-group.tsx';
import { CheckField, FieldRow, NumberField } from '../../../ui/form/fields.tsx';
import { toast, toastFailure } from '../../../ui/overlay/toaster.tsx';

/** Measures all nodes without waiting for the next minute. */
function MeasureNow() {
  const { run, busy } = useMutation('pollNetwork', { failure: 'The nodes could not be measured.' });
  const measure = () => {
    run().then(
      ({ nodes, reachable, unreachable }) =>
        toast(
          'Network measured',
          `${counted(nodes, 'node')}: ${reachable} reachable, ${unreachable} not.`,
        ),
      (error: ClientError) => toastFailure(error),
    );
  };
  return (
    <AllowedOrDisabled to="network.write">
      <ActionButton icon={<PulseIcon />} loading={busy} onClick={measure}>
        Measure now
      </ActionButton>
    </AllowedOrDisabled>
  );
}

/** Polling, thresholds and retention of the measurements. */
export function NetworkSettingsPanel() {
  return (
    <SettingsPanel
      title="Settings of monitoring"
      description="Nodes with an address are measured every minute: whether they answer, how fast, and by SNMP how much traffic they carry."
      read="getNetworkSettings"
      write="updateNetworkSettings"
      schema={networkSettings}
      lines={6}
      saved="They apply from the next measurement on."
      actions={<MeasureNow />}
    >
      <CheckField
        name="isPolling"
        label="Measure the nodes every minute"
        help="Off until somebody switches it on. Without it usage, uptime and states are as typed."
      />
      <FieldRow>
        <NumberField
          name="pings"
          label="Pings"
          help="Echo requests to a node in each measurement."
        />
        <NumberField name="timeoutMs" label="Wait for an answer" unit="ms" />
      </FieldRow>
      <FieldGroup
        legend="Alarms"
        description="Thresholds of nodes that have none of their own. Several measurements in a row are needed, so that a single lost packet raises no alarm."
      >
        <FieldRow>
          <NumberField name="badSamples" label="Bad measurements that raise an alarm" />
          <NumberField name="goodSamples" label="Good measurements that end it" />
        </FieldRow>
        <FieldRow>
          <NumberField name="maxUtilisation" label="Utilisation" unit="%" />
          <NumberField name="maxLatencyMs" label="Latency" unit="ms" />
          <NumberField name="maxLoss" label="Packet loss" unit="%" />
        </FieldRow>
      </FieldGroup>
      <FieldGroup
        legend="Retention"
        description="Older measurements are removed; daily values are kept."
      >
        <FieldRow>
          <NumberField name="keepSamplesDays" label="Keep each minute" unit="days" />
          <NumberField name="keepHoursDays" label="Keep hourly values" unit="days" />
        </FieldRow>
      </FieldGroup>
    </SettingsPanel>
  );
}
