import { Button, Callout, Intent } from '@blueprintjs/core';
import { createContext, useContext, useEffect, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import { toastFailure } from '../overlay/toaster.tsx';
import type { Failure } from '../table/reading.ts';
import type { Boxes } from './form.tsx';
import styles from './stale-record.module.css';

/** A record as it is now, for a form that began with an earlier version of it. */
export interface CurrentRecord<S extends z.ZodObject> {
  boxes: Boxes<S>;
  /** Boxes that what was typed no longer decides, with what they hold instead, once both are merged. */
  settled?: (merged: Boxes<S>) => Partial<Boxes<S>>;
}

/** What became of a box while its form was open. */
interface Change {
  now: string;
  /** What was typed into a box that is settled without it by now. */
  givenUp?: string;
}

type Changes = ReadonlyMap<string, Change>;
const NONE: Changes = new Map();

const ChangesContext = createContext(NONE);
export const ChangesMeanwhile = ChangesContext.Provider;

type Values = Record<string, unknown>;

function textOf(value: unknown): string {
  return value === undefined || value === null ? '' : String(value);
}

const nothing = () => ({});

/** What was typed is kept beside what somebody else changed; what differs from `opened` is either of both. */
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
    const isGivenUp = name in kept && textOf(kept[name]) !== instead;
    if (isGivenUp) changes.set(name, { now, givenUp: textOf(kept[name]) });
    delete kept[name];
    if (instead !== now) kept[name] = settled[name];
  }
  return { changes, kept };
}

/** What to say beneath a box that somebody else changed. `show` writes a value as the box does. */
export function useChangeNote(
  name: string,
  value: string,
  show: (value: string) => string,
): string | undefined {
  const change = useContext(ChangesContext).get(name);
  if (!change) return undefined;
  if (change.givenUp !== undefined)
    return `Changed meanwhile; what you typed (${show(change.givenUp)}) no longer applies.`;
  if (value === change.now) return 'Changed by somebody else meanwhile.';
  const theirs = change.now === '' ? 'emptied this' : `changed this to ${show(change.now)}`;
  return `Somebody else ${theirs}; yours is kept.`;
}

/** The record of a form, and the reading of what it has become. */
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
  initial: Boxes<S>;
  submitError: Failure | undefined;
  reload: (() => Promise<CurrentRecord<S>>) | undefined;
}

/**
 * When somebody else was faster: says so in the form, and on demand puts the current version beneath what was
 * typed, box by box.
 */
export function useStaleRecord<S extends z.ZodObject>(options: StaleRecordOptions<S>) {
  const { methods, initial, submitError, reload } = options;
  const opened = useRef<Values>(initial);
  const [state, setState] = useState<'stale' | 'loading' | 'loaded'>();
  const [changes, setChanges] = useState(NONE);
  const isMended = reload !== undefined;
  useEffect(() => {
    if (submitError?.isStale && isMended) setState('stale');
  }, [submitError, isMended]);

  const load = async () => {
    if (!reload) return;
    setState('loading');
    try {
      const { boxes, settled = nothing } = await reload();
      const merged = mergeRecord(opened.current, methods.getValues(), boxes, (both) =>
        settled(both as Boxes<S>),
      );
      methods.reset({ ...boxes });
      for (const [name, value] of Object.entries(merged.kept))
        methods.setValue(name, value, { shouldDirty: true });
      opened.current = boxes;
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
  // The button that was pressed is at the other end of a long form.
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
