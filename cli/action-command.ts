import type { RawInput } from '@nimule/core/kernel/contract';
import type { Operation } from '@nimule/core/routes';
import {
  type Arguments,
  type ArgumentValues,
  type Command,
  defineCommand,
  type Options,
  type OptionValues,
} from './command.ts';
import { type Column, printRecord } from './output.ts';
import type { Session, WireBody } from './session.ts';

/** Operations that return a record. */
type RecordOperation = {
  [O in Operation]: WireBody<O> extends readonly unknown[]
    ? never
    : WireBody<O> extends object
      ? O
      : never;
}[Operation];

interface Given<A extends Arguments, F extends Options> {
  args: ArgumentValues<A>;
  options: OptionValues<F>;
}

interface ActionSpec<O extends RecordOperation, A extends Arguments, F extends Options> {
  name: string;
  summary: string;
  details?: string;
  operation: O;
  /** The printed fields of the answer. */
  columns: readonly Column<keyof WireBody<O> & string>[];
  args?: A;
  options?: F;
  /** The operation's input; by default the options are its body. */
  input?(session: Session, given: Given<A, F>): RawInput | Promise<RawInput>;
  examples: readonly [string, ...string[]];
}

/** A command that calls one operation and prints the record that it answers as a table, JSON or CSV. */
export function actionCommand<
  O extends RecordOperation,
  const A extends Arguments = Record<never, never>,
  const F extends Options = Record<never, never>,
>({ operation, columns, input, ...spec }: ActionSpec<O, A, F>): Command {
  return defineCommand({
    ...spec,
    answers: true,
    async run({ io, args, options, format, open }) {
      const session = await open();
      const given = { args, options } as Given<A, F>;
      const asked = input ? await input(session, given) : { body: options };
      const { body } = await session.call(operation, asked);
      await printRecord(io, format, body as object, columns as readonly Column<never>[]);
    },
  });
}
