import { accepts, decodeInput, inputOf, type Route } from '@nimule/core/kernel/contract';
import { isAppError } from '@nimule/core/kernel/errors';
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import {
  type FieldErrors,
  type FieldValues,
  FormProvider,
  type Resolver,
  set,
  type UseFormReturn,
  useForm,
  useFormContext,
  useWatch,
} from 'react-hook-form';
import { z } from 'zod';
import { useFailureToast } from '../overlay/failure-toast.ts';
import type { Failure } from '../table/readable.ts';
import { useUnsaved } from './unsaved-changes.tsx';

/** Values of a form: wire values of its schema, '' if empty. */
export type FormValues<S extends z.ZodObject> = {
  [K in keyof z.input<S>]?: z.input<S>[K] | '';
};

/** Schema of the enclosing form, to detect misspelt field names. */
const SchemaContext = createContext<z.ZodObject | undefined>(undefined);

/** Whether the enclosing form is disabled. */
const DisabledContext = createContext(false);
export const FormDisabled = DisabledContext.Provider;
export const useFormDisabled = () => useContext(DisabledContext);

/** Answers whether what is typed in a field has become a value; if not, the field says why and takes the focus. */
type Settle = () => Promise<boolean>;

/** Fields of the enclosing form whose text becomes a value later: a choice that is still being searched. */
const SettlingContext = createContext<Set<Settle> | undefined>(undefined);

/** The form asks `settle` before it is sent, and is not sent where the answer is no. */
export function useSettling(settle: Settle): void {
  const fields = useContext(SettlingContext);
  const latest = useRef(settle);
  latest.current = settle;
  useEffect(() => {
    const ask = () => latest.current();
    fields?.add(ask);
    return () => {
      fields?.delete(ask);
    };
  }, [fields]);
}

/** Form values of a record: its domain values in wire form. */
export function formValuesOf<S extends z.ZodObject>(
  schema: S,
  record: Partial<z.output<S>>,
): FormValues<S> {
  const values: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(schema.shape)) {
    const value = (record as Record<string, unknown>)[name];
    values[name] =
      value === undefined || value === null ? '' : z.encode(field as z.ZodType, value as never);
  }
  return values as FormValues<S>;
}

function routeWith(body: z.ZodType): Route {
  return { method: 'POST', path: '', permission: '', summary: '', body };
}

/** Validates a form by its contract schema, with the server's messages. */
function resolverOf(schema: z.ZodObject): Resolver<FieldValues> {
  const route = routeWith(schema);
  return (values) => {
    const input = inputOf(schema, values);
    try {
      decodeInput(route, { body: input });
      return { values: input, errors: {} };
    } catch (error) {
      if (!isAppError(error)) throw error;
      const errors: FieldErrors = {};
      for (const [name, message] of Object.entries(error.fields ?? {})) {
        set(errors, name === 'body' ? 'root' : name, { type: 'schema', message });
      }
      return { values: {}, errors };
    }
  };
}

/** Form field of a server field name: 'updates.email' → 'email'. */
function fieldFor(name: string, schema: z.ZodObject): string | undefined {
  const parts = name.split('.');
  while (parts.length > 0) {
    if (parts[0]! in schema.shape) return parts.join('.');
    parts.shift();
  }
  return undefined;
}

export interface SchemaForm<S extends z.ZodObject> {
  methods: UseFormReturn;
  submit: () => Promise<void>;
  busy: boolean;
  isDirty: boolean;
  /** Stops asking before the unsaved input is discarded. */
  release: () => void;
  schema: S;
  settling: Set<Settle>;
}

/** What the fields of a form need of it. */
export function FormFields<S extends z.ZodObject>({
  form,
  children,
}: {
  form: SchemaForm<S>;
  children: ReactNode;
}) {
  return (
    <FormProvider {...form.methods}>
      <SchemaContext value={form.schema}>
        <SettlingContext value={form.settling}>{children}</SettlingContext>
      </SchemaContext>
    </FormProvider>
  );
}

const isBlank = (value: unknown) => String(value ?? '').trim() === '';

/** Which of the needed fields are blank. */
export function blankFields(needs: readonly string[], values: FieldValues): string[] {
  return needs.filter((name) => isBlank(values[name]));
}

interface SchemaFormOptions<S extends z.ZodObject> {
  schema: S;
  initial: FormValues<S>;
  /** Error of the last submit: shown at its fields, otherwise as a toast. */
  submitError: Failure | undefined;
  failureTitle: string;
  /** Shows a toast for field errors too. */
  toastsFields?: boolean;
  /** If set, the form handles stale records itself. */
  reload?: unknown;
  /** Called with the values when the input is refused, in addition to the errors at the fields. */
  onInvalid?: (values: FormValues<S>) => void;
  /** Not sent while one of these fields is blank. */
  needs?: readonly string[] | undefined;
  /** Not sent while this is false for the values. */
  isReady?: ((values: FormValues<S>) => boolean) | undefined;
  /** Sent in spite of `isReady`: `onSubmit` refuses it and says why. */
  refusesItself?: boolean | undefined;
  /** The input only selects what is shown: no confirmation before it is discarded. */
  savesNothing?: boolean;
  isModal: boolean;
  /** Asks before navigation discards the input. */
  confirmLeave: (proceed: () => void) => void;
  /** A rejection must also be passed as `submitError`. */
  onSubmit: (input: z.input<S>) => Promise<unknown>;
  onDone: () => void;
}

/** State of a form for a contract schema, used by `FormDialog` and `FormPanel`. */
export function useSchemaForm<S extends z.ZodObject>(options: SchemaFormOptions<S>): SchemaForm<S> {
  const { schema, initial, submitError, failureTitle, onSubmit, onDone } = options;
  const { toastsFields = false, savesNothing = false, needs = [], refusesItself = false } = options;
  const handlesStale = options.reload !== undefined;
  const resolver = useMemo(() => resolverOf(schema), [schema]);
  const methods = useForm({
    resolver,
    defaultValues: { ...initial },
    // Validate on submit, and after that on change.
    mode: 'onSubmit',
    reValidateMode: 'onChange',
  });
  const { isDirty, isSubmitting } = methods.formState;
  const failureToast = useFailureToast();

  useEffect(() => {
    if (!submitError || (submitError.isStale && handlesStale)) return;
    let first = true;
    for (const [name, message] of Object.entries(submitError.fields ?? {})) {
      const field = fieldFor(name, schema);
      if (!field) continue;
      methods.setError(field, { type: 'server', message }, { shouldFocus: first });
      first = false;
    }
    if (first || toastsFields) failureToast.show(submitError, failureTitle);
  }, [submitError, schema, methods, failureTitle, toastsFields, handlesStale, failureToast]);

  const release = useUnsaved({
    isDirty: isDirty && !savesNothing,
    isModal: options.isModal,
    ask: options.confirmLeave,
  });

  /** Says what is missing where the button is disabled: keys reach the form all the same. */
  const isRefused = (): boolean => {
    const values = methods.getValues();
    const blank = blankFields(needs, values);
    for (const [at, name] of blank.entries()) {
      const error = { type: 'needed', message: 'Fill this in first.' };
      methods.setError(name, error, { shouldFocus: at === 0 });
    }
    if (blank.length > 0) return true;
    if (refusesItself || options.isReady?.(values as FormValues<S>) !== false) return false;
    methods.setError('root', { type: 'needed', message: 'Something is still missing above.' });
    return true;
  };

  const send = methods.handleSubmit(
    async (input) => {
      if (isRefused()) return;
      const sent = await onSubmit(input as z.input<S>).then(
        () => true,
        // Failed calls are shown through `submitError`; other errors are bugs.
        (error: unknown) => {
          if (!(error instanceof Error) || !('status' in error)) throw error;
          return false;
        },
      );
      if (!sent) return;
      failureToast.clear();
      release();
      onDone();
    },
    () => options.onInvalid?.(methods.getValues() as FormValues<S>),
  );
  const [settling] = useState(() => new Set<Settle>());
  const isSending = useRef(false);
  const submit = async () => {
    // A ref, because a second press may come before the button is rendered as disabled.
    if (isSending.current) return;
    isSending.current = true;
    try {
      const settled = await Promise.all([...settling].map((settle) => settle()));
      if (settled.every(Boolean)) await send();
    } finally {
      isSending.current = false;
    }
  };
  return { methods, submit, busy: isSubmitting, isDirty, release, schema, settling };
}

/** Current value of a field of the enclosing form. */
export function useFieldValue(name: string): string {
  const value: unknown = useWatch({ name });
  return value === undefined || value === null ? '' : String(value);
}

/** Sets fields of the enclosing form (for example the fee after choosing a package) and clears their errors. */
export function useSetFields(): (values: Record<string, unknown>) => void {
  const { setValue, clearErrors } = useFormContext();
  return (values) => {
    for (const [name, value] of Object.entries(values)) {
      setValue(name, value, { shouldDirty: true, shouldValidate: false });
    }
    clearErrors(Object.keys(values));
  };
}

/** Sets default values of fields. They do not make the form dirty. */
export function useSetDefaults(): (values: Record<string, unknown>) => void {
  const { resetField } = useFormContext();
  return (values) => {
    for (const [name, value] of Object.entries(values)) resetField(name, { defaultValue: value });
  };
}

interface FieldState {
  required: boolean;
  error: string | undefined;
}

/** Whether a field is required by the schema, and its error. */
export function useFieldState(name: string): FieldState {
  const schema = useContext(SchemaContext);
  const { getFieldState, formState } = useFormContext();
  const field: unknown = schema?.shape[name.split('.')[0] ?? ''];
  if (!field) throw new Error(`the schema of this form has no field '${name}'`);
  const required =
    !name.includes('.') &&
    !accepts(field as z.ZodType, undefined) &&
    !accepts(field as z.ZodType, '');
  return { required, error: getFieldState(name, formState).error?.message };
}
