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
import { SEARCH_DELAY_MS } from '../table/list-state.ts';
import { type FieldProps, useField } from './fields.tsx';
import styles from './pick-field.module.css';

export interface PickOption {
  value: string;
  label: string;
  /** Distinguishes options with the same label. */
  detail?: ReactNode;
}

interface PickFieldProps extends FieldProps {
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

/** Combobox that picks a record found by a search on the server. */
export function PickField(props: PickFieldProps) {
  const { options, searched, isLoading, failure, onSearch, onRetry, onPicked } = props;
  const { initialLabel = '', delayMs = SEARCH_DELAY_MS } = props;
  // A change note can show only the initial value: of other ids the label is not known.
  const { group, input, intent, set, isTyped } = useField(props, (value) =>
    value === '' ? '' : initialLabel,
  );
  const listId = useId();
  const [text, setText] = useState(initialLabel);
  const [isOpen, setOpen] = useState(false);
  const [at, setAt] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLInputElement>(null);
  // False while the options belong to an older query: Enter must not pick one of them.
  const isAnswered = !isLoading && searched === text.trim();
  const chosen = isAnswered ? options[at] : undefined;

  useEffect(() => {
    if (!isOpen) return;
    const timer = setTimeout(() => onSearch(text.trim()), delayMs);
    return () => clearTimeout(timer);
  }, [text, isOpen, onSearch, delayMs]);

  // Clear the text when the form is reset.
  const typing = useRef(false);
  useEffect(() => {
    if (input.value === '' && !typing.current) setText('');
    typing.current = false;
  }, [input.value]);

  // Show the new value after the form has loaded a later version of its record.
  useEffect(() => {
    if (!isTyped && initialLabel !== '') setText(initialLabel);
  }, [initialLabel, isTyped]);

  const pick = (option: PickOption) => {
    set(option.value);
    setText(option.label);
    setOpen(false);
    onPicked?.(option);
  };
  const move = (by: number) => {
    if (isAnswered) setAt(Math.max(0, Math.min(at + by, options.length - 1)));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isOpen) {
      if (event.key === 'ArrowDown') setOpen(true);
      return;
    }
    if (event.key === 'Escape') setOpen(false);
    else if (event.key === 'ArrowDown') move(1);
    else if (event.key === 'ArrowUp') move(-1);
    else if (event.key === 'Enter' && chosen) pick(chosen);
    // Enter before the results arrive neither picks nor submits.
    else if (event.key !== 'Enter' || isAnswered) return;
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
        {...(!isAnswered && isOpen ? { rightElement: <Spinner size={16} /> } : {})}
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-invalid={input['aria-invalid']}
        aria-required={input['aria-required']}
        {...(isOpen && chosen ? { 'aria-activedescendant': `${listId}-${at}` } : {})}
        onFocus={() => input.value === '' && setOpen(true)}
        onBlur={({ relatedTarget }) => {
          // The retry button is in the list.
          if (!list.current?.contains(relatedTarget)) setOpen(false);
          input.onBlur();
        }}
        onChange={(event) => {
          setText(event.target.value);
          setAt(0);
          setOpen(true);
          if (input.value !== '') {
            typing.current = true;
            set('');
          }
        }}
        onKeyDown={onKeyDown}
      />
      <div ref={list} hidden={!isOpen} className={styles.list}>
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
