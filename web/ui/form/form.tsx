import { accepts, decodeInput, inputOf, type Route } from '@nimule/core/kernel/contract';
import { isAppError } from '@nimule/core/kernel/errors';
import { createContext, useContext, useEffect, useMemo, useRef } from 'react';
import {
  type FieldErrors,
  type FieldValues,
  type Resolver,
  set,
  type UseFormReturn,
  useForm,
  useFormContext,
  useWatch,
} from 'react-hook-form';
import { z } from 'zod';
import { toastFailure } from '../overlay/toaster.tsx';
import type { Failure } from '../table/reading.ts';
import { useUnsaved } from './leaving.tsx';

/** What the boxes of a form hold: the wire values of its schema, '' where nothing is chosen. */
export type Boxes<S extends z.ZodObject> = {
  [K in keyof z.input<S>]?: z.input<S>[K] | '';
};

/** The fields of the form around a field: a misspelt name must not go unnoticed. */
const SchemaContext = createContext<z.ZodObject | undefined>(undefined);
export const FormSchema = SchemaContext.Provider;

/** Whether nothing may be typed into the form around. */
const DisabledContext = createContext(false);
export const FormDisabled = DisabledContext.Provider;
export const useFormDisabled = () => useContext(DisabledContext);

/** The boxes for a record that is to be edited: its domain values in their wire form. */
export function boxesOf<S extends z.ZodObject>(schema: S, record: Partial<z.output<S>>): Boxes<S> {
  const boxes: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(schema.shape)) {
    const value = (record as Record<string, unknown>)[name];
    boxes[name] =
      value === undefined || value === null ? '' : z.encode(field as z.ZodType, value as never);
  }
  return boxes as Boxes<S>;
}

function routeWith(body: z.ZodType): Route {
  return { method: 'POST', path: '', permission: '', summary: '', body };
}

/** Judges a form by its contract schema, in the server's own words. */
export function resolverOf(schema: z.ZodObject): Resolver<FieldValues> {
  const route = routeWith(schema);
  return (boxes) => {
    const input = inputOf(schema, boxes);
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

/** The form's field that the server means: 'updates.email' is the box 'email'. */
function boxNamed(name: string, schema: z.ZodObject): string | undefined {
  const parts = name.split('.');
  while (parts.length > 0) {
    if (parts[0]! in schema.shape) return parts.join('.');
    parts.shift();
  }
  return undefined;
}

export interface ContractForm<S extends z.ZodObject> {
  methods: UseFormReturn;
  submit: () => Promise<void>;
  busy: boolean;
  isDirty: boolean;
  /** Gives up what was typed: no address asks about it any more. */
  letGo: () => void;
  schema: S;
}

interface ContractFormOptions<S extends z.ZodObject> {
  schema: S;
  initial: Boxes<S>;
  /** What the server said to the last try: shown at its fields, or as a toast where it belongs to none. */
  submitError: Failure | undefined;
  failureTitle: string;
  /** A toast as well as the fields, where the specification asks for one. */
  toastsFields?: boolean;
  /** There for a form that itself tells, and mends, that its record is stale. */
  reload?: unknown;
  /** What is typed chooses what is shown, and nothing is lost with it. */
  savesNothing?: boolean;
  /** Stands over the page. */
  isModal: boolean;
  /** Asks before what was typed is lost to another address. */
  askToLeave: (goOn: () => void) => void;
  /** Receives what was typed; a rejection must also arrive as `submitError`. */
  onSubmit: (input: z.input<S>) => Promise<unknown>;
  onDone: () => void;
}

/** The state of a form over a contract schema; `FormDialog` and `FormPanel` dress it. */
export function useContractForm<S extends z.ZodObject>(
  options: ContractFormOptions<S>,
): ContractForm<S> {
  const { schema, initial, submitError, failureTitle, onSubmit, onDone } = options;
  const { toastsFields = false, savesNothing = false } = options;
  const mendsStale = options.reload !== undefined;
  const resolver = useMemo(() => resolverOf(schema), [schema]);
  const methods = useForm({
    resolver,
    defaultValues: { ...initial },
    // Judged when sent, then as it is corrected: nobody is told off while typing.
    mode: 'onSubmit',
    reValidateMode: 'onChange',
  });
  const { isDirty, isSubmitting } = methods.formState;

  useEffect(() => {
    if (!submitError || (submitError.isStale && mendsStale)) return;
    let first = true;
    for (const [name, message] of Object.entries(submitError.fields ?? {})) {
      const box = boxNamed(name, schema);
      if (!box) continue;
      methods.setError(box, { type: 'server', message }, { shouldFocus: first });
      first = false;
    }
    if (first || toastsFields) toastFailure(submitError, failureTitle);
  }, [submitError, schema, methods, failureTitle, toastsFields, mendsStale]);

  const letGo = useUnsaved({
    isDirty: isDirty && !savesNothing,
    isModal: options.isModal,
    ask: options.askToLeave,
  });

  const send = methods.handleSubmit(async (input) => {
    const sent = await onSubmit(input as z.input<S>).then(
      () => true,
      // Told through `submitError`; anything that is not a failure of the call is a bug.
      (error: unknown) => {
        if (!(error instanceof Error) || !('status' in error)) throw error;
        return false;
      },
    );
    if (!sent) return;
    letGo();
    onDone();
  });
  const isSending = useRef(false);
  const submit = async () => {
    // The button takes no part in this: two presses may come before it is drawn anew.
    if (isSending.current) return;
    isSending.current = true;
    await send().finally(() => {
      isSending.current = false;
    });
  };
  return { methods, submit, busy: isSubmitting, isDirty, letGo, schema };
}

/** The current value of a box of the form around. */
export function useBox(name: string): string {
  const value: unknown = useWatch({ name });
  return value === undefined || value === null ? '' : String(value);
}

/**
 * Fills boxes of the form around, as choosing a package fills bandwidth and fee. What was said against the
 * values before goes with them.
 */
export function useFill(): (values: Record<string, unknown>) => void {
  const { setValue, clearErrors } = useFormContext();
  return (values) => {
    for (const [name, value] of Object.entries(values)) {
      setValue(name, value, { shouldDirty: true, shouldValidate: false });
    }
    clearErrors(Object.keys(values));
  };
}

/** Puts likely values into boxes. They count as the form's own: closing it with them asks nothing. */
export function usePropose(): (values: Record<string, unknown>) => void {
  const { resetField } = useFormContext();
  return (values) => {
    for (const [name, value] of Object.entries(values)) resetField(name, { defaultValue: value });
  };
}

interface FieldFacts {
  /** Must not be left empty. */
  required: boolean;
  error: string | undefined;
}

/** What the schema and the last try say of a field. */
export function useFieldFacts(name: string): FieldFacts {
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
