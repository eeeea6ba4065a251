import type { StockCountDetail } from '@nimule/core/stock/schema';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useMutation } from '../../../client/use-mutation.ts';

/** Quantities are sent when typing has paused for this long. */
const SAVE_DELAY_MS = 700;
/** The largest quantity that the server accepts. */
const MOST = 1_000_000;
const WRONG = 'Enter a whole number.';

type Lines = StockCountDetail['lines'];

/** The quantity in a field: null if it is blank, undefined if it is none. */
function quantityIn(text: string): number | null | undefined {
  const typed = text.trim();
  if (typed === '') return null;
  if (!/^\d{1,7}$/.test(typed)) return undefined;
  const quantity = Number(typed);
  return quantity <= MOST ? quantity : undefined;
}

function textOf(counted: number | null | undefined): string {
  return counted === null || counted === undefined ? '' : String(counted);
}

/** What was typed and is not known to be saved, by item. */
type Typed = Readonly<Record<number, string>>;

/** Without what the server has saved. */
function unsavedOf(typed: Typed, lines: Lines): Typed {
  const saved = new Map(lines.map(({ equipmentId, counted }) => [equipmentId, counted]));
  return Object.fromEntries(
    Object.entries(typed).filter(([id, text]) => quantityIn(text) !== saved.get(Number(id))),
  );
}

export interface CountEntry {
  /** The text of an item's field. */
  textFor: (equipmentId: number) => string;
  /** Why the text of a field is not sent; undefined if it is fine. */
  problemOf: (equipmentId: number) => string | undefined;
  type: (equipmentId: number, text: string) => void;
  /** Sends what is typed without waiting. */
  save: () => void;
  /** Forgets what is not sent, so that it is not sent when the view is left. */
  discard: () => void;
  isSaving: boolean;
  /** How many quantities are not saved. */
  unsaved: number;
  /** How many of these are no quantities. */
  wrong: number;
  /** Message of the last attempt, if it failed. */
  failure: string | undefined;
}

/**
 * Saves counted quantities as they are typed: all that were typed since are sent together, one request at a time. What
 * could not be sent stays in the fields and is sent with the next change or by `save`.
 */
export function useCountEntry({ id, lines }: StockCountDetail): CountEntry {
  const { run, error } = useMutation('updateStockCount', {
    failure: 'The quantities could not be saved.',
  });
  const [typed, setTyped] = useState<Typed>({});
  const [isSaving, setSaving] = useState(false);
  const pending = useRef(new Map<number, number | null>());
  const isSending = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const send = useCallback(async () => {
    clearTimeout(timer.current);
    if (isSending.current || pending.current.size === 0) return;
    isSending.current = true;
    setSaving(true);
    const sent = pending.current;
    pending.current = new Map();
    const body = [...sent].map(([equipmentId, counted]) => ({ equipmentId, counted }));
    const isSaved = await run({ params: { id }, body: { lines: body } }).then(
      () => true,
      () => false,
    );
    // Newer quantities of the same items stay.
    if (!isSaved) pending.current = new Map([...sent, ...pending.current]);
    isSending.current = false;
    setSaving(false);
    if (isSaved) send().catch(reportError);
  }, [id, run]);

  const save = useCallback(() => {
    send().catch(reportError);
  }, [send]);
  // Also when the view is left.
  useEffect(() => save, [save]);
  useEffect(() => setTyped((before) => unsavedOf(before, lines)), [lines]);

  const counted = new Map(lines.map((line) => [line.equipmentId, line.counted]));
  const unsaved = Object.values(unsavedOf(typed, lines));
  return {
    textFor: (equipmentId) => typed[equipmentId] ?? textOf(counted.get(equipmentId)),
    problemOf: (equipmentId) =>
      quantityIn(typed[equipmentId] ?? '') === undefined ? WRONG : undefined,
    type: (equipmentId, text) => {
      setTyped((before) => ({ ...before, [equipmentId]: text }));
      const quantity = quantityIn(text);
      if (quantity === undefined) pending.current.delete(equipmentId);
      else pending.current.set(equipmentId, quantity);
      clearTimeout(timer.current);
      timer.current = setTimeout(save, SAVE_DELAY_MS);
    },
    save,
    discard: () => pending.current.clear(),
    isSaving,
    unsaved: unsaved.length,
    wrong: unsaved.filter((text) => quantityIn(text) === undefined).length,
    failure: error?.message,
  };
}
