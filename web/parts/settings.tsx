import type { Permission } from '@nimule/core/identity/permissions';
import { type ReactNode, useRef } from 'react';
import type { z } from 'zod';
import type { CallInput, CallOutput, ReadOperation, WriteOperation } from '../client/call.ts';
import { operations } from '../client/operations.ts';
import { useMutation } from '../client/use-mutation.ts';
import { type Reading, useRead } from '../client/use-read.ts';
import { useRefusal } from '../ui/allowed.tsx';
import { type FormValues, formValuesOf } from '../ui/form/form.tsx';
import { FormPanel } from '../ui/form/form-dialog.tsx';
import { Stack } from '../ui/layout.tsx';
import { LoadingDialog } from '../ui/overlay/loading-dialog.tsx';
import { toast } from '../ui/overlay/toaster.tsx';
import { Panel } from '../ui/page.tsx';
import { Loaded } from '../ui/states.tsx';
import { humanize } from '../ui/tags.tsx';
import { RecordForm } from './record-form.tsx';

interface SettingsProps<R extends ReadOperation, W extends WriteOperation, S extends z.ZodObject> {
  title: string;
  description?: string;
  /** The operation that reads the settings, without input. */
  read: R;
  /** The operation that saves them; it answers with the settings and its body is that of `schema`. */
  write: W;
  schema: S;
  /** Text of the toast, below 'Settings saved'. */
  saved: string | ((settings: CallOutput<W>) => string);
  /** The fields. */
  children: ReactNode;
}

const textOf = <T,>(saved: string | ((settings: T) => string), settings: T): string =>
  typeof saved === 'string' ? saved : saved(settings);

const useSettings = useRead as unknown as <R extends ReadOperation>(
  operation: R,
) => Reading<CallOutput<R>>;

interface SettingsDialogProps<
  R extends ReadOperation,
  W extends WriteOperation,
  S extends z.ZodObject,
> extends SettingsProps<R, W, S> {
  /** What is saved, in the texts; 'settings' by default. */
  noun?: string;
  /** Defaults to 'Failed to save the settings.' */
  failure?: string;
  /** Title of the toast; 'Settings saved' by default. */
  savedTitle?: string;
  onClose: () => void;
}

/**
 * Dialog that reads the settings of a module and saves them.
 * @example
 * <SettingsDialog title="Till Settings" read="getTillSettings" write="updateTillSettings" schema={tillSettings}
 *   saved="They apply from now on." onClose={onClose}>
 *   <CheckField name="isRequired" label="Cash needs an open till" />
 * </SettingsDialog>
 */
export function SettingsDialog<
  R extends ReadOperation,
  W extends WriteOperation,
  S extends z.ZodObject,
>({
  title,
  description,
  read,
  write,
  schema,
  saved,
  noun = 'settings',
  failure = `Failed to save the ${noun}.`,
  savedTitle = `${humanize(noun)} saved`,
  onClose,
  children,
}: SettingsDialogProps<R, W, S>) {
  return (
    <LoadingDialog title={title} noun={noun} read={useSettings(read)} onClose={onClose}>
      {(settings) => (
        <RecordForm
          operation={write}
          failure={failure}
          title={title}
          description={description}
          schema={schema}
          initial={formValuesOf(schema, settings as Partial<z.output<S>>)}
          send={(body) => ({ body }) as CallInput<W>}
          done={(answer) => toast(savedTitle, textOf(saved, answer))}
          submitLabel={`Save ${noun}`}
          onClose={onClose}
        >
          {children}
        </RecordForm>
      )}
    </LoadingDialog>
  );
}

interface SettingsPanelProps<
  R extends ReadOperation,
  W extends WriteOperation,
  S extends z.ZodObject,
> extends SettingsProps<R, W, S> {
  /** Lines of the placeholder while loading. */
  lines: number;
  /** Buttons of the panel. */
  actions?: ReactNode;
  /** Values of the form, if they are not the settings. */
  valuesOf?: (settings: CallOutput<R> | CallOutput<W>) => FormValues<S>;
  /** Body of the request, if it is not what was typed. */
  bodyOf?: (typed: z.input<S>) => object;
}

/** The settings of a module as a part of a page; read-only, with the reason, for whom the server refuses to save them. */
export function SettingsPanel<
  R extends ReadOperation,
  W extends WriteOperation,
  S extends z.ZodObject,
>(props: SettingsPanelProps<R, W, S>) {
  const { title, description, read, lines, actions } = props;
  return (
    <Panel title={title} description={description} actions={actions}>
      <Loaded read={useSettings(read)} loading="Loading the settings…" lines={lines}>
        {(settings) => <SettingsForm {...props} settings={settings} />}
      </Loaded>
    </Panel>
  );
}

function SettingsForm<R extends ReadOperation, W extends WriteOperation, S extends z.ZodObject>({
  title,
  write,
  schema,
  saved,
  settings,
  children,
  valuesOf = (of) => formValuesOf(schema, of as Partial<z.output<S>>),
  bodyOf = (typed) => typed as object,
}: SettingsPanelProps<R, W, S> & { settings: CallOutput<R> }) {
  const refusal = useRefusal()(operations[write].permission as Permission);
  const { run, error } = useMutation(write, {
    failure: 'Failed to save the settings. Please try again.',
  });
  const written = useRef<FormValues<S>>(undefined);
  const initial = valuesOf(settings);
  return (
    <Stack>
      {refusal && <p className="quiet">{refusal}</p>}
      <FormPanel
        label={title}
        schema={schema}
        initial={initial}
        resetTo={() => written.current ?? initial}
        submitLabel="Save settings"
        submitError={error}
        disabled={refusal !== undefined}
        onSubmit={async (typed) => {
          const answer = await (run as (input: unknown) => Promise<CallOutput<W>>)({
            body: bodyOf(typed),
          });
          written.current = valuesOf(answer);
          toast('Settings saved', textOf(saved, answer));
        }}
      >
        {children}
      </FormPanel>
    </Stack>
  );
}
