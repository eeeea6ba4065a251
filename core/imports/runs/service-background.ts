import type { Ctx } from '../../context.ts';

/** An import that this process executes after its call was answered. */
export interface Execution {
  done: Promise<void>;
  /** Ends it after the current batch, or at once while it waits. */
  stop: AbortController;
  /** The number of imports before it; null while it runs. */
  waitsFor: number | null;
}

type Connections = Ctx['pool'];

/** By database, then by run. */
const executions = new WeakMap<Connections, Map<number, Execution>>();

/** The execution of a run by this process. */
export function executionOf({ pool }: Pick<Ctx, 'pool'>, runId: number): Execution | undefined {
  return executions.get(pool)?.get(runId);
}

/** Keeps the execution until it ends. `work` must not reject. */
export function keepExecution(
  { pool }: Pick<Ctx, 'pool'>,
  runId: number,
  work: (execution: Execution) => Promise<void>,
): void {
  const running = executions.get(pool) ?? new Map<number, Execution>();
  executions.set(pool, running);
  const execution: Execution = {
    done: Promise.resolve(),
    stop: new AbortController(),
    waitsFor: null,
  };
  running.set(runId, execution);
  execution.done = work(execution).finally(() => running.delete(runId));
}

/** Resolves when this process executes no import on the database. Called before the database is closed. */
export async function importsEnded({ pool }: Pick<Ctx, 'pool'>): Promise<void> {
  for (;;) {
    const running = [...(executions.get(pool)?.values() ?? [])];
    if (running.length === 0) return;
    await Promise.all(running.map(({ done }) => done));
  }
}
