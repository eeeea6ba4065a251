import { defaultChart } from '../../accounting/chart.ts';
import type { Ctx } from '../../context.ts';
import { can } from '../../identity/actor.ts';
import { type BuiltType, builtTypes } from '../../imports/schema-types.ts';
import * as queries from './queries.ts';
import { movingInStepOf, typeOfStep } from './rules.ts';
import { type MovingIn, type MovingInKey, movingInKeys } from './schema.ts';

/**
 * The steps of moving a company in, in their order, each with what is there and what is missing: those that the user may
 * take (decision 110). Whoever may import sees the opening date, since documents are refused or booked by it.
 */
export async function getMovingIn(ctx: Ctx): Promise<MovingIn> {
  const facts = await queries.getMovingInFacts(
    ctx.db,
    defaultChart.map(({ code }) => code),
  );
  const mayTake = (key: MovingInKey) => {
    const type = typeOfStep(key);
    if (type === null) return true;
    const { permission, alsoNeeds }: BuiltType = builtTypes[type];
    return can(ctx.actor, permission) && (!alsoNeeds || can(ctx.actor, alsoNeeds));
  };
  return { steps: movingInKeys.filter(mayTake).map((key) => movingInStepOf(key, facts)) };
}
