import { auditSafeRefusal } from './accounting/cash/service-refusals.ts';
import { Waiting } from './approvals/rules-waiting.ts';
import { isWaiting } from './approvals/schema.ts';
import { keepWaiting } from './approvals/service-second.ts';
import { constraints } from './constraints.ts';
import { type App, type Ctx, createContext, type Origin, refuseInMaintenance } from './context.ts';
import type { Db } from './database/connect.ts';
import { toAppError } from './database/errors.ts';
import { withinReadLimit } from './database/read-limit.ts';
import { type Actor, assertConfirmed, authorise, authoriseAny, mayOf } from './identity/actor.ts';
import type { Permission } from './identity/permissions.ts';
import { noteRefusal } from './identity/refusals/service.ts';
import { decodeInput, type RawInput, type Route } from './kernel/contract.ts';
import { compileEncoder, type Encoder } from './kernel/encode.ts';
import { guardsOf, lackedFor } from './kernel/guarded.ts';
import { limitOf, type Page, type Paging, rowBehind } from './kernel/paging.ts';
import { handlers } from './operations.ts';
import { auditWholeExport } from './records/exports.ts';
import { withIdempotency } from './records/idempotency.ts';
import { type Operation, routes } from './routes.ts';
import { assertCashPlace } from './till/service-cash.ts';

type Handler = (ctx: Ctx, input: unknown) => Promise<unknown>;

/** What the encoding of an operation's answers depends on, and its encoders. */
interface Encoding {
  /** The permissions that fields of the answer need. */
  guards: readonly string[];
  /** By those of them that a caller lacks. */
  encoders: Map<string, Encoder>;
}

const encodings = new Map<Operation, Encoding>();

/** The encoder of an operation's answer for a caller: without the fields that need a permission they lack. */
function encoderOf(operation: Operation, actor: Actor): Encoder {
  const route: Route = routes[operation];
  const schema = route.list ?? route.response;
  if (!schema) return () => undefined;
  let encoding = encodings.get(operation);
  if (!encoding) {
    encoding = { guards: guardsOf(schema), encoders: new Map() };
    encodings.set(operation, encoding);
  }
  const may = mayOf(actor);
  const { guards, encoders } = encoding;
  const lacked = guards.length === 0 ? '' : guards.filter((guard) => !may(guard)).join(' ');
  let encoder = encoders.get(lacked);
  if (!encoder) {
    encoder = compileEncoder(schema, may);
    encoders.set(lacked, encoder);
  }
  return encoder;
}

/** @throws AppError forbidden for a filter, a sort or a field that needs a permission which the caller lacks. */
function refuseGuarded(route: Route, input: Record<string, unknown>, actor: Actor): void {
  for (const part of ['query', 'body'] as const) {
    const lacked = lackedFor(route[part], input[part], mayOf(actor));
    if (lacked !== undefined) authorise(actor, lacked as Permission);
  }
}

/** The wire answer: a value, the rows of a page with their total, or a file. */
export interface Answer {
  body: unknown;
  total?: number;
  /** It waits for a second person. */
  waits?: true;
  /** Of a page: rows follow it. */
  more?: true;
}

/** Whether an answer says that the call waits for a second person. */
function answerOf({ waits }: Route, body: unknown): Answer {
  return waits && isWaiting(body) ? { body, waits } : { body };
}

/** @throws AppError for cash that waits, from a till or safe that the caller cannot choose. */
async function refuseCashPlace(tx: Ctx, body: unknown): Promise<void> {
  const { account = 'cash', from } = (body ?? {}) as { account?: unknown; from?: unknown };
  if (account === 'cash') await assertCashPlace(tx, from);
}

/** Whether rows follow a page whose list does not tell, which costs another read only for a full one. */
async function hasMore(
  page: Page<unknown>,
  query: unknown,
  read: (query: Paging) => Promise<Page<unknown>>,
): Promise<boolean> {
  // Lists without pages are whole.
  if (query === undefined) return false;
  const paging = query as Paging;
  const { limit, offset } = limitOf(paging);
  if (page.rows.length < limit) return false;
  if (page.total !== undefined) return offset + page.rows.length < page.total;
  return (await read(rowBehind(paging))).rows.length > 0;
}

/** The rows of the list that an export has as a file, `exportPayments` that of `listPayments`; undefined for others. */
async function countRows(
  ctx: Ctx,
  operation: Operation,
  query: object,
): Promise<number | undefined> {
  const list = operation.replace(/^export/, 'list');
  if (list === operation || !Object.hasOwn(routes, list)) return undefined;
  const read = handlers[list as Operation] as Handler;
  const page = (await read(ctx, {
    query: { ...query, pageSize: 1, total: true },
  })) as Page<unknown>;
  return page.total;
}

/** Reads that a user waits for on a screen. Exports, checks and runs have no time limit. */
function isPersonsRead({ method, file, longRunning }: Route): boolean {
  return method === 'GET' && !file && !longRunning;
}

/**
 * Refuses a caller who may not call an operation, before its input is read. A refusal of a signed-in user is counted
 * (decision 130).
 * @throws AppError unauthenticated; forbidden.
 */
export async function admit(
  app: App,
  actor: Actor,
  operation: Operation,
  origin?: Origin,
): Promise<void> {
  const route: Route = routes[operation];
  try {
    authorise(actor, route.permission as Permission, route.refusals);
    if (route.oneOf) authoriseAny(actor, route.oneOf as readonly Permission[]);
    if (route.confirms) assertConfirmed(actor, app.clock());
  } catch (error) {
    await noteRefusal(createContext(app, actor, origin), operation, error);
    throw error;
  }
}

/**
 * The single entry point for HTTP and the shell: authorises, decodes, runs and encodes an operation. On PostgreSQL a
 * user's read has a time limit and is cancelled when the caller disconnects. While the database is being replaced every
 * operation is refused.
 * @throws AppError of every kind; any other error is an internal one.
 */
export async function invoke(
  app: App,
  actor: Actor,
  operation: Operation,
  raw: RawInput,
  origin?: Origin,
): Promise<Answer> {
  refuseInMaintenance(app);
  const route: Route = routes[operation];
  await admit(app, actor, operation, origin);
  const input = decodeInput(route, raw);
  const contextOn = (db?: Db) => createContext(app, actor, origin, db);
  const run = handlers[operation] as Handler;
  const read = (decoded: unknown): Promise<unknown> =>
    isPersonsRead(route) && !app.embedded
      ? withinReadLimit(app.pool, origin ?? {}, (db) => run(contextOn(db), decoded))
      : run(contextOn(), decoded);
  try {
    refuseGuarded(route, input, actor);
    if (route.file) {
      if (route.method === 'GET') {
        const hasFormat = route.query?.shape.format !== undefined;
        const count = (query: object) => countRows(contextOn(), operation, query);
        await auditWholeExport(contextOn(), { operation, query: input.query, hasFormat, count });
      }
      return { body: await read(input) };
    }
    const encode = encoderOf(operation, actor);
    if (route.list) {
      const page = (await read(input)) as Page<unknown>;
      const body = page.rows.map(encode);
      const more =
        page.more ||
        (await hasMore(
          page,
          input.query,
          async (query) => (await read({ ...input, query })) as Page<unknown>,
        ));
      return {
        body,
        ...(page.total === undefined ? {} : { total: page.total }),
        ...(more ? { more } : {}),
      };
    }
    if (route.method === 'GET') return { body: encode(await read(input)) };
    // What waits for a second person has written nothing; its input is kept in the transaction of the call.
    const runOrWait = async (tx: Ctx): Promise<unknown> => {
      try {
        return encode(await run(tx, input));
      } catch (error) {
        if (!route.waits || !(error instanceof Waiting)) throw error;
        const { params, body } = raw;
        await refuseCashPlace(tx, body);
        return keepWaiting(tx, error.request, { operation, params, body });
      }
    };
    const ctx = contextOn();
    return answerOf(
      route,
      route.idempotent === true
        ? await withIdempotency(ctx, operation, raw, runOrWait)
        : await runOrWait(ctx),
    );
  } catch (error) {
    const known = toAppError(error, constraints);
    await auditSafeRefusal(contextOn(), operation, known);
    await noteRefusal(contextOn(), operation, known);
    throw known;
  }
}
