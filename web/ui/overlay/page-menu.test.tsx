import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { BrowserRouter } from 'react-router-dom';
import { beforeEach, expect, test, vi } from 'vitest';
import { OutsidePlaces } from '../phone-places.tsx';
import { Page } from '../page.tsx';
import { DataTableToolbar } from '../table/data-table-toolbar.tsx';
import { useListState } from '../table/list-state.ts';
import { UrlTabs } from '../url-tabs.tsx';

const exported = vi.fn();

function List({ name }: { name: string }) {
  const list = useListState({ sort: 'name', prefix: name });
  return (
    <section aria-label={name}>
      <DataTableToolbar
        label="Names"
        list={list}
        search={`Search ${name}`}
        tools={
          <button type="button" onClick={exported}>
            Export {name}
          </button>
        }
        add={<button type="button">Add {name}</button>}
      />
    </section>
  );
}

const screenOf = () => (
  <BrowserRouter>
    <Page title="Shops" actions={<a href="/import">Import</a>}>
      <UrlTabs
        label="Parts"
        tabs={[
          {
            id: 'all',
            title: 'All',
            panel: (
              <>
                <p>Three shops</p>
                <List name="shops" />
                <List name="hotels" />
                <OutsidePlaces>
                  <List name="rooms" />
                </OutsidePlaces>
              </>
            ),
          },
          { id: 'none', title: 'None', panel: <p>No list</p> },
        ]}
      />
    </Page>
  </BrowserRouter>
);

const stubWidth = (isPhone: boolean) =>
  vi.stubGlobal('matchMedia', () => ({
    matches: isPhone,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
beforeEach(() => exported.mockClear());
const inList = (name: string) => within(screen.getByRole('region', { name }));

test('on a phone the first list has its search above and its tools in the menu of the page', async () => {
  const user = userEvent.setup();
  stubWidth(true);
  render(screenOf());
  const more = await screen.findByRole('button', { name: /^More/ });
  const search = screen.getByRole('searchbox', { name: 'Search shops' });
  expect(search.compareDocumentPosition(screen.getByText('Three shops'))).toBe(
    Node.DOCUMENT_POSITION_FOLLOWING,
  );
  // The primary button stays; other lists have their search and tools.
  expect(inList('shops').getAllByRole('button')).toHaveLength(1);
  for (const name of ['hotels', 'rooms'])
    expect([
      inList(name).getByRole('searchbox').getAttribute('aria-label'),
      inList(name).getAllByRole('button').length,
    ]).toEqual([`Search ${name}`, 2]);

  const group = screen.getByLabelText('More actions');
  expect(group).not.toBeVisible();
  more.focus();
  await user.keyboard('{Enter}');
  expect(within(group).getByRole('link', { name: 'Import' })).toHaveFocus();
  await user.keyboard('{Escape}');
  expect(group).not.toBeVisible();
  expect(more).toHaveFocus();
  await user.click(more);
  await user.click(within(group).getByRole('button', { name: 'Export shops' }));
  expect(exported).toHaveBeenCalledOnce();
  expect(group).not.toBeVisible();
  expect(more).toHaveFocus();
  await user.click(more);
  await user.click(screen.getByText('Three shops'));
  expect(more).toHaveAttribute('aria-expanded', 'false');

  await user.click(screen.getByRole('tab', { name: 'None' }));
  await screen.findByText('No list');
  expect(screen.queryByRole('searchbox')).toBeNull();
  expect(within(group).queryByText('Export shops')).toBeNull();
});

test('elsewhere each list shows its own', () => {
  stubWidth(false);
  render(screenOf());
  expect(screen.queryByRole('button', { name: /^More/ })).toBeNull();
  expect(screen.getByRole('link', { name: 'Import' })).toBeVisible();
  expect(inList('shops').getByRole('searchbox')).toBeVisible();
  expect(inList('shops').getAllByRole('button')).toHaveLength(2);
});
