import { contextOf, createMarkedApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { addTicket, makeWorker } from '@nimule/fixtures/testing/tickets';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCustomer } from '../customers/service.ts';
import type { StaffActor } from '../identity/actor.ts';
import { updateTicket } from '../support/service.ts';
import { mergeTicket } from '../support/service-merge.ts';
import { refreshTicketSearchTexts } from '../support/service-search.ts';
import { complete } from '../support/service-visits.ts';
import { listAuditLog } from './audit/service.ts';
import { getHistory } from './history/service.ts';
import { searchEverything } from './search/service.ts';
import { getDashboardStats } from './service.ts';

let app: TestApp;
let grace: StaffActor;
const ctx = () => contextOf(app, grace);
beforeAll(async () => {
  app = await createMarkedApp('2026-11-23T08:00:00Z');
  grace = await makeWorker(app, 'admin', 'Grace Lado');
});
afterAll(() => app.close());

test('the history, the overview, the audit log and the search show tickets', async () => {
  const { id: customerId } = await createCustomer(ctx(), { name: 'Akol Deng' });
  const { id } = await addTicket(ctx(), { title: 'Dɛ̈ŋ has no internet', customerId });
  const double = await addTicket(ctx(), { priority: 'critical', assignedTo: grace.userId });
  await updateTicket(ctx(), id, { status: 'assigned' });
  await updateTicket(ctx(), id, { priority: 'high' });
  expect(await getDashboardStats(ctx())).toMatchObject({
    openTickets: 2,
    urgentTickets: 2,
    activities: [{ action: 'ticket.update' }, { action: 'ticket.assign' }, {}, {}, {}],
  });
  await mergeTicket(ctx(), double.id, { intoId: id });
  await complete(ctx(), id, { workDone: 'New cable', resolve: true });
  await updateTicket(ctx(), id, { status: 'open' });
  const { rows, total } = await getHistory(ctx(), 'ticket', id, { total: true });
  expect(total).toBe(6);
  expect(rows.map(({ what, who }) => `${what} (${who})`)).toEqual([
    'Opened again (Grace Lado)',
    'Visit completed (Grace Lado)',
    'TKT-002 was merged into this ticket (Grace Lado)',
    'Changed (Grace Lado)',
    'Assigned to Grace Lado (Grace Lado)',
    'Opened (Grace Lado)',
  ]);
  expect(rows[3]!.changes).toEqual([{ field: 'Priority', before: 'Medium', after: 'High' }]);
  const stopped = await addTicket(ctx(), { assignedTo: grace.userId });
  for (const status of ['in_progress', 'assigned', 'open'] as const)
    await updateTicket(ctx(), stopped.id, { status });
  expect((await getHistory(ctx(), 'ticket', stopped.id, {})).rows.map(({ what }) => what)).toEqual([
    'Assigned to nobody',
    'Work stopped',
    'Work started',
    'Opened',
  ]);
  const ofDouble = await getHistory(ctx(), 'ticket', double.id, {});
  expect(ofDouble.rows[0]!.what).toBe('Merged: Merged into TKT-001');
  await expect(getHistory(ctx(), 'ticket', 999_999, {})).rejects.toMatchObject({
    kind: 'notFound',
  });
  const audited = await listAuditLog(ctx(), { entityId: 'tkt-002' });
  expect(audited.rows.map(({ action }) => action)).toEqual(['ticket.merge', 'ticket.create']);
  const found = async (q: string) =>
    (await searchEverything(ctx(), q)).tickets!.map(({ ticketId }) => ticketId);
  expect(await found('deng')).toEqual(['TKT-001']);
  expect(await found('den internet')).toEqual(['TKT-001']);
  expect(await found('2')).toEqual(['TKT-002']);
  expect(await found('tkt')).toEqual(['TKT-003', 'TKT-001', 'TKT-002']);
  await sql`update tickets set search_text = 'old'`.execute(app.db);
  await refreshTicketSearchTexts(ctx());
  expect(await found('den internet')).toEqual(['TKT-001']);
});
