import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { BrowserRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { chooseFilter } from '../../testing/choose-filter.ts';
import { DataTableToolbar } from './data-table-toolbar.tsx';
import { defineFilters } from './filters.ts';
import { type ListState, useListState } from './list-state.ts';
import { ViewsMenu } from './views.ts';

const towns = Array.from({ length: 12 }, (_, index) => `town_${index + 1}`);
const filters = defineFilters(
  z.object({
    status: z.enum(['open', 'shut']).optional(),
    kind: z.enum(['shop', 'hotel']).optional(),
    town: z.enum(towns as [string, ...string[]]).optional(),
    from: z.string().optional(),
    batch: z.string().optional(),
  }),
  {
    status: { label: 'Status', inBar: true },
    kind: { label: 'Kind' },
    town: { label: 'Town' },
    from: { label: 'Opened from' },
    batch: { label: 'Batch', options: ['7'], takesAny: true, onlyIfSet: true },
  },
);

function Views({ list, label }: { list: ListState; label: string }) {
  return (
    <button type="button" onClick={() => list.showQuery('q=hotel&status=open&sort=-name')}>
      Views of {label}: {list.query}
    </button>
  );
}

function Toolbar() {
  const list = useListState({ filters, sort: 'name', prefix: 'shop-' });
  return (
    <ViewsMenu.Provider value={Views}>
      <DataTableToolbar list={list} label="Shops" search="Search shops" />
    </ViewsMenu.Provider>
  );
}
const show = (query = '') => {
  window.history.replaceState(null, '', `/${query}`);
  render(<Toolbar />, { wrapper: BrowserRouter });
};
const query = () => window.location.search;
const button = () => screen.getByRole('button', { name: 'Filter' });
const chips = () =>
  screen.queryByRole('list', { name: 'Filters in use' })?.textContent?.replaceAll('\u00a0', ' ');

test('named filters are selects with their label; others become chips with the URL of before', async () => {
  show();
  expect(screen.getByText('Status:')).toBeVisible();
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Open');
  expect(screen.getAllByRole('combobox')).toHaveLength(1);
  expect(chips()).toBeUndefined();
  await chooseFilter('Kind', 'Hotel');
  expect(query()).toBe('?shop-status=open&shop-kind=hotel');
  expect(chips()).toBe('Kind: Hotel');
  await waitFor(() => expect(button()).toHaveFocus());
  // The chip opens the values, of which the default takes the filter away.
  await userEvent.click(screen.getByRole('button', { name: 'Kind: Hotel' }));
  expect(await screen.findByRole('menuitemradio', { name: 'Hotel' })).toHaveAttribute(
    'aria-checked',
    'true',
  );
  await userEvent.click(screen.getByRole('menuitemradio', { name: 'All' }));
  expect(query()).toBe('?shop-status=open');
});

test('is operated by the keyboard: choose, find, remove, clear all', async () => {
  const user = userEvent.setup();
  show('?shop-kind=shop&shop-batch=7');
  expect(chips()).toBe('Kind: ShopBatch: 7Clear all');
  button().focus();
  await user.keyboard('{Enter}');
  const first = await screen.findByRole('menuitem', { name: 'Kind: Shop' });
  expect(first).toHaveFocus();
  // Only a link sets a batch.
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
    'Kind: Shop',
    'Town',
    'Opened from',
  ]);
  await user.keyboard('{ArrowDown}{Enter}');
  const find = await screen.findByRole('searchbox', { name: 'Find: town' });
  expect(find).toHaveFocus();
  await user.keyboard('12{ArrowDown}{Enter}');
  expect(query()).toBe('?shop-kind=shop&shop-batch=7&shop-town=town_12');
  await waitFor(() => expect(button()).toHaveFocus());
  screen.getByRole('button', { name: 'Remove filter Town: Town 12' }).focus();
  await user.keyboard('{Enter}');
  expect(screen.getByRole('button', { name: 'Remove filter Batch: 7' })).toHaveFocus();
  screen.getByRole('button', { name: 'Clear all' }).focus();
  await user.keyboard('{Enter}');
  expect([query(), chips()]).toEqual(['', undefined]);
  await waitFor(() => expect(button()).toHaveFocus());
});

test('Escape closes the menu and returns the focus; the arrow leads back to the filters', async () => {
  const user = userEvent.setup();
  show();
  await user.click(button());
  await user.click(await screen.findByRole('menuitem', { name: 'Kind' }));
  await user.keyboard('{ArrowLeft}');
  await user.click(await screen.findByRole('menuitem', { name: 'Kind' }));
  await user.click(screen.getByRole('button', { name: 'Kind, back to the filters' }));
  await screen.findByRole('menuitem', { name: 'Town' });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(button()).toHaveFocus());
  expect(button()).toHaveAttribute('aria-expanded', 'false');
});

test('what is typed in the search while the menu closes is kept there', async () => {
  const user = userEvent.setup();
  show();
  await user.click(button());
  await user.click(await screen.findByRole('menuitem', { name: 'Kind' }));
  const hotel = await screen.findByRole('menuitemradio', { name: 'Hotel' });
  const search = screen.getByRole('searchbox', { name: 'Search shops' });
  // At once, so that the menu is still closing.
  fireEvent.click(hotel);
  search.focus();
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  expect(search).toHaveFocus();
  await user.keyboard('tea h');
  await waitFor(() => expect(query()).toBe('?shop-kind=hotel&shop-q=tea+h'));
});

test('a date is an input in its chip, which takes the focus', async () => {
  const user = userEvent.setup();
  show();
  await user.click(button());
  await user.click(await screen.findByRole('menuitem', { name: 'Opened from' }));
  const input = within(screen.getByRole('list', { name: 'Filters in use' })).getByRole('textbox', {
    name: 'Opened from',
  });
  await waitFor(() => expect(input).toHaveFocus());
  await user.paste('21/11/2026');
  await waitFor(() => expect(query()).toBe('?shop-from=2026-11-21'));
  await user.click(screen.getByRole('button', { name: /^Remove filter Opened from/ }));
  expect([query(), chips()]).toEqual(['', undefined]);
});

test('has views next to the filters, which show what was saved and nothing else', async () => {
  const user = userEvent.setup();
  show('?shop-kind=hotel&shop-page=3&other=1');
  const views = screen.getByRole('button', { name: 'Views of Shops: kind=hotel' });
  expect(button().compareDocumentPosition(views)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  await user.click(views);
  const asked = 'other=1&shop-q=hotel&shop-status=open&shop-sort=-name';
  await waitFor(() => expect(query()).toBe(`?${asked}`));
  expect(views).toHaveTextContent('Views of Shops: q=hotel&status=open&sort=-name');
});
