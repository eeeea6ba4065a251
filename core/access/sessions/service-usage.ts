import type { Ctx } from '../../context.ts';
import { monthOf } from '../../kernel/dates.ts';
import type { Page } from '../../kernel/paging.ts';
import type { TopUser, TopUserFilter } from '../schema-usage.ts';
import { findTopUsers } from './queries-usage.ts';

/** Who used most in a month (Juba), by default this one; bytes. Accounts that used nothing are left out. */
export function listTopUsers(ctx: Ctx, filter: TopUserFilter): Promise<Page<TopUser>> {
  return findTopUsers(ctx.db, filter.month ?? monthOf(ctx.today), filter);
}
