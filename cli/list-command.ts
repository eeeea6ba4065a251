import type { OpenSettings } from '@nimule/core/create-app';
import type { RawInput } from '@nimule/core/kernel/contract';
import type { Operation } from '@nimule/core/routes';
import {
  type Arguments,
  type ArgumentValues,
  type Command,
  defineCommand,
  type Options,
  type OptionValues,
  paging,
} from './command.ts';
import { type Column, noteRest, printRows } from './output.ts';
import type { Session, WireBody } from './session.ts';

/** Operations that return rows. */
export type ListOperation = {
  [O in Operation]: WireBody<O> extends readonly object[] ? O : never;
}[Operation];
export type RowOf<O extends ListOperation> =
  WireBody<O> extends readonly (infer R extends object)[] ? R : never;

interface ListSpec<O extends ListOperation, A extends Arguments, F extends Options> {
  name: string;
  summary: string;
  details?: string;
  operation: O;
  columns: readonly Column<keyof RowOf<O> & string>[];
  /** How the database is opened, if not as usual. */
  opening?: OpenSettings;
  args?: A;
  /** Filter options. */
  filters?: F;
  /** Supported paging options; by default all. */
  pages?: Partial<typeof paging>;
  /** The operation's input, if it differs from the options. */
  input?(
    session: Session,
    options: OptionValues<F & Partial<typeof paging>>,
    args: ArgumentValues<A>,
  ): Promise<Pick<RawInput, 'params' | 'query'>>;
  examples: readonly [string, ...string[]];
}

/** A command that prints the rows of a list as a table, JSON or CSV, and reports when there are more. */
export function listCommand<
  O extends ListOperation,
  const A extends Arguments = Record<never, never>,
  const F extends Options = Record<never, never>,
>({
  operation,
  columns,
  opening,
  filters,
  pages = paging,
  input,
  ...spec
}: ListSpec<O, A, F>): Command {
  return defineCommand({
    ...spec,
    options: { ...filters, ...pages },
    answers: true,
    async run({ io, args, options, format, open }) {
      const session = await open(opening);
      const given = options as OptionValues<F & Partial<typeof paging>>;
      const asked = input
        ? await input(session, given, args as ArgumentValues<A>)
        : { query: given };
      const query = { ...(asked.query as object), total: 'yes' };
      const { body, total } = await session.call(operation, { ...asked, query });
      const rows = body as RowOf<O>[];
      await printRows(io, format, rows, columns);
      noteRest(io, rows.length, total, Number(given.page ?? 1));
    },
  });
}
