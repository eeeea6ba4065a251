import { Button, Callout, Intent } from '@blueprintjs/core';
import { createContext, useContext, useEffect, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import { toastFailure } from '../overlay/toaster.tsx';
import type { Failure } from '../table/readable.ts';
import type { FormValues } from './form.tsx';
import styles from './stale-record.module.css';

/** Current version of a record, for a form that was opened with an earlier one. */
export interface CurrentRecord<S extends z.ZodObject> {
  values: FormValues<S>;
  /** Overrides of merged values: fields that the current record determines regardless of the input. */
  settled?: (merged: FormValues<S>) => Partial<FormValues<S>>;
}

/** Change of a field by another user while the form was open. */
interface Change {
  now: string;
  /** The input that was overridden by `settled`. */
  discarded?: string;
}

type Changes = ReadonlyMap<string, Change>;
const NONE: Changes = new Map();

const ChangesContext = createContext(NONE);
export const ConcurrentChanges = ChangesContext.Provider;

type Values = Record<string, unknown>;

/** Lists of records, such as the lines of a document, as JSON: their text would not tell them apart. */
function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  const isPlain = typeof value !== 'object' || (Array.isArray(value) && !value.some(isObject));
  return isPlain ? String(value) : JSON.stringify(value);
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

const nothing = () => ({});

/** Three-way merge: keeps typed values that differ from `opened`, takes the others from `current`. */
export function mergeRecord(
  opened: Values,
  typed: Values,
  current: Values,
  settle: (merged: Values) => Values,
) {
  const changes = new Map<string, Change>();
  const kept: Values = {};
  for (const name of Object.keys(current)) {
    const mine = textOf(typed[name]);
    if (mine !== textOf(opened[name]) && mine !== textOf(current[name])) kept[name] = typed[name];
  }
  const settled = settle({ ...current, ...kept });
  for (const name of Object.keys(current)) {
    const now = textOf(current[name]);
    if (now !== textOf(opened[name])) changes.set(name, { now });
    if (!(name in settled)) continue;
    const instead = textOf(settled[name]);
    const isDiscarded = name in kept && textOf(kept[name]) !== instead;
    if (isDiscarded) changes.set(name, { now, discarded: textOf(kept[name]) });
    delete kept[name];
    if (instead !== now) kept[name] = settled[name];
  }
  return { changes, kept };
}

/** Note below a field that another user changed. `show` formats a value. */
export function useChangeNote(
  name: string,
  value: string,
  show: (value: string) => string,
): string | undefined {
  const change = useContext(ChangesContext).get(name);
  if (!change) return undefined;
  if (change.discarded !== undefined)
    return `Changed meanwhile; what you typed (${show(change.discarded)}) no longer applies.`;
  if (value === change.now) return 'Changed by somebody else meanwhile.';
  const theirs = change.now === '' ? 'emptied this' : `changed this to ${show(change.now)}`;
  return `Somebody else ${theirs}; yours is kept.`;
}

/** The record of a form and a function that reloads it. */
export function useRecord<T>(opened: T, read: () => Promise<T>) {
  const [record, setRecord] = useState(opened);
  const reload = async () => {
    const now = await read();
    setRecord(now);
    return now;
  };
  return { record, reload };
}

interface StaleRecordOptions<S extends z.ZodObject> {
  methods: UseFormReturn;
  initial: FormValues<S>;
  submitError: Failure | undefined;
  reload: (() => Promise<CurrentRecord<S>>) | undefined;
}

/** After a version conflict: shows a message in the form and merges the current version with the input on request. */
export function useStaleRecord<S extends z.ZodObject>(options: StaleRecordOptions<S>) {
  const { methods, initial, submitError, reload } = options;
  const opened = useRef<Values>(initial);
  const [state, setState] = useState<'stale' | 'loading' | 'loaded'>();
  const [changes, setChanges] = useState(NONE);
  const canReload = reload !== undefined;
  useEffect(() => {
    if (submitError?.isStale && canReload) setState('stale');
  }, [submitError, canReload]);

  const load = async () => {
    if (!reload) return;
    setState('loading');
    try {
      const { values, settled = nothing } = await reload();
      const merged = mergeRecord(opened.current, methods.getValues(), values, (both) =>
        settled(both as FormValues<S>),
      );
      methods.reset({ ...values });
      for (const [name, value] of Object.entries(merged.kept))
        methods.setValue(name, value, { shouldDirty: true });
      opened.current = values;
      setChanges((before) => new Map([...before, ...merged.changes]));
      setState('loaded');
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      setState('stale');
      toastFailure(error);
    }
  };
  const callout = state && (
    <StaleCallout
      key={state === 'loaded' ? 'after' : 'before'}
      isLoaded={state === 'loaded'}
      isLoading={state === 'loading'}
      onLoad={() => load().catch(reportError)}
    />
  );
  return { changes, callout, mustLoad: state === 'stale' || state === 'loading' };
}

interface StaleCalloutProps {
  isLoaded: boolean;
  isLoading: boolean;
  onLoad: () => void;
}

function StaleCallout({ isLoaded, isLoading, onLoad }: StaleCalloutProps) {
  const top = useRef<HTMLDivElement>(null);
  // Scrolls to it: the submit button is at the other end of the form.
  useEffect(() => top.current?.focus(), []);
  return (
    <div ref={top} tabIndex={-1} role="alert" className={styles.callout}>
      <Callout
        compact
        intent={isLoaded ? Intent.PRIMARY : Intent.WARNING}
        title={
          isLoaded ? 'This is the current version' : 'Somebody else has changed this meanwhile'
        }
      >
        {isLoaded ? (
          'What somebody else changed is marked beneath its box, what you typed is kept. Look it over and save again.'
        ) : (
          <>
            <p>
              Nothing of yours has been saved. Load the current version to go on: what you typed
              stays, and what they changed is marked.
            </p>
            <Button onClick={onLoad} loading={isLoading}>
              Load the current version
            </Button>
          </>
        )}
      </Callout>
    </div>
  );
}
