import { Button, InputGroup, type Intent, Spinner } from '@blueprintjs/core';
import { CalendarIcon } from '@blueprintjs/icons';
import { formatDate, type IsoDate, isIsoDate } from '@nimule/core/kernel/dates';
import { readTypedDate } from '@nimule/core/kernel/dates-typed';
import { type AriaAttributes, lazy, type Ref, Suspense, useEffect, useRef, useState } from 'react';
import { Popover } from '../overlay/popover.tsx';
import { today } from '../today.ts';

const DateCalendar = lazy(async () => ({
  default: (await import('./date-calendar.tsx')).DateCalendar,
}));

/** Stands below a date's field: a grey date in it would look like its value. */
export const DATE_EXAMPLE = 'for example 21 Nov 2026';

/** '21 Nov 2026'; text that is not a date is returned unchanged. */
export function shownDate(value: string): string {
  return isIsoDate(value) ? formatDate(value) : value;
}

interface DateInputProps extends AriaAttributes {
  /** Part of the accessible name of the calendar button. */
  label: string;
  /** '2026-11-21', or the typed text if it is not a date. */
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  id?: string;
  name?: string;
  disabled?: boolean;
  intent?: Intent;
  placeholder?: string;
  inputRef?: Ref<HTMLInputElement>;
  className?: string;
}

function setRef(ref: Ref<HTMLInputElement> | undefined, element: HTMLInputElement | null): void {
  if (typeof ref === 'function') ref(element);
  else if (ref) ref.current = element;
}

/**
 * Input for a business date, with a calendar. Shows 21 Nov 2026; accepts '21/11' (day first), '21 nov', 'today'.
 */
export function DateInput({ label, value, onChange, onBlur, inputRef, ...box }: DateInputProps) {
  const [text, setText] = useState(shownDate(value));
  const [isOpen, setOpen] = useState(false);
  const element = useRef<HTMLInputElement>(null);
  const written = useRef(value);
  // The form was reset or reloaded with a later version of its record.
  useEffect(() => {
    if (value === written.current) return;
    written.current = value;
    setText(shownDate(value));
  }, [value]);

  // Focus returns to the input after picking a day or Escape, not after a click elsewhere.
  const returnsFocus = useRef(false);
  const closeCalendar = () => {
    returnsFocus.current = true;
    setOpen(false);
  };

  const write = (next: string) => {
    written.current = next;
    onChange(next);
  };
  const pick = (date: IsoDate) => {
    write(date);
    setText(formatDate(date));
    closeCalendar();
  };
  return (
    <InputGroup
      {...box}
      autoComplete="off"
      inputRef={(input: HTMLInputElement | null) => {
        element.current = input;
        setRef(inputRef, input);
      }}
      value={text}
      onChange={(event) => {
        setText(event.target.value);
        write(readTypedDate(event.target.value, today()) ?? event.target.value.trim());
      }}
      onBlur={() => {
        setText(shownDate(written.current));
        onBlur?.();
      }}
      rightElement={
        <Popover
          isOpen={isOpen}
          onInteraction={(next, byEscape) => (byEscape ? closeCalendar() : setOpen(next))}
          placement="bottom-end"
          onReturn={() => {
            if (returnsFocus.current) element.current?.focus();
          }}
          onClosed={() => {
            returnsFocus.current = false;
          }}
          content={
            <Suspense fallback={<Spinner size={24} aria-label="Loading the calendar" />}>
              <DateCalendar value={value} today={today()} onPick={pick} />
            </Suspense>
          }
        >
          <Button
            variant="minimal"
            icon={<CalendarIcon />}
            disabled={box.disabled ?? false}
            aria-label={`Calendar for ${label}`}
          />
        </Popover>
      }
    />
  );
}
