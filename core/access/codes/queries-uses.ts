import { sql } from 'kysely';
import { arrayOf } from '../../database/bulk.ts';
import type { Db } from '../../database/connect.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import type { AccessState } from '../schema.ts';
import type { CodeReason, CodeSource, CodeUse } from '../schema-codes.ts';

/** A code with its newest sessions, as it is stored. */
export interface CodeUseRow {
  sourceId: number;
  label: string;
  firstSignInAt: Date | null;
  access: AccessState;
  reason: '' | CodeReason;
  decidedAt: Date;
  endsAt: Date | null;
  lapsesOn: IsoDate | null;
  usedBytes: number;
  dataBytes: number | null;
  session: CodeUse['session'];
  last: CodeUse['last'];
}

interface Joined extends Omit<CodeUseRow, 'session' | 'last'> {
  openRouter: string | null;
  openDevice: string;
  startedAt: Date;
  lastRouter: string | null;
  lastDevice: string;
  endedAt: Date;
  cause: string;
}

/** The codes of records, by record. */
export async function findUses(
  db: Db,
  source: CodeSource,
  ids: readonly number[],
): Promise<CodeUseRow[]> {
  const { rows } = await sql<Joined>`
    select a.source_id as "sourceId", a.username as label, a.signed_in_at as "firstSignInAt", a.access, a.reason,
      a.decided_at as "decidedAt", a.ends_at as "endsAt", a.lapses_on as "lapsesOn", radius_used_in_all(a.id) as "usedBytes",
      a.data_bytes as "dataBytes", o.name as "openRouter", o.device as "openDevice", o.started_at as "startedAt",
      l.name as "lastRouter", l.device as "lastDevice", l.ended_at as "endedAt", l.cause
    from access_accounts a left join lateral (
      select r.name, s.device, s.started_at from radius_sessions s join radius_routers r on r.id = s.router_id
      where s.account_id = a.id order by s.started_at desc, s.id desc limit 1
    ) o on true left join lateral (
      select r.name, s.device, s.ended_at, s.cause from radius_closed_sessions s join radius_routers r on r.id = s.router_id
      where s.account_id = a.id order by s.ended_at desc, s.id desc limit 1
    ) l on true
    where a.source = ${source} and a.source_id = any(${arrayOf('bigint', ids)}) order by a.source_id`.execute(
    db,
  );
  return rows.map(
    ({ openRouter, openDevice, startedAt, lastRouter, lastDevice, endedAt, cause, ...row }) => ({
      ...row,
      session:
        openRouter === null ? null : { routerName: openRouter, device: openDevice, startedAt },
      last:
        lastRouter === null ? null : { routerName: lastRouter, device: lastDevice, endedAt, cause },
    }),
  );
}
