import { Button, FormGroup, InputGroup, Spinner } from '@blueprintjs/core';
import { SearchIcon } from '@blueprintjs/icons';
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { useFormContext } from 'react-hook-form';
import { useAnchored } from '../overlay/anchored.ts';
import { SEARCH_DELAY_MS } from '../table/list-state.ts';
import { type FieldProps, useField } from './fields.tsx';
import { useSettling } from './form.tsx';
import styles from './pick-field.module.css';

export interface PickOption {
  value: string;
  label: string;
  /** Distinguishes options with the same label. */
  detail?: ReactNode;
  /** Its number or code: who types it means this option and no other. */
  code?: string;
}

interface PickFieldProps extends FieldProps {
  /** What is picked, in the plural: 'customers'. */
  many: string;
  /** Search results of the server. */
  options: readonly PickOption[];
  /** The query of `options` and `failure`; it may be older than the typed text. */
  searched: string | undefined;
  isLoading: boolean;
  /** Error message of the search. */
  failure?: string | undefined;
  /** Repeats the search. */
  onRetry: () => void;
  /** Called after typing has paused. */
  onSearch: (text: string) => void;
  onPicked?: (option: PickOption) => void;
  /** Label of the initial value. */
  initialLabel?: string;
  /** Pause of the typing before a search; 0 if the options are searched in the browser. */
  delayMs?: number;
}

/** Index of the only option that has this number, code or label. */
function exactly(options: readonly PickOption[], typed: string): number | undefined {
  const wanted = typed.toLowerCase();
  const named = options.flatMap(({ code, label }, index) =>
    [code, label].some((text) => text?.toLowerCase() === wanted) ? [index] : [],
  );
  return named.length === 1 ? named[0] : undefined;
}

/** A text whose search is waited for, to choose what it means. */
interface Wait {
  text: string;
  /** Enter: the first match, where several are found. */
  takesFirst: boolean;
  /** What hears whether an option was chosen. */
  done: ((isChosen: boolean) => void)[];
}

/**
 * Combobox that picks a record found by a search on the server. Enter chooses the first match and stays, also where it is
 * pressed before the answer; what is left with a typed text takes the only match or the exact number, and otherwise keeps
 * the text with an error. The list is over the form, and moves nothing.
 */
export function PickField(props: PickFieldProps) {
  const { options, searched, isLoading, failure, onSearch, onRetry, onPicked, many } = props;
  const { initialLabel = '', delayMs = SEARCH_DELAY_MS } = props;
  // A change note can show only the initial value: of other ids the label is not known.
  const { group, input, intent, set, isTyped } = useField(props, (value) =>
    value === '' ? '' : initialLabel,
  );
  const { setError, clearErrors } = useFormContext();
  const { name } = props;
  const listId = useId();
  const [text, setText] = useState(initialLabel);
  const [isOpen, setOpen] = useState(false);
  /** Where the arrow keys have gone. */
  const [at, setAt] = useState<number>();
  const [isWaiting, setWaiting] = useState(false);
  const wait = useRef<Wait>(undefined);
  const list = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLInputElement>(null);
  useAnchored(isOpen, box, list);
  const typed = text.trim();
  // False while the options belong to an older query: Enter must not pick one of them.
  const isAnswered = !isLoading && searched === typed;
  // Nothing typed chooses nothing, so that Enter sends the form.
  const active = at ?? (typed === '' ? undefined : (exactly(options, typed) ?? 0));
  const chosen = isAnswered && active !== undefined ? options[active] : undefined;

  useEffect(() => {
    if (!isOpen) return;
    const timer = setTimeout(() => onSearch(typed), delayMs);
    return () => clearTimeout(timer);
  }, [typed, isOpen, onSearch, delayMs]);

  useEffect(() => {
    if (at !== undefined)
      document.getElementById(`${listId}-${at}`)?.scrollIntoView?.({ block: 'nearest' });
  }, [at, listId]);

  // Clear the text when the form is reset, not when typing has cleared the value.
  const own = useRef(input.value);
  useEffect(() => {
    if (input.value === own.current) return;
    own.current = input.value;
    if (input.value === '') setText('');
  }, [input.value]);

  // Show the new value after the form has loaded a later version of its record.
  useEffect(() => {
    if (!isTyped && initialLabel !== '') setText(initialLabel);
  }, [initialLabel, isTyped]);

  const write = (value: string) => {
    own.current = value;
    set(value);
    clearErrors(name);
  };
  const pick = (option: PickOption) => {
    write(option.value);
    setText(option.label);
    setOpen(false);
    onPicked?.(option);
  };
  const finish = (isChosen: boolean) => {
    const { current } = wait;
    wait.current = undefined;
    setWaiting(false);
    for (const tell of current?.done ?? []) tell(isChosen);
  };

  /** Chooses what the typed text means, after the answer to it. Answers whether the field has a value, or needs none. */
  const settle = (takesFirst: boolean): Promise<boolean> => {
    if (input.disabled || typed === '' || input.value !== '') return Promise.resolve(true);
    if (wait.current && wait.current.text !== typed) finish(false);
    return new Promise((tell) => {
      wait.current ??= { text: typed, takesFirst: false, done: [] };
      wait.current.takesFirst ||= takesFirst;
      wait.current.done.push(tell);
      setWaiting(true);
      if (searched !== typed) onSearch(typed);
    });
  };
  useSettling(async () => {
    const isSettled = await settle(false);
    if (!isSettled) box.current?.focus();
    return isSettled;
  });

  useEffect(() => {
    const { current } = wait;
    if (!current) return;
    // The user has gone on typing, or has chosen otherwise.
    if (current.text !== typed || input.value !== '') return finish(input.value !== '');
    if (!isAnswered) return;
    const isUnambiguous = options.length === 1 || exactly(options, typed) !== undefined;
    const option = current.takesFirst || at !== undefined || isUnambiguous ? chosen : undefined;
    if (option) pick(option);
    else if (!current.takesFirst) setError(name, { type: 'choice', message: refusal() });
    finish(option !== undefined);
  });
  useEffect(
    () => () => {
      for (const tell of wait.current?.done ?? []) tell(false);
    },
    [],
  );

  const refusal = () => {
    if (failure !== undefined) return failure;
    if (options.length > 0) return `Choose one of the ${many} found.`;
    return `None of the ${many} matches “${typed}”.`;
  };
  const move = (by: number) => {
    if (isAnswered && options.length > 0)
      setAt(Math.max(0, Math.min((active ?? (by > 0 ? -1 : 1)) + by, options.length - 1)));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event;
    const isUnsettled = typed !== '' && input.value === '';
    if (key === 'Enter' && (event.ctrlKey || event.metaKey)) return setOpen(false);
    if (key === 'Enter' && isOpen && chosen) pick(chosen);
    else if (key === 'Enter' && isUnsettled) {
      setOpen(true);
      settle(true).catch(reportError);
    } else if (key === 'ArrowDown' && !isOpen) setOpen(true);
    else if (key === 'ArrowDown') move(1);
    else if (key === 'ArrowUp' && isOpen) move(-1);
    else if (key === 'Escape' && isOpen) setOpen(false);
    // Nothing is typed: this Enter is for the form.
    else return key === 'Enter' ? setOpen(false) : undefined;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <FormGroup {...group}>
      <InputGroup
        id={input.id}
        name={`${input.name}-search`}
        inputRef={(element: HTMLInputElement | null) => {
          box.current = element;
          input.ref(element);
        }}
        disabled={input.disabled}
        intent={intent}
        value={text}
        placeholder={props.placeholder ?? 'Type to search'}
        autoComplete="off"
        leftIcon={<SearchIcon />}
        {...(!isAnswered && (isOpen || isWaiting) ? { rightElement: <Spinner size={16} /> } : {})}
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-invalid={input['aria-invalid']}
        aria-required={input['aria-required']}
        aria-describedby={input['aria-describedby']}
        {...(isOpen && chosen ? { 'aria-activedescendant': `${listId}-${active}` } : {})}
        onFocus={() => input.value === '' && setOpen(true)}
        onBlur={({ relatedTarget }) => {
          input.onBlur();
          // The retry button is in the list; and the whole window may lose the focus.
          if (list.current?.contains(relatedTarget) || document.activeElement === box.current)
            return;
          setOpen(false);
          settle(false).catch(reportError);
        }}
        onChange={(event) => {
          setText(event.target.value);
          setAt(undefined);
          setOpen(true);
          write('');
        }}
        onKeyDown={onKeyDown}
      />
      <div ref={list} popover="manual" hidden={!isOpen} className={styles.list}>
        <div id={listId} role="listbox" aria-label={props.label} aria-busy={!isAnswered}>
          {options.map((option, index) => (
            <div
              key={option.value}
              id={`${listId}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={option === chosen}
              aria-disabled={!isAnswered}
              className={styles.option}
              // pointerdown comes before blur, which closes the list.
              onPointerDown={(event) => {
                event.preventDefault();
                if (isAnswered) pick(option);
              }}
            >
              <span>{option.label}</span>
              {option.detail && <span className="quiet">{option.detail}</span>}
            </div>
          ))}
        </div>
        {isAnswered && options.length === 0 && (
          <div className={styles.none}>
            {failure ?? 'Nothing matches.'}
            {failure !== undefined && (
              <Button
                size="small"
                // Keep the focus in the input: blur closes the list.
                onMouseDown={(event: MouseEvent) => event.preventDefault()}
                onBlur={({ relatedTarget }) => relatedTarget !== box.current && setOpen(false)}
                onClick={() => {
                  // The button is removed while the search is running.
                  box.current?.focus();
                  onRetry();
                }}
              >
                Try again
              </Button>
            )}
          </div>
        )}
      </div>
    </FormGroup>
  );
}
