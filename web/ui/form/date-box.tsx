import { Button, InputGroup, type Intent, PopoverNext, Spinner } from '@blueprintjs/core';
import { CalendarIcon } from '@blueprintjs/icons';
import { formatDate, type IsoDate, isIsoDate } from '@nimule/core/kernel/dates';
import { readTypedDate } from '@nimule/core/kernel/dates-typed';
import {
  type AriaAttributes,
  type KeyboardEvent,
  lazy,
  type Ref,
  Suspense,
  useEffect,
  useRef,
  useState,
} from 'react';
import { today } from '../today.ts';

const DateCalendar = lazy(async () => ({
  default: (await import('./date-calendar.tsx')).DateCalendar,
}));

/** 21 Nov 2026; a text that is no date as it was typed. */
export function shownDate(value: string): string {
  return isIsoDate(value) ? formatDate(value) : value;
}

interface DateBoxProps extends AriaAttributes {
  /** What the date is, for the name of the calendar's button. */
  label: string;
  /** '2026-11-21', or the typed text where it is no date. */
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
 * A box for a business date with a calendar. It shows 21 Nov 2026 and reads what people type, the day always first:
 * '21/11', '21 nov', 'today'.
 */
export function DateBox({ label, value, onChange, onBlur, inputRef, ...box }: DateBoxProps) {
  const [text, setText] = useState(shownDate(value));
  const [isOpen, setOpen] = useState(false);
  const element = useRef<HTMLInputElement>(null);
  const written = useRef(value);
  // A form that starts afresh or takes over a later version changes the value under the box.
  useEffect(() => {
    if (value === written.current) return;
    written.current = value;
    setText(shownDate(value));
  }, [value]);

  // A day was picked or the calendar given up; a click elsewhere has put the focus there.
  const returns = useRef(false);
  const closeCalendar = () => {
    returns.current = true;
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
      placeholder={box.placeholder || '21 Nov 2026'}
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
        <PopoverNext
          isOpen={isOpen}
          onInteraction={setOpen}
          placement="bottom-end"
          onClosed={() => {
            if (returns.current) element.current?.focus();
            returns.current = false;
          }}
          content={
            // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the calendar and not the dialog around it
            <div
              onKeyDown={(event: KeyboardEvent) => {
                if (event.key !== 'Escape') return;
                event.stopPropagation();
                closeCalendar();
              }}
            >
              <Suspense fallback={<Spinner size={24} aria-label="Loading the calendar" />}>
                <DateCalendar value={value} today={today()} onPick={pick} />
              </Suspense>
            </div>
          }
        >
          <Button
            variant="minimal"
            icon={<CalendarIcon />}
            disabled={box.disabled ?? false}
            aria-label={`Calendar for ${label}`}
          />
        </PopoverNext>
      }
    />
  );
}
