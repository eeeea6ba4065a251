import { Classes, InputGroup, Menu } from '@blueprintjs/core';
import { ChevronLeftIcon, ChevronRightIcon, SearchIcon, TickIcon } from '@blueprintjs/icons';
import { MAX_SEARCH } from '@nimule/core/kernel/paging';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { itemsOf, moveFocus } from '../overlay/action-menu.tsx';
import styles from './filter-menu.module.css';
import { defaultOf, type TableFilter, wordsOf } from './filters.ts';

/** More values than this have an input that finds them. */
const MANY_VALUES = 10;

interface FilterMenuProps {
  filters: readonly TableFilter[];
  chosen: Readonly<Record<string, string>>;
  /** The filter whose values are shown; '' for the list of filters. */
  shown: string;
  onShow: (name: string) => void;
  onChoose: (name: string, value: string) => void;
  /** A date was chosen, which has an input. */
  onAskDate: (name: string) => void;
}

/** Filters, and the values of one. A single filter shows its values at once. */
export function FilterMenu(props: FilterMenuProps) {
  const { filters, chosen, shown, onShow, onChoose, onAskDate } = props;
  const single = filters.length === 1 && filters[0]?.options ? filters[0] : undefined;
  const filter = filters.find(({ name }) => name === shown) ?? single;
  if (filter?.options)
    return (
      <Values
        // Another filter has another focus.
        key={filter.name}
        filter={filter}
        value={chosen[filter.name] ?? ''}
        onChoose={(value) => onChoose(filter.name, value)}
        onBack={single ? undefined : () => onShow('')}
      />
    );
  return (
    <MenuOf label="Filters">
      {filters.map((one) => {
        const value = chosen[one.name] ?? '';
        return (
          <Item
            key={one.name}
            onClick={() => (one.options ? onShow(one.name) : onAskDate(one.name))}
            end={one.options && <ChevronRightIcon size={14} />}
          >
            {value === defaultOf(one) ? one.label : `${one.label}: ${wordsOf(one, value)}`}
          </Item>
        );
      })}
    </MenuOf>
  );
}

interface ValuesProps {
  filter: TableFilter;
  value: string;
  onChoose: (value: string) => void;
  /** Undefined where there is no other filter. */
  onBack: (() => void) | undefined;
}

function Values({ filter, value, onChoose, onBack }: ValuesProps) {
  const { label, options = [] } = filter;
  const [find, setFind] = useState('');
  const hasFind = options.length > MANY_VALUES;
  const wanted = find.trim().toLocaleLowerCase();
  const found = options.filter(({ label: text }) => text.toLocaleLowerCase().includes(wanted));
  return (
    <MenuOf
      label={label}
      onBack={onBack}
      find={
        hasFind && (
          <InputGroup
            type="search"
            leftIcon={<SearchIcon />}
            placeholder={`Find: ${label.toLocaleLowerCase()}`}
            aria-label={`Find: ${label.toLocaleLowerCase()}`}
            maxLength={MAX_SEARCH}
            value={find}
            onChange={(event) => setFind(event.target.value)}
          />
        )
      }
    >
      {found.map((option) => (
        <Item
          key={option.value}
          isChosen={option.value === value}
          onClick={() => onChoose(option.value)}
          end={option.value === value && <TickIcon size={14} />}
        >
          <bdi>{option.label}</bdi>
        </Item>
      ))}
      {found.length === 0 && (
        <li role="none" className={styles.none}>
          Nothing matches
        </li>
      )}
    </MenuOf>
  );
}

interface MenuOfProps {
  label: string;
  onBack?: (() => void) | undefined;
  find?: ReactNode;
  children: ReactNode;
}

/** A menu that takes the focus: its input, the chosen item or the first one. */
function MenuOf({ label, onBack, find, children }: MenuOfProps) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = frame;
    const items = current ? itemsOf(current) : [];
    const chosen = items.find((item) => item.getAttribute('aria-checked') === 'true');
    (current?.querySelector('input') ?? chosen ?? items[0])?.focus({ preventScroll: true });
    chosen?.scrollIntoView?.({ block: 'nearest' });
  }, []);
  const pressed = (event: KeyboardEvent<HTMLElement>) => {
    const isTyping = event.target instanceof HTMLInputElement;
    if (event.key === 'ArrowLeft' && onBack && !isTyping) onBack();
    else if (!isTyping || event.key === 'ArrowDown' || event.key === 'ArrowUp') moveFocus(event);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of the menu, in its input too
    <div ref={frame} className={styles.frame} onKeyDown={pressed}>
      {onBack && (
        <button
          type="button"
          className={styles.back}
          aria-label={`${label}, back to the filters`}
          onClick={onBack}
        >
          <ChevronLeftIcon size={14} /> {label}
        </button>
      )}
      {find && <div className={styles.find}>{find}</div>}
      <Menu aria-label={label} className={styles.menu ?? ''}>
        {children}
      </Menu>
    </div>
  );
}

interface ItemProps {
  /** Undefined for an item that is not a value. */
  isChosen?: boolean;
  onClick: () => void;
  end?: ReactNode;
  children: ReactNode;
}

function Item({ isChosen, onClick, end, children }: ItemProps) {
  return (
    <li role="none">
      <button
        type="button"
        role={isChosen === undefined ? 'menuitem' : 'menuitemradio'}
        {...(isChosen !== undefined && { 'aria-checked': isChosen })}
        tabIndex={-1}
        className={`${Classes.MENU_ITEM} ${styles.item}`}
        onClick={onClick}
      >
        <span className={styles.words}>{children}</span>
        {end}
      </button>
    </li>
  );
}
