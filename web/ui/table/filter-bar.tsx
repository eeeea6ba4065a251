import { Button, Spinner } from '@blueprintjs/core';
import { CaretDownIcon, CrossIcon, FilterIcon } from '@blueprintjs/icons';
import { isIsoDate } from '@nimule/core/kernel/dates';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { DateInput } from '../form/date-input.tsx';
import { Popover } from '../overlay/popover.tsx';
import styles from './filter-bar.module.css';
import { defaultOf, type TableFilter, wordsOf } from './filters.ts';
import type { ListState } from './list-state.ts';

const CLOSING_MS = 100;

const loadMenu = () => import('./filter-menu.tsx');
const FilterMenu = lazy(async () => ({ default: (await loadMenu()).FilterMenu }));

interface FilterBarProps {
  list: ListState;
  /** Those that have no select of their own. */
  filters: readonly TableFilter[];
  /** After the button: a menu of saved views. */
  views: ReactNode;
}

/** The Filter button with its menu, and the chosen filters as chips in a line below the toolbar. */
export function FilterBar({ list, filters, views }: FilterBarProps) {
  const button = useRef<HTMLButtonElement>(null);
  const chips = useRef<HTMLUListElement>(null);
  /** The filter whose values the menu shows; '' for the list of filters; undefined while it is closed. */
  const [shown, setShown] = useState<string>();
  /** Dates that were chosen in the menu; their chips are shown without a value too. */
  const [asked, setAsked] = useState<readonly string[]>([]);
  /** The one chosen last: its input takes the focus. */
  const [wanted, setWanted] = useState<{ name: string }>();
  const isSet = (filter: TableFilter) => (list.chosen[filter.name] ?? '') !== defaultOf(filter);
  const inUse = filters.filter((filter) => isSet(filter) || asked.includes(filter.name));
  const offered = filters.filter((filter) => !filter.onlyIfSet);

  /** Moves the focus when the menu has closed: until then it holds it. */
  const afterClose = useRef<() => void>(undefined);
  const close = (then: () => void = () => button.current?.focus()) => {
    afterClose.current = then;
    setShown(undefined);
  };
  const remove = (name: string, chip: Element | null) => {
    // Now, since the chip is removed only when the URL has changed.
    const next = [chip?.nextElementSibling, chip?.previousElementSibling]
      .map((other) => other?.querySelector<HTMLElement>('[data-remove]'))
      .find(Boolean);
    (next ?? button.current ?? chips.current?.closest('section'))?.focus();
    setAsked(asked.filter((other) => other !== name));
    list.clearFilters([name]);
  };
  const clearAll = () => {
    (button.current ?? chips.current?.closest('section'))?.focus();
    setAsked([]);
    list.clearFilters(inUse.map(({ name }) => name));
  };
  return (
    <>
      {offered.length > 0 && (
        <Popover
          isOpen={shown !== undefined}
          onInteraction={(isOpen, byEscape) => {
            // Told of a chip's opening too, which has set what is shown.
            if (isOpen) setShown((current) => current ?? '');
            else if (byEscape) close();
            else setShown(undefined);
          }}
          enforceFocus={false}
          transitionDuration={CLOSING_MS}
          onReturn={() => afterClose.current?.()}
          onClosed={() => {
            afterClose.current = undefined;
          }}
          placement="bottom-start"
          content={
            <Suspense fallback={<Spinner size={24} aria-label="Loading the filters" />}>
              <FilterMenu
                filters={shown ? filters : offered}
                chosen={list.chosen}
                shown={shown ?? ''}
                onShow={setShown}
                onChoose={(name, value) => {
                  list.setFilter(name, value);
                  close();
                }}
                onAskDate={(name) => {
                  setAsked([...asked.filter((other) => other !== name), name]);
                  close(() => setWanted({ name }));
                }}
              />
            </Suspense>
          }
        >
          <Button
            ref={button}
            icon={<FilterIcon />}
            endIcon={<CaretDownIcon />}
            aria-haspopup="menu"
            aria-expanded={shown !== undefined}
            onPointerEnter={() => void loadMenu()}
            onFocus={() => void loadMenu()}
          >
            Filter
          </Button>
        </Popover>
      )}
      {views}
      {inUse.length > 0 && (
        <ul ref={chips} className={styles.chips} aria-label="Filters in use">
          {inUse.map((filter) => (
            <Chip
              key={filter.name}
              filter={filter}
              value={list.chosen[filter.name] ?? ''}
              wanted={wanted?.name === filter.name ? wanted : undefined}
              onChange={(value) => list.setFilter(filter.name, value)}
              onShow={offered.includes(filter) ? () => setShown(filter.name) : undefined}
              onRemove={(chip) => remove(filter.name, chip)}
            />
          ))}
          {inUse.length > 1 && (
            <li className={styles.all}>
              <Button variant="minimal" size="small" onClick={clearAll}>
                Clear all
              </Button>
            </li>
          )}
        </ul>
      )}
    </>
  );
}

interface ChipProps {
  filter: TableFilter;
  value: string;
  /** Another object each time that its input is to take the focus. */
  wanted: object | undefined;
  onChange: (value: string) => void;
  /** Shows the values; undefined for what only a link sets. */
  onShow: (() => void) | undefined;
  onRemove: (chip: Element | null) => void;
}

/** 'Location: Wau' with a button that removes it; a date is an input. */
function Chip({ filter, value, wanted, onChange, onShow, onRemove }: ChipProps) {
  const chip = useRef<HTMLLIElement>(null);
  const words = value === '' ? '' : wordsOf(filter, value);
  const text = (
    <>
      {filter.label}: <bdi>{words}</bdi>
    </>
  );
  return (
    <li ref={chip} className={styles.chip}>
      {!filter.options ? (
        <span className={styles.date}>
          {filter.label}:
          <DateFilter label={filter.label} value={value} wanted={wanted} onChange={onChange} />
        </span>
      ) : onShow ? (
        <button type="button" className={styles.text} aria-haspopup="menu" onClick={onShow}>
          {text}
        </button>
      ) : (
        <span className={styles.text}>{text}</span>
      )}
      <button
        type="button"
        data-remove
        className={styles.remove}
        aria-label={`Remove filter ${filter.label}${words && `: ${words}`}`}
        onClick={() => onRemove(chip.current)}
      >
        <CrossIcon size={14} />
      </button>
    </li>
  );
}

interface DateFilterProps {
  label: string;
  value: string;
  wanted: object | undefined;
  onChange: (value: string) => void;
}

/** Applies the filter when the input is a valid date or empty. */
function DateFilter({ label, value, wanted, onChange }: DateFilterProps) {
  const [typed, setTyped] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  const shown = useRef(value);
  // While somebody types, the address may still have an earlier date.
  if (value !== shown.current && document.activeElement !== input.current) {
    shown.current = value;
    setTyped(value);
  }
  useEffect(() => {
    if (wanted) input.current?.focus();
  }, [wanted]);
  return (
    <DateInput
      label={label}
      aria-label={label}
      className={styles.dateInput ?? ''}
      inputRef={input}
      value={typed}
      onChange={(next) => {
        setTyped(next);
        if ((next !== '' && !isIsoDate(next)) || next === value) return;
        shown.current = next;
        onChange(next);
      }}
    />
  );
}
