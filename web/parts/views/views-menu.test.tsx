import type { SavedView } from '@nimule/core/identity/views/schema';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { renderAs, type StubServer, serveCalls } from '../../testing/stub-server.tsx';
import { useListState } from '../../ui/table/list-state.ts';
import { ListViewsMenu } from './views-menu.tsx';
// Loaded before it is asked for.
import './save-view.tsx';

let server: StubServer;
serveCalls(() => server);
let views: SavedView[];
const list = '/dashboard Customers';

beforeEach(() => {
  views = [{ id: 1, list, name: 'By name', query: 'sort=-name', version: 1 }];
  server = {
    listViews: ({ query }) => views.filter((view) => view.list === (query as SavedView).list),
    createView: ({ body }) => {
      const view = { ...(body as SavedView), id: 2, version: 1 };
      views = [...views, view];
      return view;
    },
    updateView: ({ params, body }) => {
      const { id } = params as { id: number };
      const { version, ...changes } = body as { version: number };
      views = views.map((view) =>
        view.id === id ? { ...view, ...changes, version: version + 1 } : view,
      );
      return views.find((view) => view.id === id);
    },
    deleteView: ({ params }) => {
      views = views.filter(({ id }) => id !== (params as { id: number }).id);
      return { message: 'Deleted.' };
    },
  };
});

function List() {
  const state = useListState({ sort: 'name', sorts: ['name', 'town'] });
  return (
    <>
      <ListViewsMenu list={state} label="Customers" />
      <button type="button" onClick={() => state.sortBy('town')}>
        By town
      </button>
      <output aria-label="Chosen">{state.query}</output>
    </>
  );
}
const chosen = () => screen.getByRole('status', { name: 'Chosen' });
const open = () => userEvent.click(screen.getByRole('button', { name: 'Views of Customers' }));
const choose = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('menuitem', { name }));

test('shows, saves, changes and deletes views of the list', async () => {
  renderAs('billing', <List />);
  await open();
  expect(await screen.findByRole('menuitem', { name: /Save this view/ })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await choose('By name');
  await waitFor(() => expect(chosen()).toHaveTextContent('sort=-name'));
  const button = screen.getByRole('button', { name: 'Views of Customers' });
  expect(button).toHaveTextContent('By name');

  await userEvent.click(screen.getByRole('button', { name: 'By town' }));
  expect(button).toHaveTextContent('Views');
  await open();
  await choose('Change “By name” to this');
  await waitFor(() => expect(views[0]).toMatchObject({ query: 'sort=town', version: 2 }));
  await waitFor(() => expect(button).toHaveTextContent('By name'));

  await userEvent.click(screen.getByRole('button', { name: 'By town' }));
  await open();
  await choose(/Save this view/);
  await userEvent.type(await screen.findByLabelText(/^Name/), 'Towns backwards{Enter}');
  await waitFor(() =>
    expect(views[1]).toMatchObject({ list, name: 'Towns backwards', query: 'sort=-town' }),
  );
  await waitFor(() => expect(button).toHaveTextContent('Towns backwards'));

  await open();
  await choose('Delete “Towns backwards”');
  await waitFor(() => expect(views.map(({ name }) => name)).toEqual(['By name']));
});
