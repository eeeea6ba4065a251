import { Button, HTMLSelect } from '@blueprintjs/core';
import { ChevronLeftIcon, ChevronRightIcon, RefreshIcon } from '@blueprintjs/icons';
import type { Page } from '@nimule/core/kernel/paging';
import type { JSX } from 'react';
import { numberText } from '../counted.ts';
import { softDisabled } from '../form/submit-button.tsx';
import { humanize } from '../tags.tsx';
import styles from './data-table-pager.module.css';
import { chooseDensity, densities, type Density } from './density.ts';
import { type ListState, PAGE_SIZES } from './list-state.ts';

interface DataTablePagerProps {
  /** What the table lists, for the accessible name. */
  label: string;
  list: ListState;
  page: Page<unknown> | undefined;
  /** The previous page, while `page` is loading or failed. */
  previous: Page<unknown> | undefined;
  onRefresh: () => void;
  /** Row height; undefined if it cannot be chosen. */
  density: Density | undefined;
}

/** '26–50 of 5,174', or without the total while it is not known. */
export function formatRange(first: number, shown: number, total: number | undefined): string {
  if (shown === 0) return total ? `0 of ${numberText(total)}` : '0';
  const range = `${numberText(first)}–${numberText(first + shown - 1)}`;
  return total === undefined ? range : `${range} of ${numberText(total)}`;
}

export function DataTablePager({
  label,
  list,
  page,
  previous,
  onRefresh,
  density,
}: DataTablePagerProps) {
  const known = page ?? previous;
  if (!known) return null;
  const { rows, total } = known;
  const first = (list.page - 1) * list.pageSize + 1;
  const hasNext =
    total === undefined ? rows.length === list.pageSize : first + rows.length - 1 < total;
  return (
    <nav className={styles.pager} aria-label={`Pages of ${label}`}>
      <span className={styles.range} role="status">
        {page && formatRange(first, rows.length, total)}
      </span>
      <Button
        variant="minimal"
        size="small"
        icon={<RefreshIcon size={14} />}
        aria-label="Read the list again"
        title="Read the list again"
        onClick={onRefresh}
      />
      {density && (
        <HTMLSelect
          minimal
          aria-label="Height of rows"
          value={density}
          onChange={(event) => chooseDensity(event.target.value as Density)}
          options={densities.map((value) => ({ value, label: `${humanize(value)} rows` }))}
        />
      )}
      <HTMLSelect
        minimal
        aria-label="Rows per page"
        value={list.pageSize}
        onChange={(event) => list.setPageSize(Number(event.target.value))}
        options={PAGE_SIZES.map((size) => ({ value: size, label: `${size} rows` }))}
      />
      <span className={styles.steps}>
        <Step
          label="Previous page"
          icon={<ChevronLeftIcon />}
          isPossible={list.page > 1}
          onStep={() => list.setPage(list.page - 1)}
        />
        <Step
          label="Next page"
          icon={<ChevronRightIcon />}
          isPossible={hasNext}
          onStep={() => list.setPage(list.page + 1)}
        />
      </span>
    </nav>
  );
}

interface StepProps {
  label: string;
  icon: JSX.Element;
  isPossible: boolean;
  onStep: () => void;
}

/** Previous or next page; keeps the focus on the first and last page. */
function Step({ label, icon, isPossible, onStep }: StepProps) {
  return (
    <Button
      {...softDisabled(!isPossible)}
      variant="minimal"
      icon={icon}
      aria-label={label}
      onClick={() => {
        if (isPossible) onStep();
      }}
    />
  );
}
