import type { Operation } from '@nimule/core/routes';
import { type Command, defineCommand, flag, type Options, paging, text } from './command.ts';
import { formatByName, saveFile, tableFormats } from './files.ts';
import type { Session, WireBody } from './session.ts';

/** Operations that answer a file. */
type FileOperation = {
  [O in Operation]: WireBody<O> extends Parameters<typeof saveFile>[1] ? O : never;
}[Operation];

interface ExportSpec<F extends Options> {
  name: string;
  operation: FileOperation;
  /** Filter options, as those of the list. */
  filters: F;
  /** The query, if it differs from the options: a record is named by its number. */
  input?(session: Session, query: Record<string, unknown>): Promise<Record<string, unknown>>;
  examples: readonly [string, ...string[]];
}

/** A command that saves the filtered list as .xlsx or .csv; the format is named, or follows from the file's name. */
export function exportCommand<const F extends Options>({
  name,
  operation,
  filters,
  input,
  examples,
}: ExportSpec<F>): Command {
  return defineCommand({
    name,
    summary: 'Export the filtered list as .xlsx or .csv',
    options: {
      ...(filters as Options),
      q: paging.q,
      sort: paging.sort,
      format: text('format', "xlsx or csv; left out, as the file's name ends, or csv"),
      output: text('file', "Where to write it; '-' for standard output"),
      force: flag('Replace a file that is there already'),
    },
    examples,
    async run({ io, options, open }) {
      const { output, force, ...query } = options as Record<string, unknown> & {
        format?: string;
        output?: string;
        force: boolean;
      };
      const format = query.format ?? formatByName(output, tableFormats, 'csv');
      const session = await open();
      const asked = input ? await input(session, query) : query;
      const { body } = await session.call(operation, { query: { ...asked, format } });
      await saveFile(io, body, output, force);
    },
  });
}
