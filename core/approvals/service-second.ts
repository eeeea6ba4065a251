import { type Ctx, transact } from '../context.ts';
import { can } from '../identity/actor.ts';
import { hasOtherHolder } from '../identity/users/service-holders.ts';
import { dateInJuba, formatDate } from '../kernel/dates.ts';
import { breaksRule, conflicts } from '../kernel/errors.ts';
import { type Cents, ZERO } from '../kernel/money.ts';
import * as requests from './queries.ts';
import * as queries from './queries-limits.ts';
import { approvalPermissions, userIdOf } from './rules.ts';
import { isAboveLimit, limitOf } from './rules-limits.ts';
import { type SecondPerson, Waiting } from './rules-waiting.ts';
import type { ApprovalFact, PayloadKind, WaitingAnswer } from './schema.ts';
import type { LimitedKind } from './schema-limits.ts';
import { requestApproval } from './service.ts';
import { storedLimits } from './service-limits.ts';

/** Whether nobody but the actor, who holds the permission, could decide (decision 34). */
async function isSole(tx: Ctx, kind: PayloadKind): Promise<boolean> {
  const permission = approvalPermissions[kind];
  return can(tx.actor, permission) && !(await hasOtherHolder(tx, permission, userIdOf(tx.actor)));
}

/** Whether an act needs no second person: it is accepted already, or comes from the shell or a job. */
function passes({ isAccepted, actor }: Ctx): boolean {
  return isAccepted === true || actor.kind !== 'staff';
}

/** Whether an act of a kind needs a second person, whatever its amount. */
export async function needsSecondPerson(tx: Ctx, kind: PayloadKind): Promise<boolean> {
  return !passes(tx) && !(await isSole(tx, kind));
}

/**
 * Refuses what a person does in the own favour, whatever the amount, while another active account could decide on it
 * (decision 68). The shell and jobs pass. @throws AppError rule.
 */
export async function refuseForOneself(
  tx: Ctx,
  { kind, forUserId, what }: { kind: PayloadKind; forUserId: number | null; what: string },
): Promise<void> {
  if (passes(tx) || forUserId === null || forUserId !== userIdOf(tx.actor)) return;
  if (await isSole(tx, kind)) return;
  breaksRule('approval.forYourself', `${what} Another person must do this.`);
}

/**
 * Stops an act that needs a second person, before anything of it is written: `invoke` keeps its input and answers that it
 * waits. Passes what is accepted already, the shell and jobs, and a person for whom nobody else could decide
 * (decision 34). @throws Waiting.
 */
export async function askSecondPerson(tx: Ctx, request: SecondPerson): Promise<void> {
  if (await needsSecondPerson(tx, request.kind)) throw new Waiting(request);
}

interface Limited extends SecondPerson {
  kind: LimitedKind;
  /** What counts together besides the payee: the person and the category of an expense. */
  countedBy?: string;
  /** Reads what the payee got earlier on this day, US cents; called while nobody else pays the same payee. */
  earlierTodayUsd: () => Promise<Cents>;
  /** What the sum of earlier amounts is called. */
  earlierLabel?: string;
}

/**
 * As `askSecondPerson`, if the amount, with what the payee got earlier on this day, is above the limit. US cents. Two at once
 * to the same payee wait for one another, so that together they count (decision 93).
 */
export async function askAboveLimit(
  tx: Ctx,
  { earlierTodayUsd, countedBy, earlierLabel = 'Earlier today', ...request }: Limited,
): Promise<void> {
  if (tx.actor.kind !== 'staff') return;
  await queries.lockPayee(tx.db, `${request.kind} ${countedBy ?? request.entityId}`);
  if (passes(tx)) return;
  const limit = limitOf(await storedLimits.read(tx.db), request.kind);
  const earlier = await earlierTodayUsd();
  if (!isAboveLimit(request.amountUsd, earlier, limit)) return;
  const before: ApprovalFact[] = earlier > ZERO ? [{ label: earlierLabel, usd: earlier }] : [];
  // Categories and payment accounts are told in words: 'bandwidth cost', not 'bandwidth_cost'.
  const told = request.facts.map((fact) =>
    fact.text === undefined ? fact : { ...fact, text: fact.text.replaceAll('_', ' ') },
  );
  await askSecondPerson(tx, {
    ...request,
    facts: [...told, ...before, { label: 'Limit of a day', usd: limit }],
  });
}

/**
 * Refuses an accepted change where one of its fields is not any more what it was when it was asked for: the person who
 * accepted was told of another one. `labels` names fields; those without a label are not named.
 * @throws AppError rule.
 */
export function assertAsAsked(
  { asked = {} }: Ctx,
  record: string,
  now: Readonly<Record<string, unknown>>,
  labels: Readonly<Record<string, string>>,
): void {
  const changed = Object.keys(asked).filter((name) => asked[name] !== now[name]);
  if (changed.length === 0) return;
  const named = changed.map((name) => labels[name] ?? 'other fields');
  breaksRule(
    'approval.changed',
    `What this would change of ${record} was changed meanwhile: ${[...new Set(named)].join(', ')}. Refuse it, so that it can be asked for again.`,
  );
}

const WAITS = 'Waits for the approval of another person. Nothing is posted before.';

/**
 * Keeps what waits, with the operation and its input as they came, and answers the caller.
 * @throws AppError conflict where an equal request waits already.
 */
export function keepWaiting(
  ctx: Ctx,
  {
    fields,
    body: given,
    asked,
    forUserId = null,
    message = WAITS,
    temporaryPassword,
    ...request
  }: SecondPerson,
  { operation, params, body }: { operation: string; params: unknown; body: unknown },
): Promise<WaitingAnswer> {
  return transact(ctx, async (tx) => {
    const sent = (body ?? {}) as Record<string, unknown>;
    const some = fields ? Object.fromEntries(fields.map((name) => [name, sent[name]])) : sent;
    const kept = given ?? some;
    const payload = { operation, params: params ?? {}, body: kept, ...(asked ? { asked } : {}) };
    const equal = await requests.findEqual(tx.db, { kind: request.kind, payload }, tx.now);
    if (equal)
      conflicts(
        'approval.asked',
        `An equal request waits already: ${equal.requestedBy} asked for it on ${formatDate(dateInJuba(equal.requestedAt))}. Wait for the decision, or withdraw that one first.`,
      );
    const { id } = await requestApproval(tx, { ...request, forUserId, payload });
    const secret = temporaryPassword === undefined ? {} : { temporaryPassword };
    return { waiting: true, approvalId: id, message, ...secret };
  });
}
