import { dateInJuba } from '@nimule/core/kernel/dates';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { callsOf } from '../../../testing/stub-fetch.ts';
import { renderAs, type StubServer, serveCalls } from '../../../testing/stub-server.tsx';
import { aTicket } from '../../../testing/ticket-samples.ts';
import { VisitsView } from './visits-view.tsx';

let server: StubServer;
const served = serveCalls(() => server);
let asked: unknown[];
let visits: object[];

const today = dateInJuba(new Date());

beforeEach(() => {
  asked = [];
  visits = [
    aTicket({ id: 1, ticketId: 'TKT-001', visitDate: '2026-01-02', customerLocation: 'Wau' }),
    aTicket({ id: 2, ticketId: 'TKT-002', visitDate: today }),
    aTicket({ id: 3, ticketId: 'TKT-003', visitDate: '2099-01-01', title: 'Next year' }),
  ];
  server = {
    listTickets: ({ query }) => {
      asked.push(query);
      return { rows: visits };
    },
    arriveAtVisit: () => {
      visits = [aTicket({ id: 2, ticketId: 'TKT-002', visitDate: today, arrivedAt: new Date() })];
      return visits[0];
    },
    listTicketAttachments: () => [],
  };
});

const open = () =>
  renderAs('technician', <VisitsView onView={() => undefined} />, '/dashboard?tab=support');

test('groups the visits of today and overdue ones by location; later ones are links', async () => {
  open();
  const wau = within(await screen.findByRole('region', { name: 'Wau' }));
  expect(wau.getByText('Since 2 Jan 2026')).toBeVisible();
  const juba = within(screen.getByRole('region', { name: 'Juba Central' }));
  expect(juba.queryByText(/^Since/)).toBeNull();
  expect(juba.getByRole('link', { name: 'Airport Road, Juba Central' })).toHaveAttribute(
    'href',
    expect.stringContaining('Airport%20Road%2C%20Juba%20Central'),
  );
  expect(juba.getByRole('link', { name: /^Call Juba Tea House/ })).toBeVisible();
  expect(
    within(screen.getByRole('region', { name: 'Later' })).getByRole('link', { name: /Next year/ }),
  ).toBeVisible();
  expect(asked).toContainEqual(
    expect.objectContaining({ visits: 'planned', assignedTo: 'me', sort: 'visitDate' }),
  );
});

test('arrives, and shows the visits of everybody', async () => {
  const user = userEvent.setup();
  open();
  await user.click(await screen.findByRole('button', { name: 'Arrive for TKT-002' }));
  expect(await screen.findByText('Arrived')).toBeVisible();
  expect(callsOf(served.seen, 'POST /api/support-tickets/2/arrive')[0]?.body).toEqual({
    version: 3,
  });
  expect(screen.queryByRole('button', { name: 'Arrive for TKT-002' })).toBeNull();
  visits = [];
  await user.click(screen.getByRole('radio', { name: "Everybody's" }));
  expect(await screen.findByText('No visits today')).toBeVisible();
  await waitFor(() =>
    expect(asked.at(-1)).toEqual({ visits: 'planned', sort: 'visitDate', pageSize: 200 }),
  );
});
