import { type Ctx, transact } from '../../context.ts';
import { audit } from '../../records/audit.ts';
import type { Actor } from '../actor.ts';
import { getAccount } from '../sessions/queries.ts';
import { actorOf, knownDevice } from '../sessions/service-open.ts';
import * as queries from './queries.ts';
import {
  NOBODY,
  REFUSAL_MINUTES,
  type RefusalKind,
  refusalKindOf,
  refusalsInWords,
} from './rules.ts';

const WINDOW_MS = REFUSAL_MINUTES * 60_000;
const BATCH = 500;
const visitor: Actor = { kind: 'visitor' };

/** The time at which counts that have ended began at the latest. */
const endOf = ({ now }: Ctx) => new Date(now.getTime() - WINDOW_MS);

/** One line of the audit log for a count; of calls and codes the session's user made it, of passwords anybody. */
async function write(tx: Ctx, counted: queries.CountedRefusals): Promise<void> {
  const { userId, kind, deviceId, tries, since, lastAt, ip } = counted;
  const account = userId === NOBODY ? undefined : await getAccount(tx.db, userId);
  const actor = account && kind !== 'password' ? actorOf(account, NOBODY) : visitor;
  const of = account?.username ?? (userId === NOBODY ? 'unknown names' : 'a deleted account');
  await audit(
    { ...tx, actor, origin: { ...tx.origin, ip } },
    {
      action: 'refusal.count',
      entity: 'user',
      entityId: userId === NOBODY ? 'unknown' : userId,
      summary: `${of}: ${refusalsInWords(kind, tries)}`,
      facts: { kind, tries, since, until: lastAt, isKnownDevice: deviceId !== NOBODY },
    },
  );
}

async function writeEnded(tx: Ctx, key?: queries.RefusalKey): Promise<number> {
  const ended = await queries.takeRefusals(tx.db, endOf(tx), {
    ...(key ? { key } : {}),
    limit: BATCH,
  });
  for (const counted of ended) await write(tx, counted);
  return ended.length;
}

/**
 * Counts a refusal of an account (`NOBODY` for a name that none has) in the caller's device. A count of an earlier quarter of
 * an hour is written into the audit log before a new one begins. Commits by itself: the refused call has rolled back.
 */
export async function countRefusal(ctx: Ctx, userId: number, kind: RefusalKind): Promise<void> {
  await transact(ctx, async (tx) => {
    const deviceId = (await knownDevice(tx, userId)) ?? NOBODY;
    const key = { userId, kind, deviceId };
    const one = { at: tx.now, after: endOf(tx), ip: tx.origin.ip };
    if (await queries.addRefusal(tx.db, key, one)) return;
    await writeEnded(tx, key);
    await queries.addRefusal(tx.db, key, one);
  });
}

/** Counts a refused call of a signed-in user, if its error is of a kind that is counted. Never throws: the error is answered. */
export async function noteRefusal(ctx: Ctx, operation: string, error: unknown): Promise<void> {
  const kind = refusalKindOf(operation, error);
  if (kind === undefined || ctx.actor.kind !== 'staff') return;
  try {
    await countRefusal(ctx, ctx.actor.userId, kind);
  } catch (problem) {
    ctx.log.error({ err: problem, operation }, 'a refusal could not be counted');
  }
}

/** The job: writes the counts that have ended into the audit log, each once. Returns a line for the list of jobs. */
export async function writeRefusals(ctx: Ctx): Promise<string> {
  let lines = 0;
  for (;;) {
    const written = await transact(ctx, (tx) => writeEnded(tx));
    lines += written;
    if (written < BATCH) return lines === 0 ? '' : `${lines} lines`;
  }
}
