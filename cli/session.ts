import { hostname } from 'node:os';
import type { App, Ctx, Origin } from '@nimule/core/context';
import type { Actor } from '@nimule/core/identity/actor';
import type {
  InputOf,
  OutputOf,
  RawInput,
  Route,
  WireOutputOf,
} from '@nimule/core/kernel/contract';
import type { AppRoutes, Operation } from '@nimule/core/routes';

/** The answer of an operation, in its wire form. */
export type WireBody<O extends Operation> = WireOutputOf<AppRoutes[O]>;

export interface WireAnswer<O extends Operation> {
  body: WireBody<O>;
  /** For a page, if the total was requested. */
  total?: number;
}

/** The opened database, acting as the operating system's user (decision 15). */
export interface Session {
  app: App;
  actor: Actor;
  /** Calls an operation through `invoke` with the typed input, and returns its wire answer. */
  call<O extends Operation>(operation: O, input: RawInput): Promise<WireAnswer<O>>;
  /**
   * As `call`, but runs a service function directly, so that it can report progress; the operation's row of the contract
   * decodes, authorises and encodes.
   */
  callWith<O extends Operation>(
    operation: O,
    input: RawInput,
    service: (ctx: Ctx, input: InputOf<AppRoutes[O]>) => Promise<OutputOf<AppRoutes[O]>>,
  ): Promise<WireBody<O>>;
  /** A context for services that only the shell uses. */
  context(): Promise<Ctx>;
  /**
   * Runs a change; `call` uses it for every operation except GETs and dry runs. After a Ctrl-C the change is completed
   * and its result printed.
   */
  change: Change;
}

export type Change = <T>(work: () => Promise<T>) => Promise<T>;

/** The origin of the shell's changes in the audit log: the machine. */
const ORIGIN: Origin = { ip: hostname(), userAgent: 'isp' };

export function createSession(
  app: App,
  osUser: string,
  change: Change = (work) => work(),
  signal?: AbortSignal,
): Session {
  const actor: Actor = { kind: 'shell', osUser };
  const origin: Origin = { ...ORIGIN, signal };
  return {
    app,
    actor,
    change,
    async call<O extends Operation>(operation: O, input: RawInput) {
      const [{ invoke }, { routes }] = await Promise.all([
        import('@nimule/core/invoke'),
        import('@nimule/core/routes'),
      ]);
      const work = () => invoke(app, actor, operation, input, origin);
      const { dryRun } = (input.body ?? {}) as { dryRun?: unknown };
      const answer = await (routes[operation].method === 'GET' || dryRun ? work() : change(work));
      return answer as WireAnswer<O>;
    },
    async callWith<O extends Operation>(
      operation: O,
      input: RawInput,
      service: (ctx: Ctx, input: InputOf<AppRoutes[O]>) => Promise<OutputOf<AppRoutes[O]>>,
    ) {
      const [{ authorise }, { decodeInput }, { compileEncoder }, { routes }, { createContext }] =
        await Promise.all([
          import('@nimule/core/identity/actor'),
          import('@nimule/core/kernel/contract'),
          import('@nimule/core/kernel/encode'),
          import('@nimule/core/routes'),
          import('@nimule/core/context'),
        ]);
      const route: Route = routes[operation];
      authorise(actor, route.permission as Parameters<typeof authorise>[1], route.refusals);
      const decoded = decodeInput(route, input);
      const answer = await service(
        createContext(app, actor, ORIGIN),
        decoded as InputOf<AppRoutes[O]>,
      );
      const body = route.response ? compileEncoder(route.response)(answer) : answer;
      return body as WireBody<O>;
    },
    async context() {
      const { createContext } = await import('@nimule/core/context');
      return createContext(app, actor, ORIGIN);
    },
  };
}
