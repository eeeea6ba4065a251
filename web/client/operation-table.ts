import type { Route } from '@nimule/core/kernel/contract';
import { unchanged } from '@nimule/core/kernel/encode';
import type { AppRoutes, Operation } from '@nimule/core/routes';
import { z } from 'zod';
import type { Plan } from './answers.ts';

const KEPT = [
  'method',
  'path',
  'permission',
  'file',
  'upload',
  'waits',
  'background',
  'idempotent',
  'shows',
  'touches',
] as const;
type Kept = (typeof KEPT)[number];

interface Answered {
  /** Answers a page of rows. */
  list?: true;
  /** Of the answer, or of a page's rows; none if it answers nothing or a file. */
  answer?: Plan;
}

/** What a call needs of a row of the contract. */
export type LightRoute = Pick<Route, Kept> & Answered;

/** The contract without its schemas, which are ten times its size. */
export type Operations = {
  readonly [O in Operation]: Pick<AppRoutes[O], Extract<keyof AppRoutes[O], Kept>> & Answered;
};

type Fields = Record<string, Plan>;

/** One plan for all kinds of a union: fields of the same name are decoded in the same way. */
function unionPlan(options: readonly z.ZodType[]): Plan | undefined {
  const plans = options.map(planOf).filter((plan) => plan !== undefined);
  if (plans.length === 0) return undefined;
  const fields: Fields = {};
  for (const plan of plans) {
    if (typeof plan === 'string' || !('of' in plan))
      throw new Error('only the fields of a union of objects can be decoded');
    for (const [key, part] of Object.entries(plan.of)) {
      const known = fields[key];
      const maybe = optional(part);
      if (known !== undefined && JSON.stringify(known) !== JSON.stringify(maybe))
        throw new Error(`the field ${key} is decoded in two ways in one union`);
      fields[key] = maybe;
    }
  }
  return { of: fields };
}

function optional(plan: Plan): Plan {
  if (typeof plan !== 'string') return { ...plan, maybe: true };
  return plan.startsWith('m') ? 'm?' : 'd?';
}

function codecPlan(codec: z.ZodCodec): Plan | undefined {
  if (codec.def.reverseTransform === unchanged) return undefined;
  if (codec.def.out instanceof z.ZodDate) return 'd';
  // Amounts; the others that decode to types of ours are sent as they are.
  if (codec.def.out instanceof z.ZodCustom) return 'm';
  throw new Error('the browser does not know how to decode a codec of the contract');
}

/** How what a schema describes is decoded; undefined for what is used as it is sent. */
function planOf(schema: z.ZodType): Plan | undefined {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    const plan = planOf(schema.def.innerType as z.ZodType);
    return plan && optional(plan);
  }
  if (schema instanceof z.ZodReadonly) return planOf(schema.def.innerType as z.ZodType);
  if (schema instanceof z.ZodCodec) return codecPlan(schema);
  if (schema instanceof z.ZodUnion) return unionPlan(schema.def.options as z.ZodType[]);
  if (schema instanceof z.ZodArray) {
    const list = planOf(schema.def.element as z.ZodType);
    return list && { list };
  }
  if (schema instanceof z.ZodRecord) {
    const each = planOf(schema.def.valueType as z.ZodType);
    return each && { each };
  }
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries(schema.shape as Record<string, z.ZodType>).flatMap(
      ([key, field]) => {
        const plan = planOf(field);
        return plan ? [[key, plan] as const] : [];
      },
    );
    return fields.length > 0 ? { of: Object.fromEntries(fields) } : undefined;
  }
  return undefined;
}

/** The plan of a whole answer: even where nothing is decoded, an answer of another kind is refused. */
function answerPlan(schema: z.ZodType): Plan | undefined {
  const plan = planOf(schema);
  if (plan) return plan;
  if (schema instanceof z.ZodObject) return { of: {} };
  return schema instanceof z.ZodArray ? { list: null } : undefined;
}

function lightRoute(route: Route): LightRoute {
  const kept = Object.fromEntries(
    KEPT.flatMap((key) => (route[key] === undefined ? [] : [[key, route[key]]])),
  ) as Pick<Route, Kept>;
  const schema = route.list ?? route.response;
  const answer = schema && answerPlan(schema);
  return { ...kept, ...(route.list && { list: true }), ...(answer && { answer }) };
}

/** The table of `operations.ts`. */
export function tableOf(routes: AppRoutes): Operations {
  return Object.fromEntries(
    Object.entries(routes as Record<string, Route>).map(([operation, route]) => [
      operation,
      lightRoute(route),
    ]),
  ) as unknown as Operations;
}
