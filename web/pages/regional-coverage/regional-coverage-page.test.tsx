import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { aCoverageReport, aTown } from '../../testing/coverage-samples.ts';
import { refuse, renderAs, type StubServer, serveCalls } from '../../testing/stub-server.tsx';
import { RegionalCoveragePage } from './regional-coverage-page.tsx';

let server: StubServer;
serveCalls(() => server);

beforeEach(() => {
  server = { regionalCoverage: () => aCoverageReport() };
});

const open = (query = '', role: Parameters<typeof renderAs>[0] = 'technician') =>
  renderAs(role, <RegionalCoveragePage />, `/regional-coverage${query}`);
const region = async (name: string) => within(await screen.findByRole('region', { name }));
const rowOf = (table: HTMLElement, text: string | RegExp) =>
  within(table).getByText(text).closest('tr')!;

test('Back leads to the dashboard', async () => {
  open();
  expect(screen.getByRole('heading', { level: 1, name: 'Regional Coverage' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Back' })).toHaveAttribute('href', '/dashboard');
  await region('Map');
});

test('shows four cards with amounts in dollars and pounds', async () => {
  open();
  const towns = await region('Towns Covered');
  expect(await towns.findByText('1 of 6')).toBeVisible();
  expect(towns.getByText('with full coverage · 1 expanding · 4 planned')).toBeVisible();
  const network = await region('Network Coverage');
  expect(network.getByText('66.6%')).toBeVisible();
  expect(network.getByRole('link', { name: '2 of 3 nodes up' })).toHaveAttribute(
    'href',
    '/dashboard?tab=network',
  );
  expect((await region('Towers')).getByText('2')).toBeVisible();
  const clients = await region('Clients');
  expect(clients.getByText('33')).toBeVisible();
  expect(clients.getByText(/\$575\.00 a month \(SSP 230,000\)/)).toBeVisible();
});

test('the towns are on the map and in the table, with links to their nodes and clients', async () => {
  open();
  const map = within(
    await screen.findByRole('group', {
      name: 'Map of South Sudan with the network nodes of each town',
    }),
  );
  expect(map.getByRole('link', { name: 'Juba 1 of 2 up: list of nodes' })).toHaveAttribute(
    'href',
    '/dashboard?tab=network&q=Juba',
  );
  expect(map.getByRole('link', { name: 'Torit 1 of 1 up: list of nodes' })).toHaveAttribute(
    'href',
    '/dashboard?tab=network&location=Torit',
  );
  expect(map.getByText('Juba Tower 1: Offline')).toBeInTheDocument();
  // Planned towns are shown without a link; a town outside only where it has nodes.
  expect(map.getByText('Malakal')).toBeInTheDocument();
  expect(map.queryByRole('link', { name: /Malakal/ })).toBeNull();
  expect(map.queryByText('Aweil')).toBeNull();
  expect(screen.queryByText(/Not all nodes/)).toBeNull();

  const table = screen.getByRole('table', { name: 'Towns' });
  expect(within(table).getAllByRole('row')).toHaveLength(7);
  const juba = rowOf(table, 'Juba');
  expect(juba).toHaveTextContent('50%');
  expect(juba).toHaveTextContent('Expanding');
  expect(juba).toHaveTextContent('4G, Fiber');
  expect(within(juba).getByRole('link', { name: '31 clients in Juba' })).toHaveAttribute(
    'href',
    '/regional-coverage?view=clients',
  );
  const wau = rowOf(table, 'Wau');
  expect(wau).toHaveTextContent('100%');
  expect(wau).toHaveTextContent('Full coverage');
  expect(within(wau).getByRole('link', { name: '2 clients in Wau' })).toHaveAttribute(
    'href',
    '/dashboard?tab=customers&location=Wau',
  );
  const malakal = rowOf(table, 'Malakal');
  expect(malakal).toHaveTextContent('Planned');
  expect(malakal).not.toHaveTextContent('%');
});

test('the four quarters of the plans are shown', async () => {
  open();
  const plans = await region('Expansion Plans 2025');
  expect(plans.getAllByRole('heading', { level: 3 })).toHaveLength(4);
  expect(plans.getByRole('region', { name: 'Q2 2025' })).toHaveTextContent('Wau');
});

test('the clients are shown by town and outside the six towns', async () => {
  const user = userEvent.setup();
  open();
  await user.click(await screen.findByRole('tab', { name: 'Clients' }));
  expect(screen.getByLabelText('Address')).toHaveTextContent('/regional-coverage?view=clients');
  const table = await screen.findByRole('table', { name: 'Clients by town' });
  const juba = within(table).getByRole('link', { name: 'Juba Central' }).closest('tr')!;
  expect(juba).toHaveTextContent('Juba Central 19');
  expect(within(juba).getByRole('link', { name: 'Juba Commercial' })).toHaveAttribute(
    'href',
    '/dashboard?tab=customers&location=Juba+Commercial',
  );
  const wau = within(table).getByRole('link', { name: 'Wau' }).closest('tr')!;
  expect(wau).toHaveTextContent('$125.00');
  expect(wau).toHaveTextContent('SSP 50,000');
  expect(within(wau).getByRole('link', { name: '1 active in Wau' })).toHaveAttribute(
    'href',
    '/dashboard?tab=customers&location=Wau&status=Active',
  );
  expect(rowOf(table, 'All six towns')).toHaveTextContent('$575.00');
  const outside = screen.getByRole('table', { name: 'Clients outside the six towns' });
  expect(within(outside).getAllByRole('row')).toHaveLength(4);
  expect(within(outside).getByRole('link', { name: 'Torit' })).toBeVisible();
});

test('the infrastructure shows technologies in percent, and what is not in operation', async () => {
  open('?view=infrastructure');
  const technologies = await region('Technology Distribution');
  expect(
    technologies.getByRole('meter', { name: 'Fiber in percent of the six towns' }),
  ).toHaveAttribute('aria-valuenow', '33');
  expect(technologies.getByText(/2 of 6 towns/)).toBeVisible();
  expect(technologies.queryByText('sample')).toBeNull();
  const down = await region('Not in operation');
  expect(down.getByRole('link', { name: 'Juba Tower 1' })).toHaveAttribute(
    'href',
    '/dashboard?tab=network&node=4',
  );
  expect(down.getByText('Offline')).toBeVisible();
  const table = screen.getByRole('table', { name: 'Towers and nodes by town' });
  expect(rowOf(table, 'Juba')).toHaveTextContent('99.8%');
  expect(rowOf(table, 'Torit')).toHaveTextContent('1 of 1 node up');
});

test('without nodes and customers says what to do, with the shares of the specification as samples', async () => {
  const user = userEvent.setup();
  server.regionalCoverage = () => aCoverageReport({ isEmpty: true });
  open();
  expect(await screen.findByText(/No node stands in the six towns yet/)).toBeVisible();
  expect((await region('Network Coverage')).getByText('no nodes yet')).toBeVisible();
  await user.click(screen.getByRole('tab', { name: 'Clients' }));
  expect(await screen.findByText('No clients yet')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Add the first customer' })).toHaveAttribute(
    'href',
    '/dashboard?tab=customers&add=customer',
  );
  await user.click(screen.getByRole('tab', { name: 'Infrastructure' }));
  const technologies = await region('Technology Distribution');
  expect(technologies.getAllByText('sample')).toHaveLength(3);
  expect(technologies.getByText('67%')).toBeVisible();
  expect(screen.getByRole('region', { name: 'Towers and nodes' })).toHaveTextContent(
    'No nodes yet',
  );
});

test('a failed read is told, and can be tried again', async () => {
  const user = userEvent.setup();
  server.regionalCoverage = () => refuse('unavailable', 'The database does not answer. Try again.');
  open();
  expect(await screen.findByText('The database does not answer. Try again.')).toBeVisible();
  expect((await region('Clients')).getByText('Could not be loaded')).toBeVisible();
  server.regionalCoverage = () => aCoverageReport();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('table', { name: 'Towns' })).toBeVisible();
});

test('a town with many nodes has a dot for each, none over another', async () => {
  const nodes = Array.from({ length: 36 }, (_, index) => ({
    ...{ id: index + 1, name: `Node ${index}`, location: 'Wau', town: 'Wau', type: 'tower' },
    status: 'operational',
  }));
  const wau = aTown({ town: 'Wau', nodes: 40, operational: 40 });
  server.regionalCoverage = () => ({ ...aCoverageReport(), towns: [wau], nodes });
  const { container } = open();
  await region('Map');
  const dots = [...container.querySelectorAll('circle')].filter((dot) =>
    dot.querySelector('title'),
  );
  expect(dots).toHaveLength(36);
  expect(screen.getByText(/Not all nodes of a large town are drawn/)).toBeVisible();
  const of = (dot: Element, name: string) => Number(dot.getAttribute(name));
  for (const [index, one] of dots.entries())
    for (const other of dots.slice(index + 1)) {
      const distance = Math.hypot(of(one, 'cx') - of(other, 'cx'), of(one, 'cy') - of(other, 'cy'));
      expect(distance).toBeGreaterThan(of(one, 'r') * 2);
    }
});
