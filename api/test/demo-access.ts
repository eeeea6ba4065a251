import { listAccounts } from '@nimule/core/access/accounts/service';
import { getAccessSettings, listProfiles } from '@nimule/core/access/decisions/service';
import { listRouters } from '@nimule/core/access/routers/service';
import { refusalReasons } from '@nimule/core/access/schema-sessions';
import * as sessions from '@nimule/core/access/sessions/service';
import type { Ctx } from '@nimule/core/context';
import { sql } from 'kysely';
import { expect } from 'vitest';

const GB = 1e9;

/** Access accounts of every kind, half a year of believable usage, and sessions that agree with it. */
export async function expectAccess(ctx: Ctx): Promise<void> {
  expect((await getAccessSettings(ctx)).enforced).toBe(false);
  expect((await listProfiles(ctx)).filter(({ fairUseGb }) => fairUseGb !== null)).toHaveLength(1);
  const { rows: routers } = await listRouters(ctx, {});
  expect(routers.map(({ nodeName }) => nodeName)).toEqual([
    'Juba Core',
    'Malakal Tower',
    'Wau Gateway',
  ]);
  const { rows: accounts } = await listAccounts(ctx, { pageSize: 1000 });
  const count = (is: (one: (typeof accounts)[number]) => boolean) => accounts.filter(is).length;
  expect(accounts.length).toBeGreaterThan(130);
  expect(accounts.length).toBeLessThan(150);
  expect(count(({ kind }) => kind === 'pppoe')).toBeGreaterThan(100);
  expect(count(({ kind }) => kind === 'hotspot')).toBeGreaterThan(8);
  expect(count(({ kind }) => kind === 'mac')).toBe(4);
  expect(count(({ fixedIp }) => fixedIp !== '')).toBeGreaterThan(10);
  expect(count(({ isBlocked }) => isBlocked)).toBe(1);
  expect(count(({ isReduced }) => isReduced)).toBe(1);
  const online = await sessions.listSessions(ctx, { pageSize: 1000 });
  expect(online.rows.length).toBeGreaterThan(85);
  expect(online.rows.length).toBeLessThan(115);
  expect(online.rows.filter(({ access }) => access !== 'on')).toEqual([]);
  expect(online.rows.filter(({ startedAt, lastAt }) => startedAt >= lastAt)).toEqual([]);
  expect(online.rows.filter(({ lastAt }) => lastAt > ctx.now)).toEqual([]);
  expect(online.rows.every(({ routerId }) => routers.some(({ id }) => id === routerId))).toBe(true);
  const { rows: refusals } = await sessions.listRefusals(ctx, { pageSize: 1000 });
  const expected = refusalReasons.filter((reason) => reason !== 'usedUp');
  expect(new Set(refusals.map(({ reason }) => reason))).toEqual(new Set(expected));
  const codes = online.rows.filter(({ kind }) => kind === 'code');
  expect(codes.length).toBeGreaterThanOrEqual(2);
  expect(codes.length).toBeLessThanOrEqual(3);
  const closed = await sessions.listClosed(ctx, { pageSize: 1000 });
  expect(closed.rows.length).toBeGreaterThan(500);
  await expectUsage(ctx);
}

async function expectUsage(ctx: Ctx): Promise<void> {
  const { rows: perDay } = await sql<{ bandwidth: number; gb: number }>`
    select c.bandwidth, avg(u.upload_bytes + u.download_bytes) / ${GB} as gb
    from radius_usage u join access_accounts a on a.id = u.account_id join customers c on c.id = a.customer_id
    where a.kind = 'pppoe' and c.bandwidth in (10, 50, 100, 500) group by 1 order by 1`.execute(
    ctx.db,
  );
  expect(perDay.map(({ gb }) => Number(gb))).toEqual(
    perDay.map(({ gb }) => Number(gb)).sort((a, b) => a - b),
  );
  expect(Number(perDay[0]!.gb)).toBeGreaterThan(2);
  expect(Number(perDay.at(-1)!.gb)).toBeLessThan(150);
  const { rows: wrong } = await sql<{ what: string; count: number }>`
    select 'more than the line carries' as what, count(*)::int from radius_usage u join access_accounts a on a.id = u.account_id
    where u.download_bytes > a.download_kbps::bigint * 125 * 86400
    union all
    select 'while suspended', count(*)::int from radius_usage u join access_accounts a on a.id = u.account_id
      join lateral (select to_status from customer_status_changes s where s.customer_id = a.customer_id
        and s.business_date <= u.day order by s.id desc limit 1) s on true where s.to_status <> 'Active'
    union all
    select 'two at once', count(*)::int from radius_closed_sessions s join radius_closed_sessions t
      on t.account_id = s.account_id and t.id <> s.id and t.started_at < s.ended_at and t.started_at >= s.started_at
    union all
    select 'ended in the future', count(*)::int from radius_closed_sessions where ended_at > ${ctx.now}
    union all
    select 'counted twice', count(*)::int from radius_sessions s where s.upload_before > s.upload_bytes
      or s.upload_before > (select coalesce(sum(upload_bytes), 0) from radius_usage u where u.account_id = s.account_id)`.execute(
    ctx.db,
  );
  expect(wrong.filter(({ count }) => count > 0)).toEqual([]);
}
