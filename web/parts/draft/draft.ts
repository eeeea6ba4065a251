import { useCallback, useEffect, useRef, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useStoredUser } from '../../client/session.ts';
import { useSetFields } from '../../ui/form/form.tsx';

/** Text that was typed and not sent, by field. */
type Draft = Readonly<Record<string, string>>;

const NONE: Draft = {};

/** localStorage key: of one user, because a computer may have several. */
function keyOf(userId: number, name: string): string {
  return `nimule.draft.${userId}.${name}`;
}

function stored(key: string): Draft {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? '{}');
    if (typeof value !== 'object' || value === null) return NONE;
    return Object.fromEntries(
      Object.entries(value).filter(
        (entry): entry is [string, string] => typeof entry[1] === 'string',
      ),
    );
  } catch {
    return NONE;
  }
}

function store(key: string, draft: Draft): void {
  try {
    if (Object.values(draft).every((text) => text === '')) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(draft));
  } catch {
    // The storage is full or switched off: the text is only on the screen.
  }
}

function useKey(name: string): string {
  return keyOf(useStoredUser()?.id ?? 0, name);
}

/**
 * Text fields that survive a closed tab, a lost session and a restart of the browser, until they are cleared.
 * @example const [draft, setDraft, clear] = useDraft(`comment-${ticket.id}`);
 */
export function useDraft(
  name: string,
): [draft: Draft, set: (changes: Draft) => void, clear: () => void] {
  const key = useKey(name);
  const [kept, setKept] = useState<{ key: string; draft: Draft }>();
  const draft = kept?.key === key ? kept.draft : stored(key);
  const write = useCallback(
    (next: Draft) => {
      store(key, next);
      setKept({ key, draft: next });
    },
    [key],
  );
  return [draft, (changes) => write({ ...draft, ...changes }), () => write(NONE)];
}

/** Returns a function that removes a draft. */
export function useForgetDraft(name: string): () => void {
  const key = useKey(name);
  return useCallback(() => store(key, NONE), [key]);
}

interface FormDraftProps {
  name: string;
  /** Text fields of the form. */
  fields: readonly string[];
}

/**
 * Inside a form: restores its draft and keeps what is typed. Restored fields count as typed, so that Cancel asks before it
 * discards them. The form removes the draft with `useForgetDraft` when it closes.
 */
export function FormDraft({ name, fields }: FormDraftProps) {
  const key = useKey(name);
  const setFields = useSetFields();
  const { getValues } = useFormContext();
  const values: readonly unknown[] = useWatch({ name: [...fields] });
  const isRestored = useRef(false);
  const signature = JSON.stringify(values);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the signature stands for the values
  useEffect(() => {
    if (!isRestored.current) {
      isRestored.current = true;
      const draft = stored(key);
      const kept = fields.filter((field) => draft[field]);
      if (kept.length > 0)
        setFields(Object.fromEntries(kept.map((field) => [field, draft[field]])));
      return;
    }
    store(key, Object.fromEntries(fields.map((field) => [field, String(getValues(field) ?? '')])));
  }, [key, signature]);
  return null;
}
