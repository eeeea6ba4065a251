import { createTestApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { radiusFunctions } from './rules-role.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
const rows = async (text: string): Promise<Record<string, unknown>[]> =>
  (await app.pool.query(text)).rows;

test('nobody but the owner and who is granted may run the functions', async () => {
  const found = await rows(`
    select p.proname as name from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.proname like 'radius%' and p.prosecdef
      and (p.proacl is null or exists (select 1 from aclexplode(p.proacl) a where a.grantee = 0))`);
  expect(found).toEqual([]);
  const all =
    await rows(`select proname || '(' || oidvectortypes(proargtypes) || ')' as name from pg_proc
    where pronamespace = 'public'::regnamespace and proname like 'radius%' and prosecdef order by 1`);
  expect(all.map(({ name }) => name)).toEqual([...radiusFunctions].sort());
});
