import type { Ctx } from '../../context.ts';
import type { Db } from '../../database/connect.ts';
import { authorise } from '../../identity/actor.ts';
import { privilegedRoles } from '../../identity/roles.ts';
import { addDays, type IsoDate, startOfDay } from '../../kernel/dates.ts';
import * as queries from './queries.ts';
import * as rules from './rules.ts';
import type { Unusual, UnusualLink, UnusualRule } from './schema.ts';

interface Rule<F extends rules.By> {
  id: UnusualRule;
  label: string;
  find(db: Db, span: rules.Span): Promise<F[]>;
  isUnusual(found: F): boolean;
  text(found: F): string;
  link(found: F): UnusualLink;
}

/** What one rule finds in a stretch of time. */
type Finder = Pick<Rule<rules.By>, 'id' | 'label'> & {
  findings(db: Db, span: rules.Span): Promise<Unusual[]>;
};

function rule<F extends rules.By>(
  id: UnusualRule,
  told: Omit<Rule<F>, 'id' | 'find'>,
  find: Rule<F>['find'],
): Finder {
  return {
    id,
    label: told.label,
    async findings(db, span) {
      const found = (await find(db, span)).filter((one) => told.isUnusual(one));
      return found.map((one) => ({
        ...{ rule: id, at: one.at, who: one.who },
        ...{ text: told.text(one), link: told.link(one) },
      }));
    },
  };
}

/** The rules, one row each: name, words with threshold and link, and where it is looked for (decision 130). */
export const unusualTable: readonly Finder[] = [
  rule('newDevice', rules.newDevice, (db, span) =>
    queries.findNewDevices(db, span, privilegedRoles),
  ),
  rule('refusals', rules.refusals, queries.findRefusals),
  rule('spreadRefusals', rules.spreadRefusals, queries.findSpreadRefusals),
  rule('lateReversal', rules.lateReversal, queries.findLateReversals),
  rule('firstGrant', rules.firstGrant, queries.findFirstGrants),
  rule('rateChange', rules.rateChange, queries.findRateChanges),
  rule('shortCount', rules.shortCount, queries.findShortCounts),
  rule('wholeExport', rules.wholeExport, queries.findWholeExports),
  rule('nightWork', rules.nightWork, queries.findNightWork),
];

/** The overview shows today and the two days before, so that on Monday the weekend is included. */
const SHOWN_DAYS = 3;

/**
 * The unusual things of the days from `from` to `to`, newest first. Needs the permission `audit.read`. Writes nothing.
 * @throws AppError forbidden.
 */
export async function findUnusual(
  ctx: Ctx,
  { from, to }: { from: IsoDate; to: IsoDate },
): Promise<Unusual[]> {
  authorise(ctx.actor, 'audit.read');
  const span = { since: startOfDay(from), until: startOfDay(addDays(to, 1)) };
  const found: Unusual[] = [];
  for (const { findings } of unusualTable) found.push(...(await findings(ctx.db, span)));
  return found.sort((one, other) => other.at.getTime() - one.at.getTime());
}

/** The unusual things of today and the days before it. @throws AppError forbidden. */
export function unusualLately(ctx: Ctx): Promise<Unusual[]> {
  return findUnusual(ctx, { from: addDays(ctx.today, 1 - SHOWN_DAYS), to: ctx.today });
}

/** The unusual things of yesterday with the night to this morning, for the e-mail. @throws AppError forbidden. */
export function unusualYesterday(ctx: Ctx): Promise<Unusual[]> {
  const yesterday = addDays(ctx.today, -1);
  return findUnusual(ctx, { from: yesterday, to: yesterday });
}
