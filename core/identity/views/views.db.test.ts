import { makeAccount, signedInActor } from '@nimule/fixtures/testing/accounts';
import { contextOf, createTestApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Ctx, createContext } from '../../context.ts';
import { deleteUser } from '../users/service.ts';
import { MAX_VIEWS } from './schema.ts';
import { createView, deleteView, listViews, updateView } from './service.ts';

let app: TestApp;
let clerk: Ctx;
let other: Ctx;
const list = '/dashboard?tab=customers Customers';

beforeAll(async () => {
  app = await createTestApp();
  const made = async (role: 'billing' | 'support') => {
    const { username } = await makeAccount(app, role);
    return createContext(app, await signedInActor(app, username!), { ip: '192.0.2.1' });
  };
  clerk = await made('billing');
  other = await made('support');
});
afterAll(() => app.close());

test('views are saved, changed and deleted by their user alone', async () => {
  const view = await createView(clerk, { list, name: 'Owing in Wau', query: 'location=Wau' });
  expect(view).toMatchObject({ list, name: 'Owing in Wau', query: 'location=Wau', version: 1 });
  await createView(clerk, { list, name: 'Active', query: 'status=Active' });
  await createView(other, { list, name: 'owing in wau', query: '' });
  const names = async (ctx: Ctx) => (await listViews(ctx, { list })).map(({ name }) => name);
  expect(await names(clerk)).toEqual(['Active', 'Owing in Wau']);
  expect(await names(other)).toEqual(['owing in wau']);
  expect(await listViews(clerk, { list: 'another list' })).toEqual([]);

  await expect(updateView(other, view.id, { name: 'Mine' })).rejects.toMatchObject({
    kind: 'notFound',
  });
  await expect(deleteView(other, view.id)).rejects.toMatchObject({ kind: 'notFound' });
  const changed = await updateView(clerk, view.id, { query: 'location=Juba', version: 1 });
  expect(changed).toMatchObject({ name: 'Owing in Wau', query: 'location=Juba', version: 2 });
  await expect(updateView(clerk, view.id, { name: 'x', version: 1 })).rejects.toMatchObject({
    kind: 'conflict',
  });
  await deleteView(clerk, view.id);
  expect(await names(clerk)).toEqual(['Active']);
});

test('a name is used once in a list, in any case', async () => {
  const both = await Promise.allSettled([
    createView(clerk, { list, name: 'Suspended', query: '' }),
    createView(clerk, { list, name: 'SUSPENDED', query: '' }),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(both.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { kind: 'conflict', code: 'view.nameTaken' },
  });
  await createView(clerk, { list: 'another list', name: 'Suspended', query: '' });
});

test('a list has a limited number of views, also when several are saved at once', async () => {
  const full = 'full';
  for (let count = 1; count < MAX_VIEWS; count += 1)
    await createView(clerk, { list: full, name: `View ${count}`, query: '' });
  const both = await Promise.allSettled(
    ['a', 'b'].map((name) => createView(clerk, { list: full, name, query: '' })),
  );
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(await listViews(clerk, { list: full })).toHaveLength(MAX_VIEWS);
});

test('the shell has no views, and those of a deleted user are gone', async () => {
  const shell = contextOf(app);
  await expect(createView(shell, { list, name: 'x', query: '' })).rejects.toMatchObject({
    kind: 'rule',
  });
  expect(await listViews(shell, { list })).toEqual([]);
  const { id, username } = await makeAccount(app, 'billing');
  const ctx = createContext(app, await signedInActor(app, username!), { ip: '192.0.2.1' });
  await createView(ctx, { list, name: 'x', query: '' });
  await deleteUser(shell, id);
  const left = app.db.selectFrom('saved_views').select('id').where('user_id', '=', id).execute();
  expect(await left).toEqual([]);
});
