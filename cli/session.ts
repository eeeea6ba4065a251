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

/** What an operation answers, in its wire form. */
export type WireBody<O extends Operation> = WireOutputOf<AppRoutes[O]>;

export interface WireAnswer<O extends Operation> {
  body: WireBody<O>;
  /** Of a page of which the total was asked for. */
  total?: number;
}

/** The opened product, acting as the operating system's user (decision 15). */
export interface Session {
  app: App;
  actor: Actor;
  /** Calls an operation through the one door with what was typed, and answers its wire form. */
  call<O extends Operation>(operation: O, input: RawInput): Promise<WireAnswer<O>>;
  /**
   * As `call`, but with a service of the operation run directly, so that it can report progress: decoded,
   * authorised and encoded by the same row of the contract.
   */
  callWith<O extends Operation>(
    operation: O,
    input: RawInput,
    service: (ctx: Ctx, input: InputOf<AppRoutes[O]>) => Promise<OutputOf<AppRoutes[O]>>,
  ): Promise<WireBody<O>>;
  /** A context for what the shell alone does. */
  context(): Promise<Ctx>;
  /**
   * Runs what changes data, as `call` does with an operation that is neither a GET nor a dry run: once begun it is
   * finished and its result told, also after a Ctrl-C.
   */
  change: Change;
}

export type Change = <T>(work: () => Promise<T>) => Promise<T>;

/** What the audit log says of where a shell's change came from: the machine. */
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
      authorise(actor, route.permission as Parameters<typeof authorise>[1]);
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
