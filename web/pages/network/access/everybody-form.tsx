import type { AccessRouter } from '@nimule/core/access/schema-routers';
import { formatInstant } from '@nimule/core/kernel/dates';
import { requiredText } from '@nimule/core/kernel/text';
import { z } from 'zod';
import { serverNow } from '../../../client/server-clock.ts';
import { OperationDialog } from '../../../parts/operation-dialog.tsx';
import { RecordForm } from '../../../parts/record-form.tsx';
import { SelectField, TextField } from '../../../ui/form/fields.tsx';
import { toast } from '../../../ui/overlay/toaster.tsx';

const HOUR_MS = 3_600_000;

const lengths = [
  { value: '1', label: '1 hour' },
  { value: '4', label: '4 hours' },
  { value: '12', label: '12 hours' },
  { value: '24', label: '1 day' },
  { value: '48', label: '2 days' },
  { value: '96', label: '4 days' },
  { value: '144', label: '6 days' },
] as const;

const form = z.object({
  hours: z.enum(lengths.map(({ value }) => value)),
  reason: requiredText('The reason', 200),
});

interface EverybodyProps {
  /** Without one: at all routers. */
  router?: AccessRouter | undefined;
  onClose: () => void;
}

/** Lets everybody on for some hours, with the reason that the audit log keeps. */
export function EverybodyForm({ router, onClose }: EverybodyProps) {
  const common = {
    failure: 'Everybody could not be let on. Please try again.',
    title: router ? `Let Everybody On at ${router.name}` : 'Let Everybody On',
    description:
      'Nobody is refused for a suspension until then, for example while a fault of billing is mended. A wrong name or password is still refused.',
    schema: form,
    initial: { hours: '4', reason: '' } as const,
    submitLabel: 'Let everybody on',
    onClose,
  };
  const body = ({ hours, reason }: z.input<typeof form>) => ({
    until: new Date(serverNow() + Number(hours) * HOUR_MS).toISOString(),
    reason,
  });
  const done = ({ everybodyUntil }: { everybodyUntil: Date | null }) =>
    toast('Everybody is on', everybodyUntil ? `Until ${formatInstant(everybodyUntil)}.` : '');
  const fields = (
    <>
      <SelectField name="hours" label="For" options={lengths} />
      <TextField name="reason" label="Reason" maxLength={200} help="It is kept in the audit log." />
    </>
  );
  if (!router)
    return (
      <RecordForm
        {...common}
        operation="letEverybodyOn"
        send={(typed) => ({ body: body(typed) })}
        done={done}
      >
        {fields}
      </RecordForm>
    );
  return (
    <RecordForm
      {...common}
      operation="letEverybodyOnAt"
      send={(typed) => ({ params: { id: router.id }, body: body(typed) })}
      done={done}
    >
      {fields}
    </RecordForm>
  );
}

/** Ends it before its time. */
export function EndEverybodyDialog({ router, onClose }: EverybodyProps) {
  const common = {
    failure: 'This could not be ended. Please try again.',
    title: 'Apply suspensions again?',
    confirmLabel: 'Apply suspensions',
    onClose,
  };
  const done = () => toast('Suspensions apply again', router?.name ?? 'At all routers.');
  const text = `From now on suspended customers get what the settings say again, ${
    router ? `at router ${router.name}` : 'at all routers'
  }.`;
  if (!router)
    return (
      <OperationDialog
        {...common}
        operation="letEverybodyOn"
        input={{ body: { until: null } }}
        done={done}
      >
        {text}
      </OperationDialog>
    );
  return (
    <OperationDialog
      {...common}
      operation="letEverybodyOnAt"
      input={{ params: { id: router.id }, body: { until: null } }}
      done={done}
    >
      {text}
    </OperationDialog>
  );
}
