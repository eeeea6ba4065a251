import { TickIcon } from '@blueprintjs/icons';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { type Column, DataTable } from './data-table.tsx';
import { columnsAt, firstDirection } from './data-table-column.ts';
import { formatRange } from './data-table-pager.tsx';
import { defineFilters } from './filters.ts';
import { SEARCH_DELAY_MS, useListState } from './list-state.ts';
import type { Readable } from './readable.ts';

interface Shop {
  id: number;
  name: string;
}
type Shops = Readable<{ rows: Shop[]; total?: number }>;

const columns: readonly Column<Shop>[] = [
  { id: 'name', header: 'Name', cell: (shop) => shop.name, sortable: true, priority: 1 },
  { id: 'id', header: 'Number', cell: (shop) => shop.id, kind: 'count', sortable: true },
];
const filters = defineFilters(z.object({ status: z.enum(['all', 'open', 'shut']).optional() }), {
  status: { label: 'Status', labels: (value) => value, inBar: true },
});
const idle = { error: undefined, isLoading: false, isRefreshing: false, refresh: () => undefined };
const loading: Shops = { ...idle, data: undefined, isLoading: true };
const shops = (rows: Shop[], total?: number): Shops => ({ ...idle, data: { rows, total } });

let asked: { filter: object; sort: string; page: number; pageSize: number };
const opened = vi.fn();
const edited = vi.fn();

interface TableProps {
  read: Shops;
  sums?: Record<string, ReactNode>;
}

function Table({ read, sums }: TableProps) {
  const list = useListState({
    filters,
    sorts: ['name', 'id'],
    sort: 'name',
  });
  asked = { filter: list.filter, sort: list.sort, page: list.page, pageSize: list.pageSize };
  return (
    <DataTable
      label="Shops"
      columns={columns}
      rowKey={(shop) => shop.id}
      rowName={(shop) => shop.name}
      read={read}
      list={list}
      empty={{ title: 'No shops', description: 'Open the first one.' }}
      search="Search shops"
      actions={() => [
        { label: 'Edit', icon: <TickIcon />, onClick: edited },
        { label: 'Delete', icon: <TickIcon />, onClick: edited, disabledReason: 'It is open.' },
      ]}
      onOpen={opened}
      sums={sums}
    />
  );
}

const page = (read: Shops, sums?: Record<string, ReactNode>) => (
  <BrowserRouter>
    <Table read={read} {...(sums ? { sums } : {})} />
  </BrowserRouter>
);
const show = (read: Shops, sums?: Record<string, ReactNode>) => render(page(read, sums));

describe('a table', () => {
  test('has its final size while loading', () => {
    show(loading);
    const table = screen.getByRole('table', { name: 'Shops, loading' });
    expect(table).toHaveAttribute('aria-busy', 'true');
    expect(within(table).getAllByRole('row').length).toBeGreaterThan(2);
    expect(screen.queryByText('No shops')).not.toBeInTheDocument();
  });

  test('distinguishes an empty list from no match', async () => {
    const { unmount } = show(shops([], 0));
    expect(screen.getByText('Open the first one.')).toBeVisible();
    unmount();
    window.history.replaceState(null, '', '/?status=open');
    show(shops([], 0));
    await userEvent.click(screen.getByRole('button', { name: 'Clear search and filters' }));
    expect(window.location.search).toBe('');
  });

  test('shows an error and retries', async () => {
    const refresh = vi.fn();
    show({ ...idle, data: undefined, error: { message: 'The link is down.' }, refresh });
    expect(screen.getByRole('alert')).toHaveTextContent('The link is down.');
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(refresh).toHaveBeenCalledOnce();
    // The button is removed with the error.
    expect(screen.getByRole('region', { name: 'Shops' })).toHaveFocus();
  });

  test('keeps its rows if a refetch fails', () => {
    show({ ...shops([{ id: 1, name: 'Tea' }], 1), error: { message: 'The link is down.' } });
    expect(screen.getByRole('cell', { name: 'Tea' })).toBeVisible();
    expect(screen.getByText(/could not be read again: The link is down/)).toBeVisible();
  });

  test('keeps its height, the pager and the focus while another page is loading', async () => {
    const many = Array.from({ length: 12 }, (_, id) => ({ id, name: `Shop ${id}` }));
    const { rerender } = show(shops(many, 60));
    const next = screen.getByRole('button', { name: 'Next page' });
    await userEvent.click(next);
    rerender(page(loading));
    expect(screen.getAllByRole('row')).toHaveLength(1 + many.length);
    expect(screen.queryByText('Shop 1')).not.toBeInTheDocument();
    expect(screen.queryByText(/of 60/)).not.toBeInTheDocument();
    expect(next).toHaveFocus();
    rerender(page({ ...loading, isLoading: false, error: { message: 'The link is down.' } }));
    expect(screen.getByRole('alert')).toHaveTextContent('The link is down.');
    expect(next).toHaveFocus();
    await userEvent.click(screen.getByRole('button', { name: 'Previous page' }));
    expect(asked.page).toBe(1);
  });

  test('does not show the empty state while loading', () => {
    show({ ...shops([], 0), isRefreshing: true });
    expect(screen.queryByText('No shops')).not.toBeInTheDocument();
  });

  test('a click on a row opens it, a click on an action does not', async () => {
    opened.mockClear();
    edited.mockClear();
    show(shops([{ id: 1, name: 'Tea' }], 1));
    await userEvent.click(screen.getByRole('button', { name: 'Edit Tea' }));
    expect(edited).toHaveBeenCalledOnce();
    expect(opened).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('cell', { name: 'Tea' }));
    expect(opened).toHaveBeenCalledWith({ id: 1, name: 'Tea' });
  });

  test('shows sums of all pages, and keeps their count while another page is loading', () => {
    const { rerender } = show(shops([{ id: 1, name: 'Tea' }], 1300), { id: '$9.00' });
    const line = () => screen.getByRole('rowheader', { name: 'Total of 1,300' }).closest('tr');
    expect(line()).toHaveTextContent('Total of 1,300$9.00');
    expect(line()?.parentElement?.tagName).toBe('TFOOT');
    rerender(page(loading, { id: '$9.00' }));
    expect(line()).toHaveTextContent('$9.00');
    rerender(page(shops([{ id: 1, name: 'Tea' }]), { name: 'Of shops' }));
    expect(screen.getByRole('rowheader')).toHaveTextContent('Total Of shops');
  });

  test('uses and stores the row height for all tables', async () => {
    const { unmount } = show(shops([{ id: 1, name: 'Tea' }], 1));
    const choice = () => screen.getByRole('combobox', { name: 'Height of rows' });
    expect(choice()).toHaveValue('compact');
    await userEvent.selectOptions(choice(), 'Comfortable rows');
    unmount();
    show(shops([{ id: 1, name: 'Tea' }], 1));
    expect(choice()).toHaveValue('comfortable');
    act(() => {
      localStorage.setItem('nimule.rows', 'nonsense');
      window.dispatchEvent(new StorageEvent('storage'));
    });
    expect(choice()).toHaveValue('compact');
  });

  test('a disabled action is focusable and does nothing', async () => {
    edited.mockClear();
    show(shops([{ id: 1, name: 'Tea' }], 1));
    const button = screen.getByRole('button', { name: 'Delete Tea' });
    expect(button).toHaveAttribute('aria-disabled', 'true');
    await userEvent.click(button);
    expect(edited).not.toHaveBeenCalled();
  });
});

describe('list state', () => {
  test('is kept in the URL', async () => {
    window.history.replaceState(null, '', '/?status=shut&sort=-id&page=3&size=50&q=tea&tab=x');
    show(shops([{ id: 1, name: 'Tea' }], 150));
    expect(asked).toEqual({
      filter: { q: 'tea', status: 'shut' },
      sort: '-id',
      page: 3,
      pageSize: 50,
    });
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'all');
    // A filter goes back to page 1 and keeps other parameters.
    expect(window.location.search).toBe('?sort=-id&size=50&q=tea&tab=x');
    expect(asked.filter).toEqual({ q: 'tea' });
  });

  test('ignores invalid values of old bookmarks', () => {
    window.history.replaceState(null, '', '/?status=nonsense&sort=-colour&page=-4&size=0');
    show(shops([], 0));
    expect(asked).toEqual({ filter: {}, sort: 'name', page: 1, pageSize: 25 });
  });

  test('toggles the direction of the sort', async () => {
    show(shops([{ id: 1, name: 'Tea' }], 1));
    const header = () => screen.getByRole('columnheader', { name: 'Name' });
    expect(header()).toHaveAttribute('aria-sort', 'ascending');
    await userEvent.click(within(header()).getByRole('button'));
    expect(header()).toHaveAttribute('aria-sort', 'descending');
    expect(window.location.search).toBe('?sort=-name');
  });

  test('sorts numbers descending first', async () => {
    show(shops([{ id: 1, name: 'Tea' }], 1));
    const header = screen.getByRole('columnheader', { name: 'Number' });
    await userEvent.click(within(header).getByRole('button'));
    expect(header).toHaveAttribute('aria-sort', 'descending');
    await userEvent.click(within(header).getByRole('button'));
    expect(header).toHaveAttribute('aria-sort', 'ascending');
  });

  test('names the pager by the list', () => {
    show(shops([{ id: 1, name: 'Tea' }], 26));
    expect(screen.getByRole('navigation', { name: 'Pages of Shops' })).toBeVisible();
  });

  test('changes pages within the range', async () => {
    show(shops([{ id: 1, name: 'Tea' }], 26));
    const [previous, next] = ['Previous page', 'Next page'].map((name) =>
      screen.getByRole('button', { name }),
    ) as [HTMLElement, HTMLElement];
    const ended = (button: HTMLElement) => button.getAttribute('aria-disabled') === 'true';
    expect(ended(previous)).toBe(true);
    next.focus();
    await userEvent.keyboard('{Enter}');
    expect(window.location.search).toBe('?page=2');
    // On the first and last page the button keeps the focus and does nothing.
    expect(ended(next)).toBe(true);
    expect(next).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    expect(window.location.search).toBe('?page=2');
    previous.focus();
    await userEvent.keyboard('{Enter}');
    expect(asked.page).toBe(1);
    expect(ended(previous)).toBe(true);
    expect(previous).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    expect(asked.page).toBe(1);
  });

  test('a page beyond the end has a button to the first', async () => {
    window.history.replaceState(null, '', '/?page=9');
    show(shops([], 30));
    await userEvent.click(screen.getByRole('button', { name: 'Go to the first page' }));
    expect(asked.page).toBe(1);
    expect(screen.getByRole('region', { name: 'Shops' })).toHaveFocus();
  });
});

describe('searching', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('is debounced, and follows the back button', () => {
    window.history.replaceState(null, '', '/?page=2');
    show(shops([{ id: 1, name: 'Tea' }], 100));
    const box = screen.getByRole('searchbox', { name: 'Search shops' });
    const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));
    fireEvent.change(box, { target: { value: 'te' } });
    pass(SEARCH_DELAY_MS - 1);
    fireEvent.change(box, { target: { value: 'tea ' } });
    pass(SEARCH_DELAY_MS - 1);
    expect(window.location.search).toBe('?page=2');
    pass(1);
    expect(window.location.search).toBe('?q=tea');
    act(() => {
      window.history.replaceState(null, '', '/?q=milk');
      window.dispatchEvent(new PopStateEvent('popstate'));
    });
    expect(box).toHaveValue('milk');
  });
});

test('hides columns by priority and shows them in cards', () => {
  const cell = () => '';
  const all: Column<Shop>[] = [
    { id: 'name', header: 'Name', cell, priority: 1 },
    { id: 'due', header: 'Due', cell, kind: 'date', lesser: true },
    { id: 'amount', header: 'Amount', cell, kind: 'money' },
    { id: 'phone', header: 'Phone', cell, priority: 3 },
    { id: 'by', header: 'By', cell, priority: 4 },
  ];
  const shown = ([0, 1, 2, 3, 4, 5] as const).map((fit) => columnsAt(all, fit).map(({ id }) => id));
  expect(shown).toEqual([
    ['name', 'due', 'amount', 'phone', 'by'],
    ['name', 'due', 'amount', 'phone'],
    // Row buttons go before columns of priority 3.
    ['name', 'due', 'amount', 'phone'],
    ['name', 'due', 'amount'],
    ['name', 'amount'],
    ['name', 'due', 'amount'],
  ]);
  expect(all.map(firstDirection)).toEqual([
    'ascending',
    'descending',
    'descending',
    'ascending',
    'ascending',
  ]);
});

test('formats the range with and without the total', () => {
  expect(formatRange(26, 25, 5174)).toBe('26–50 of 5,174');
  expect(formatRange(1, 25, undefined)).toBe('1–25');
  expect(formatRange(1, 0, 0)).toBe('0');
});
